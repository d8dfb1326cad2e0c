//go:build !unix

package external

import "os/exec"

// separate does nothing where there are no process groups.
func separate(*exec.Cmd) {}

// killGroup kills a program.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
