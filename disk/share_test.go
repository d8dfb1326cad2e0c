package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/disk"
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
