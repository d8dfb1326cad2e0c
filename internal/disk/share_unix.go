//go:build unix

package disk

import (
	"os"
	"syscall"
)

func mapped(f *os.File, size int) (*Shared, error) {
	memory, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, &os.PathError{Op: "mmap", Path: f.Name(), Err: err}
	}
	return &Shared{Bytes: memory, unmap: func() error { return syscall.Munmap(memory) }}, nil
}
