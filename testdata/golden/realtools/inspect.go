package realtools

import "fmt"

// CordisInspectQuery asks a running part of the harness about itself. Each
// method has an input of its own, so input is the one property in this package
// that may hold any JSON: nothing else depends on this file.
//
//   - platform: Where the provider runs
//   - provider: Name of the provider
//   - method: Method to call
//   - input: Input of the method, if it has any
//
//dsh:tool open readonly
//dsh:param platform enum=host|client
//dsh:param input optional
func CordisInspectQuery(platform, provider, method string, input any) string {
	return fmt.Sprintf("%s/%s.%s(%v)", platform, provider, method, input)
}
