//go:build !js

package disk

import "syscall"

// nonblock opens a file that would wait, a pipe for instance, without waiting.
const nonblock = syscall.O_NONBLOCK
