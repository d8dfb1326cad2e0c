//go:build unix && !linux

package external

import (
	"os/exec"
	"syscall"
)

// separate puts a program into a process group of its own, which Ctrl-C at the terminal
// does not reach.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program and all of its group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
