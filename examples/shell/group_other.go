//go:build !unix

package main

import (
	"errors"
	"os/exec"
	"runtime"
)

// Without process groups there is no way to be sure that all that a command has
// started ends with it, so nothing is started.

const sigterm, sigkill = 0, 0

func newGroup(*exec.Cmd) error {
	return errors.New("this example needs a Unix system, not " + runtime.GOOS)
}

func signalGroup(*exec.Cmd, int) {}
func awaitExit(*exec.Cmd)        {}
func groupAlive(*exec.Cmd) bool  { return false }
