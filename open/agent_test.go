package open_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/open"
)

// The digest of an agent's games is another one where the agent plays otherwise: what plays out is part
// of a search.
func TestBehaviourTellsAgentsApart(t *testing.T) {
	opener, kuhn := &open.Opener{}, games.MustNew("kuhn")
	of := func(agent string) string {
		digest, err := opener.Behaviour(t.Context(), kuhn, agent)
		require.NoError(t, err)
		return digest
	}
	plain := of("ismcts(sims=500)")
	assert.Equal(t, plain, of("ismcts(sims=500)"))
	assert.NotEqual(t, plain, of("ismcts(sims=500,playout=bot(kuhn),depth=1)"))
	assert.NotEqual(t, plain, of("random"))
}

// Records are of bots of different names, and of the bots that ship where none is named.
func TestMeasuredBots(t *testing.T) {
	all, own, err := open.Measured(nil)
	require.NoError(t, err)
	assert.False(t, own)
	assert.Contains(t, all, "kuhn")
	for name, want := range map[string]bool{"kuhn": false, "some/my.bot": true} {
		bots, own, err := open.Measured([]string{name})
		require.NoError(t, err)
		assert.Equal(t, []string{name}, bots)
		assert.Equal(t, want, own)
	}
	_, _, err = open.Measured([]string{"a/my.bot", "b/my.bot"})
	assert.EqualError(t, err, "a/my.bot and b/my.bot: want bots of different names, which name their records")
	_, _, err = open.Measured([]string{"kuhnn"})
	assert.ErrorContains(t, err, `no bot "kuhnn"`)
}
