package disk

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

func mapped(f *os.File, size int) (*Shared, error) {
	mapping, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READWRITE, uint32(uint64(size)>>32), uint32(uint64(size)), nil)
	if err != nil {
		return nil, &os.PathError{Op: "CreateFileMapping", Path: f.Name(), Err: err}
	}
	defer windows.CloseHandle(mapping) // the view keeps it
	address, err := windows.MapViewOfFile(mapping, windows.FILE_MAP_READ|windows.FILE_MAP_WRITE, 0, 0, uintptr(size))
	if err != nil {
		return nil, &os.PathError{Op: "MapViewOfFile", Path: f.Name(), Err: err}
	}
	memory := unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), size) // the system's memory, which Go does not move
	return &Shared{Bytes: memory, unmap: func() error { return windows.UnmapViewOfFile(address) }}, nil
}
