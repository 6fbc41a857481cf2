//go:build unix && !linux

package main

import (
	"os/exec"
	"syscall"
)

// awaitExit returns when cmd has exited. It reaps it: there is no portable way
// to wait for a process and leave it.
func awaitExit(cmd *exec.Cmd) { cmd.Wait() }

// groupAlive reports whether there is a process in the group of cmd.
func groupAlive(cmd *exec.Cmd) bool {
	return syscall.Kill(-cmd.Process.Pid, 0) == nil
}
