//go:build unix

package shell

import (
	"fmt"
	"os"
	"syscall"
)

// Restart begins this process again with another environment: the same command
// line, the same process id.
func Restart(environ []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", program, syscall.Exec(program, os.Args, environ))
}
