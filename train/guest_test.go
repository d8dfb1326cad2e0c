package train

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/gym"
	"ringer/models"
)

// An agent at a table sees what a viewer of its own would show it, though nobody looks at the
// state a second time.
func TestGuestsSeeTheirTables(t *testing.T) {
	for _, name := range []string{"leduc", "heist(players=3,wrap=dealings)", "fourdowns(file=mini)"} {
		game, err := games.New(name)
		require.NoError(t, err)
		network, err := NewNetwork(game.Spec(), NetworkConfig{Hidden: []int{4}, Activation: models.Tanh, VocabRaw: true})
		require.NoError(t, err)
		g, err := newGroup(game, network, 0, 1, 3, 1)
		require.NoError(t, err)
		g.vector.Reset(7, g.buf)
		viewer, rng, seen := agents.NewViewer(game), env.Stream(5, "actions"), 0
		for range 60 {
			for table := range g.active {
				g.actions[table] = gym.Idle
				legal := g.vector.Legal(table)
				if len(legal) == 0 {
					continue
				}
				g.actions[table] = legal[rng.IntN(len(legal))]
				want, got := viewer.View(g.vector.State(table), rng), g.guests[table].view(g, table)
				require.Equal(t, want.Seat, got.Seat)
				require.Equal(t, want.Observation, got.Observation)
				require.Equal(t, want.Legal, got.Legal)
				require.Equal(t, want.Text(), got.Text())
				require.Equal(t, want.ActionString(g.actions[table]), got.ActionString(g.actions[table]))
				got.Legal[0]++ // the agent's own: the table keeps what it has
				require.Equal(t, want.Legal, g.vector.Legal(table))
				seen++
			}
			require.NoError(t, g.vector.Step(g.actions, g.buf))
		}
		assert.Greater(t, seen, 50, name)
	}
}
