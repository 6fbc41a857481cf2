//go:build unix

package main

import "syscall"

// nonblock keeps the opening of a pipe from waiting for somebody to write.
const nonblock = syscall.O_NONBLOCK
