package disk_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/disk"
)

// Links are followed, at the root and below it, but for circles and those that lead nowhere.
func TestWalkFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	make := func(path string) string {
		path = filepath.Join(dir, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		return path
	}
	make("runs/a/file")
	make("elsewhere/deep/file")
	for link, to := range map[string]string{
		"root": "runs", "runs/b": filepath.Join("..", "elsewhere"), "runs/circle": ".", "runs/nowhere": "none", "elsewhere/up": filepath.Join("..", "elsewhere"), "runs/file": filepath.Join("a", "file"),
	} {
		require.NoError(t, os.Symlink(to, filepath.Join(dir, link)))
	}
	root := filepath.Join(dir, "root")
	var seen []string
	visit := func(path string, info fs.FileInfo) error {
		inside, err := filepath.Rel(root, path)
		if info.IsDir() {
			inside += "/"
		}
		seen = append(seen, filepath.ToSlash(inside))
		if filepath.Base(path) == "deep" {
			return fs.SkipDir
		}
		return err
	}
	require.NoError(t, disk.Walk(root, visit))
	assert.Equal(t, []string{"./", "a/", "a/file", "b/", "b/deep/", "file"}, seen)
	require.ErrorIs(t, disk.Walk(filepath.Join(dir, "none"), visit), fs.ErrNotExist)
	require.NoError(t, disk.Walk(root, func(string, fs.FileInfo) error { return fs.SkipDir }))
	assert.True(t, disk.IsFolder(root))
	assert.False(t, disk.IsFolder(filepath.Join(dir, "runs", "file")))
	assert.False(t, disk.IsFolder(filepath.Join(dir, "runs", "nowhere")))
}
