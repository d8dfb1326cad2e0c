// Command pack compresses a file with gzip, the same bytes on every system, and leaves the
// packed file alone where it has these bytes already.
//
//	go run ./pack ../bin/ringer.wasm ../play/wasm/dist/ringer.wasm.gz
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "pack: want two arguments: the file and the packed file")
		os.Exit(2)
	}
	if err := pack(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(2)
	}
}

// pack writes to under a temporary name first, so that no other build finds half of it.
func pack(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression) // without a name and a time
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if old, err := os.ReadFile(to); err == nil && bytes.Equal(old, packed.Bytes()) {
		return nil
	}
	if err := os.WriteFile(to+".new", packed.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(to+".new", to)
}
