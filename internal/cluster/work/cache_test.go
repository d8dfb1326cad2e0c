package work

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The values that are kept have this many bytes together, however large each is, and are few.
func TestTheCacheIsBounded(t *testing.T) {
	c := Cache[int]{Most: 5, MostBytes: 1000}
	get := func(key, bytes int) int {
		v, err := c.Get(t.Context(), fmt.Sprint(key), func() (int, int, error) { return key, bytes, nil })
		require.NoError(t, err)
		return v
	}
	for i := range 20 {
		require.Equal(t, i, get(i, 300))
		require.LessOrEqual(t, len(c.entries), 3)
	}
	for i := range 20 {
		require.Equal(t, i, get(i, 1))
		require.LessOrEqual(t, len(c.entries), 5)
	}
	require.Equal(t, 15, get(15, 7777), "it is there")
	require.Equal(t, 99, get(99, 7777))
	require.Len(t, c.entries, 1, "the newest alone has more")
}

// A value is built once by whoever comes first, and anew where that has failed.
func TestTheCacheBuildsOnce(t *testing.T) {
	c := Cache[string]{Most: 5, MostBytes: 1000}
	_, err := c.Get(t.Context(), "x", func() (string, int, error) { return "", 0, errors.New("not yet") })
	require.ErrorContains(t, err, "not yet")
	failing, fails := make(chan struct{}), make(chan struct{})
	go func() { // whose context ends, as of a run that is over
		_, _ = c.Get(t.Context(), "x", func() (string, int, error) {
			close(failing)
			<-fails
			return "", 0, errors.New("canceled")
		})
	}()
	<-failing
	var built atomic.Int64
	var over sync.WaitGroup
	for range 50 {
		over.Go(func() {
			v, err := c.Get(t.Context(), "x", func() (string, int, error) {
				built.Add(1)
				return "value", 1, nil
			})
			assert.NoError(t, err)
			assert.Equal(t, "value", v)
		})
	}
	close(fails)
	over.Wait()
	assert.EqualValues(t, 1, built.Load())
}
