// Package generated has the four tools of the benchmarks as dshgen makes them.
package generated

import "github.com/dsh-tools/dshgen/benchmarks/tools"

//go:generate go tool dshgen -warn=false

// GetWeather is the small one.
//
//dsh:tool
func GetWeather(a tools.GetWeatherArgs) string { return a.City }

// CreateIssue has escapes and text that is not ASCII.
//
//dsh:tool
func CreateIssue(a tools.CreateIssueArgs) string { return a.Title }

// EditFiles has nested objects.
//
//dsh:tool
func EditFiles(a tools.EditFilesArgs) string { return a.Path }

// WriteFile is large.
//
//dsh:tool
func WriteFile(a tools.WriteFileArgs) string { return a.Path }
