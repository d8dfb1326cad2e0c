package external

import (
	"os/exec"
	"syscall"
)

// separate puts a program into a process group of its own, which Ctrl-C at the terminal
// does not reach, and lets it die with this process even when that is killed.
func separate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills a program and all of its group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
