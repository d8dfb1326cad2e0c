//go:build !unix

package console

// unread does not know: a write fails where the other end of a pipe is closed.
func unread(uintptr) bool { return false }
