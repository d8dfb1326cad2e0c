package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// IsFolder reports whether a path leads to a folder, by links or not.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Walk visits a folder and all that is below it in the order of names, as filepath.WalkDir does,
// and follows links: info is of what a link leads to. It leaves out links that lead nowhere, and
// folders that hold themselves by a link. visit may return fs.SkipDir of a folder.
func Walk(root string, visit func(path string, info fs.FileInfo) error) error {
	info, err := os.Stat(root)
	if err != nil {
		return err
	}
	if err := walk(root, info, nil, visit); !errors.Is(err, fs.SkipDir) {
		return err
	}
	return nil
}

func walk(path string, info fs.FileInfo, above []fs.FileInfo, visit func(string, fs.FileInfo) error) error {
	if err := visit(path, info); err != nil || !info.IsDir() {
		return err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	above = append(above[:len(above):len(above)], info)
entries:
	for _, e := range entries {
		inside := filepath.Join(path, e.Name())
		info, err := os.Stat(inside)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for _, a := range above {
			if os.SameFile(a, info) {
				continue entries
			}
		}
		if err := walk(inside, info, above, visit); err != nil && !errors.Is(err, fs.SkipDir) {
			return err
		}
	}
	return nil
}
