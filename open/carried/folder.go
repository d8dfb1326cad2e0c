package carried

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
)

// mostFolder bounds the bytes of a run's folder that travels.
const mostFolder = 512 << 20

// Lock is the file that locks a run. It stays where it is.
const Lock = "lock"

// Pack returns the files of a run's folder as a zip.
func Pack(dir string) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	total := int64(0)
	err := disk.Walk(dir, func(name string, info fs.FileInfo) error {
		inside, err := filepath.Rel(dir, name)
		switch {
		case err != nil || inside == Lock || inside == ".":
			return err
		case info.IsDir():
			_, err := z.Create(filepath.ToSlash(inside) + "/") // a run has empty ones
			return err
		case !info.Mode().IsRegular():
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if total += int64(len(data)); total > mostFolder {
			return fmt.Errorf("%s: more than %d bytes, which is too much for a job", dir, mostFolder)
		}
		w, err := z.Create(filepath.ToSlash(inside))
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	})
	err = errors.Join(err, z.Close())
	return out.Bytes(), err
}

// Unpack writes the files of a zip into a folder, but for the result of a run, which it
// returns, nil where there is none. It refuses names that lead out of the folder, before
// anything is written.
func Unpack(dir string, data []byte) (result *open.Result, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("the folder of a run: %w", err)
	}
	total := uint64(0)
	for _, f := range z.File {
		if total += f.UncompressedSize64; total > mostFolder || f.UncompressedSize64 > mostFolder {
			return nil, fmt.Errorf("the folder of a run: more than %d bytes", mostFolder)
		}
		name := strings.TrimSuffix(f.Name, "/")
		if !f.Mode().IsRegular() && !f.Mode().IsDir() || !filepath.IsLocal(filepath.FromSlash(name)) || path.Clean(name) != name || name == Lock {
			return nil, fmt.Errorf("the folder of a run: %q: want a file of the folder", input.Shown(f.Name))
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for _, f := range z.File {
		if f.Mode().IsDir() {
			if err := root.MkdirAll(filepath.FromSlash(strings.TrimSuffix(f.Name, "/")), 0o755); err != nil {
				return nil, err
			}
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("the folder of a run: %s: %w", input.Shown(f.Name), err)
		}
		text, err := io.ReadAll(io.LimitReader(r, mostFolder))
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, fmt.Errorf("the folder of a run: %s: %w", input.Shown(f.Name), err)
		}
		if f.Name == open.ResultName {
			result = &open.Result{}
			if err := json.Unmarshal(text, result); err != nil {
				return nil, fmt.Errorf("the folder of a run: %s: %w", open.ResultName, err)
			}
			continue
		}
		name := filepath.FromSlash(f.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := root.WriteFile(name, text, 0o644); err != nil {
			return nil, err
		}
	}
	return result, nil
}
