//go:build unix

package console

import (
	"errors"

	"golang.org/x/sys/unix"
)

// unread waits until the other end of a pipe, socket or terminal is closed, and reports
// whether it is. It waits for ever at other files.
func unread(fd uintptr) bool {
	at := []unix.PollFd{{Fd: int32(fd)}}
	for {
		_, err := unix.Poll(at, -1)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return false
		default:
			return at[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
		}
	}
}
