//go:build unix && !aix && !solaris

package replay

import (
	"errors"
	"os"
)

// syncFolder makes the names of a folder outlast a loss of power.
func syncFolder(dir string) error {
	f, err := os.OpenFile(dir, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
