//go:build !unix

package processes

import "os/exec"

// Family is a program alone, where there are no process groups.
type Family struct{ cmd *exec.Cmd }

// Of prepares a program that has not started, so that Kill finds it.
func Of(cmd *exec.Cmd) *Family { return &Family{cmd} }

// Kill kills the program.
func (f *Family) Kill(bool) { _ = f.cmd.Process.Kill() }
