package realtools

import (
	"errors"
	"fmt"
)

// CordisInspectSelf lists the plug-ins that you wrote.
//
//   - pluginID: Plug-in to show; all when absent
//   - packageID: Version to show; the newest when absent
//
//dsh:tool open readonly parallel
//dsh:param pluginID name=pluginId
//dsh:param packageID name=packageId
func CordisInspectSelf(pluginID, packageID *string) string {
	return fmt.Sprintf("plug-in %s, package %s", or(pluginID, "*"), or(packageID, "newest"))
}

// CordisRun starts a plug-in, or replaces the version that runs.
//
//   - pluginID: Plug-in to run
//   - packageID: Version to run
//   - mode: Start it, or replace what runs
//
//dsh:tool open
//dsh:param pluginID name=pluginId
//dsh:param packageID name=packageId
//dsh:param mode enum=run|update
func CordisRun(pluginID, packageID, mode string) string {
	return fmt.Sprintf("%s %s of %s", mode, packageID, pluginID)
}

// CordisStop stops a plug-in. Its versions stay.
//
//dsh:tool open idempotent
//dsh:param pluginID name=pluginId "Plug-in to stop"
func CordisStop(pluginID string) error { return named(pluginID) }

// CordisUndefine deletes a plug-in with all its versions.
//
//dsh:tool open destructive idempotent
//dsh:param pluginID name=pluginId "Plug-in to delete"
func CordisUndefine(pluginID string) error { return named(pluginID) }

func named(pluginID string) error {
	if pluginID == "" {
		return errors.New("pluginId is empty")
	}
	return nil
}
