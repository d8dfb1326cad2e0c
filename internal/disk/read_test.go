package disk_test

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/disk"
)

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(file, []byte("abc"), 0o600))
	for limit, want := range map[int64]string{3: "", 4: "", 2: file + ": too large: want a file of at most 2 bytes"} {
		data, err := disk.ReadFile(file, limit)
		if want != "" {
			require.EqualError(t, err, want)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, "abc", string(data))
	}
	_, err := disk.ReadFile(filepath.Join(dir, "none"), 9)
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = disk.ReadFile(dir, 9)
	require.EqualError(t, err, dir+": a folder: want a regular file")

	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(file, link))
	data, err := disk.ReadFile(link, 3)
	require.NoError(t, err)
	assert.Equal(t, "abc", string(data))
}

// A pipe without a writer, an endless device, a socket and a file that is longer
// than it says are refused at once.
func TestReadFileWaitsForNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the names of the devices are those of Linux")
	}
	dir := t.TempDir()
	pipe, socket := filepath.Join(dir, "pipe"), filepath.Join(dir, "socket")
	require.NoError(t, exec.Command("mkfifo", pipe).Run())
	l, err := net.Listen("unix", socket)
	require.NoError(t, err)
	defer l.Close()
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("/dev/zero", link))
	for path, kind := range map[string]string{pipe: "a pipe", socket: "a socket", "/dev/zero": "a device", link: "a device", "/dev/null": "a device"} {
		_, err := disk.ReadFile(path, 1<<40)
		var kinds *disk.KindError
		require.ErrorAs(t, err, &kinds, path)
		assert.Equal(t, fmt.Sprintf("%s: %s: want a regular file", path, kind), err.Error())
	}
	_, err = disk.ReadFile("/proc/self/status", 10) // which says that it has 0 bytes
	var size *disk.SizeError
	require.ErrorAs(t, err, &size)
}

func TestReadTextDropsTheByteOrderMark(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	for text, want := range map[string]string{"\ufeffa\ufeff": "a\ufeff", "a": "a", "\ufeff": "", "": "", "\xef\xbb": "\xef\xbb"} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		data, err := disk.ReadText(file, 10)
		require.NoError(t, err)
		assert.Equal(t, want, string(data))
	}
	_, err := disk.ReadText(file+"none", 10)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{5: "5 bytes", 1 << 10: "1 KiB", 1 << 20: "1 MiB", 3 << 19: "1536 KiB", 256 << 20: "256 MiB"} {
		assert.Equal(t, want, disk.Size(bytes))
	}
}
