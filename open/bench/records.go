package bench

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train/checkpoint"
)

// readRecords reads a file of records, which need not be there; an empty path is no file.
func readRecords[T any](path string, read func(io.Reader) ([]T, error)) ([]T, error) {
	if path == "" {
		return nil, nil
	}
	text, err := disk.ReadText(path, open.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, input.Bad(err)
	}
	all, err := read(bytes.NewReader(text))
	if err != nil {
		return nil, input.Badf("%s: %w", path, err)
	}
	return all, nil
}

// writeRecords writes a file of records, and its folder; an empty path is no file.
func writeRecords[T any](path string, all []T, write func(io.Writer, []T) error) error {
	if path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := write(&b, all); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return checkpoint.WriteFile(path, b.Bytes())
}
