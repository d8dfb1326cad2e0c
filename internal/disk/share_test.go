package disk_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/disk"
)

// Two mappings of a file are one memory, and the file holds it afterwards.
func TestSharedMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	s, err := disk.Share(file, 10_000)
	require.NoError(t, err)
	assert.Len(t, s.Bytes, 10_000)
	s.Bytes[9_999] = 7
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Len(t, data, 10_000)
	assert.EqualValues(t, 7, data[9_999])
	require.NoError(t, s.Close())
}

func TestShareRefusesWhatIsNoEmptyFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(file, []byte("precious"), 0o600))
	_, err := disk.Share(file, 100)
	require.EqualError(t, err, file+": want an empty file")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "precious", string(data))

	_, err = disk.Share(dir, 100)
	require.EqualError(t, err, dir+": a folder: want a regular file")
	_, err = disk.Share(filepath.Join(dir, "none"), 100)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = disk.Share(file, 0)
	require.ErrorContains(t, err, "0 bytes: want at least 1")
}

// Memory for which there is no room is an error, not a signal at the first touch of a page.
func TestShareRefusesWhatHasNoRoom(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere the file is filled, and a test must not fill a disk")
	}
	file := filepath.Join(t.TempDir(), "a")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := disk.Share(file, 1<<60)
	var room *disk.RoomError
	require.ErrorAs(t, err, &room)
	assert.Equal(t, 1<<60, room.Size)
	require.ErrorContains(t, err, file+": no room for 1152921504606846976 bytes: its file system has ")
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Zero(t, info.Size(), "the file is as it was")
}
