// Command pack compresses a file with zstd, the same bytes on every system, and leaves the
// packed file alone where it has these bytes already.
//
//	go run ./pack bin/ringer.wasm play/wasm/dist/ringer.wasm.zst
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

func main() {
	root := flag.String("root", "..", "folder that the names of files begin in")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintf(os.Stderr, "pack: found %q, want two arguments: the file and the packed file\n", flag.Args())
		os.Exit(2)
	}
	if err := pack(below(*root, flag.Arg(0)), below(*root, flag.Arg(1))); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(2)
	}
}

// below returns a path that may be relative to root.
func below(root, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(root, path)
}

// pack writes to under a temporary name first, so that no other build finds half of it.
func pack(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<25))
	if err != nil {
		return err
	}
	defer w.Close()
	packed := w.EncodeAll(data, nil)
	if old, err := os.ReadFile(to); err == nil && bytes.Equal(old, packed) {
		return nil
	}
	if err := os.WriteFile(to+".new", packed, 0o644); err != nil {
		return err
	}
	return os.Rename(to+".new", to)
}
