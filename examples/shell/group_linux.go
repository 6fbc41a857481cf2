package main

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// awaitExit returns when cmd has exited, without reaping it: the zombie keeps
// the number of its process group from being used again.
func awaitExit(cmd *exec.Cmd) {
	const idTypePid = 1 // P_PID
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, idTypePid, uintptr(cmd.Process.Pid), 0, syscall.WEXITED|syscall.WNOWAIT, 0, 0)
		if errno != syscall.EINTR {
			return
		}
	}
}

// groupAlive reports whether a process in the group of cmd is running. Zombies
// are not: they hold nothing, and in many containers nobody ever reaps those that
// have lost their parents.
func groupAlive(cmd *exec.Cmd) bool {
	group := cmd.Process.Pid
	if syscall.Kill(-group, 0) == syscall.ESRCH {
		return false
	}
	proc, err := os.Open("/proc")
	if err != nil {
		return false
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // gone in the meantime
		}
		// PID (COMMAND) STATE PARENT GROUP ...; a command may contain anything.
		f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(f) > 2 && f[2] == strconv.Itoa(group) && f[0] != "Z" && f[0] != "X" {
			return true
		}
	}
	return false
}
