package external_test

import (
	"os/exec"
	"syscall"
)

// leave puts a child into a session of its own, as daemons do.
func leave(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
