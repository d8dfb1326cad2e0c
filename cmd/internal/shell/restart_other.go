//go:build !unix

package shell

import (
	"errors"
	"os"
	"os/exec"
)

// Restart runs this command line in a child with another environment and waits. An
// interrupt of the keyboard reaches the child by itself.
func Restart(environ []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	child := exec.Command(program, os.Args[1:]...)
	child.Env = environ
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = child.Run()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return &Restarted{failed.ExitCode()}
	}
	if err != nil {
		return err
	}
	return &Restarted{ExitDone}
}
