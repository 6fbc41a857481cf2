package realtools

import "fmt"

// Plugin is what CordisDefine writes code for: one of the structs below.
type Plugin interface{ id() string }

// NewPlugin is a plugin that does not exist yet.
type NewPlugin struct {
	Kind string `json:"kind"` //dsh:field enum=new
	// Beginning of the identifier that it is given.
	IDPrefix string `json:"idPrefix"`
}

// ExistingPlugin is a plugin that gets new code.
type ExistingPlugin struct {
	Kind string `json:"kind"` //dsh:field enum=existing
	// Identifier of the plugin.
	PluginID string `json:"pluginId"`
}

func (p NewPlugin) id() string      { return p.IDPrefix + "-1" }
func (p ExistingPlugin) id() string { return p.PluginID }

// PluginCode is source text by where it runs.
type PluginCode struct {
	Host   *string `json:"host"`   // code for the harness
	Client *string `json:"client"` // code for the user interface
}

// CordisDefine stores the code of a plugin.
//
//   - plugin: Which plugin
//   - name: Name for people
//   - purpose: What it is for
//   - code: Its code
//
//dsh:tool open
func CordisDefine(plugin Plugin, name, purpose string, code PluginCode) string {
	return fmt.Sprintf("%s %q %q %t %t", plugin.id(), name, purpose, code.Host != nil, code.Client != nil)
}
