//go:build !unix && !windows

package disk

import (
	"errors"
	"fmt"
	"os"
)

func mapped(f *os.File, _ int) (*Shared, error) {
	return nil, fmt.Errorf("%s: this system cannot map files: %w", f.Name(), errors.ErrUnsupported)
}
