//go:build unix

package console

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What computes for another program ends with it, also while it computes.
func TestComputingEndsWhenNobodyReads(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	ctx, stop := WhileRead(t.Context(), &Output{To: w}) // as commands have it
	defer stop()
	require.NoError(t, ctx.Err())
	require.NoError(t, r.Close())
	<-ctx.Done()

	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer file.Close()
	for _, out := range []*os.File{file} {
		ctx, stop := context.WithCancel(t.Context())
		read, end := WhileRead(ctx, out)
		assert.NoError(t, read.Err())
		stop()
		<-read.Done()
		end()
	}
}
