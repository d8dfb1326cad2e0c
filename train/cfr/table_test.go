package cfr_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/tabular"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models/botfile"
	"ringer/train/cfr"
)

// A policy that became a table, and the table an agent, is the same policy.
func TestTablesPlayThePolicy(t *testing.T) {
	for _, game := range []string{"leduc", "kuhn(players=3)", "goofspiel", "heat(file=mini)"} {
		s := solver(t, game, cfr.Plus)
		s.Iterate(20)
		policy := make(tree.Policy, s.Tree().Slots())
		point, values := s.Measure(policy)
		assert.Equal(t, 20, point.Iterations)
		spec := s.Tree().Spec
		bot := &botfile.Bot{
			Table:    cfr.Table(s.Tree(), policy),
			Manifest: botfile.Manifest{Name: "x", Game: spec.String(), SpecHash: spec.Hash},
		}
		agent, err := tabular.FromBot(spec, bot)
		require.NoError(t, err)
		played, err := eval.Exploit(t.Context(), s.Tree(), "x", agent, 1)
		require.NoError(t, err)
		// Decisions are single precision.
		assert.InDelta(t, point.NashConv, played.NashConv, 1e-5, game)
		assert.InDelta(t, point.Exploitability, played.Exploitability, 1e-5, game)
		for p, seat := range played.Seats {
			assert.InDelta(t, values[p], seat.Value, 1e-5, game)
		}
	}
}

func TestRungs(t *testing.T) {
	var rungs []int
	for n := 0; n < 1000; n = cfr.NextRung(n) {
		if n > 0 {
			rungs = append(rungs, n)
		}
	}
	assert.Equal(t, []int{1, 2, 5, 10, 20, 50, 100, 200, 500}, rungs)
	for n := range 1000 {
		assert.Equal(t, cfr.NextRung(max(n-1, 0)) == n && n > 0, cfr.Rung(n), n)
	}
	assert.True(t, cfr.Rung(2_000_000))
	assert.False(t, cfr.Rung(0))
}
