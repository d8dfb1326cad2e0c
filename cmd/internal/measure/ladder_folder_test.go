package measure

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The records of bots that do not ship stay out of the folder whose pages are of those
// that do.
func TestMeasuredBotsHaveAFolder(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{{[]string{"kuhn"}, "docs/x"}, {[]string{"kuhn", "some/my.bot"}, "runs/x"}} {
		out := ""
		names, err := measuredBots(c.args, "x", &out)
		require.NoError(t, err)
		assert.Equal(t, c.args, names)
		assert.Equal(t, filepath.FromSlash(c.want), out)
	}
	out := "here"
	_, err := measuredBots([]string{"a/my.bot", "b/my.bot"}, "x", &out)
	assert.EqualError(t, err, "a/my.bot and b/my.bot: want bots of different names, which name their records")
	assert.Equal(t, "here", out)
}
