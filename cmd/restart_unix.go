//go:build unix

package cmd

import (
	"fmt"
	"os"
	"syscall"
)

// restart begins this process again with another environment: the same command
// line, the same process id.
func restart(environ []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", program, syscall.Exec(program, os.Args, environ))
}
