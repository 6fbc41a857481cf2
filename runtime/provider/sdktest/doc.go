// Package sdktest holds what package provider reads and writes against the
// types of the official SDKs, without a network. It is a module of its own so
// that only its tests depend on them.
package sdktest
