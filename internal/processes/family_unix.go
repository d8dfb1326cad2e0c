//go:build unix && !linux

package processes

import (
	"os/exec"
	"syscall"
)

// Family is a program with its process group.
type Family struct{ cmd *exec.Cmd }

// Of prepares a program that has not started, so that Kill finds its family.
func Of(cmd *exec.Cmd) *Family {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &Family{cmd}
}

// Kill kills the family.
func (f *Family) Kill(bool) { _ = syscall.Kill(-f.cmd.Process.Pid, syscall.SIGKILL) }
