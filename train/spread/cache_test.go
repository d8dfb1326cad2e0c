package spread

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// The weights that are kept have this many bytes together, however large each is.
func TestTheCacheIsBounded(t *testing.T) {
	c := newCache(nil)
	for i := range 2 * mostCached {
		e := &cached{sum: fmt.Sprint(i)}
		c.entries = append(c.entries, e)
		c.weigh(e, mostCachedBytes/5)
		require.LessOrEqual(t, len(c.entries), 5)
		require.Equal(t, e, c.entries[len(c.entries)-1])
	}
	large := &cached{sum: "large"}
	c.entries = append(c.entries, large)
	c.weigh(large, 2*mostCachedBytes)
	require.Equal(t, []*cached{large}, c.entries)
}
