package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/disk"
)

// A lock is held by one open file at a time, until it is given back or the file is closed.
func TestALockHasOneHolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
		require.NoError(t, err)
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	held := func(f *os.File) bool {
		held, err := disk.TryLock(f)
		require.NoError(t, err)
		return held
	}
	one, other, third := open(), open(), open()
	assert.False(t, held(one))
	assert.True(t, held(other))
	require.NoError(t, disk.Unlock(one))
	assert.False(t, held(other))
	assert.True(t, held(third))
	require.NoError(t, other.Close())
	assert.False(t, held(third))
}
