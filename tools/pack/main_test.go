package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

func TestPack(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "a"), filepath.Join(dir, "a.zst")
	text := bytes.Repeat([]byte("a table "), 1000)
	if err := os.WriteFile(from, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := pack(from, to); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	r, err := zstd.NewReader(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d bytes, %v", len(got), err)
	}

	// The same file again is left alone, another one is not.
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(to, long, long); err != nil {
		t.Fatal(err)
	}
	for _, more := range []string{"", "and more"} {
		if err := os.WriteFile(from, append(text, more...), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := pack(from, to); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(to)
		if err != nil {
			t.Fatal(err)
		}
		if kept := info.ModTime().Equal(long); kept != (more == "") {
			t.Errorf("with %q the packed file was left alone: %v", more, kept)
		}
	}
	if err := pack(filepath.Join(dir, "none"), to); err == nil {
		t.Error("it packed a file that is not there")
	}
}
