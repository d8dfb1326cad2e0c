package agents_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/env/wrap"
)

// own is a wrapper that shows the observer's seat.
type own struct{}

func (own) Name() string           { return "own" }
func (own) Version() int           { return 1 }
func (own) NewWriter() wrap.Writer { return own{} }
func (own) Fields() []env.Field {
	return []env.Field{{Name: "own", Shape: []int{2}, Max: 1}}
}
func (own) Write(_ env.State, p env.Player, dst []float32) { dst[p] = 1 }

// noted remembers the newest view.
type noted struct{ view agents.View }

func (n *noted) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	n.view = views[0]
	d := agents.Decisions(views)
	d[0].Probs[0] = 1
	return d, nil
}

func TestThroughShowsAnAgentItsHome(t *testing.T) {
	facts := games.MustNew("leduc")
	wrapped, err := wrap.New(facts, own{})
	require.NoError(t, err)
	n := facts.Spec().ObservationSize()

	for name, c := range map[string]struct {
		home, table env.Game
		size        int
	}{
		"a wrapped agent at a table of facts":   {wrapped, facts, n + 2},
		"an agent of facts at a wrapped table":  {facts, wrapped, n},
		"an agent of facts at a table of facts": {facts, facts, n},
	} {
		s := c.table.NewInitialState()
		rng := env.Stream(1, "test")
		_, err := drive.Roll(s, rng)
		require.NoError(t, err, name)
		view := agents.NewViewer(c.table).View(s, rng)
		seen := &noted{}
		agent := agents.Through(seen, c.home, c.table.Spec())
		_, err = agent.Decide(context.Background(), []agents.View{view})
		require.NoError(t, err, name)
		assert.Equal(t, c.home.Spec(), seen.view.Game, name)
		require.Len(t, seen.view.Observation, c.size, name)
		assert.Equal(t, view.Observation[:n], seen.view.Observation[:n], name)
		if c.size > n {
			assert.Equal(t, []float32{1, 0}, seen.view.Observation[n:], name)
		}
		want := make([]float32, c.size)
		seen.view.Resample(rng).Observe(0, want)
		assert.Equal(t, want, seen.view.Observation, name)
	}

	seen := &noted{}
	_, err = agents.Through(seen, wrapped, facts.Spec()).Decide(context.Background(), []agents.View{agents.NewViewer(games.MustNew("tictactoe")).View(games.MustNew("tictactoe").NewInitialState(), env.Stream(1, "test"))})
	assert.EqualError(t, err, "agents: made for leduc(wrap=own), asked to play tictactoe")
}
