//go:build !unix

package main

// nonblock is not needed where pipes are not files.
const nonblock = 0
