package script_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/script"
	"ringer/env"
	"ringer/env/games"
)

// A constant is taken in decisions of its kind where it is legal, and changes nothing elsewhere.
func TestConstant(t *testing.T) {
	g := games.MustNew("goofspiel")
	for _, c := range []struct {
		kind   int8
		action env.Action
		want   []float32
	}{
		{0, 2, []float32{0, 0, 1, 0}},
		{1, 2, []float32{.25, .25, .25, .25}}, // another kind
		{0, 9, []float32{.25, .25, .25, .25}}, // not legal
	} {
		v := opening(t, g)
		d, err := script.Constant(random.New(), c.kind, c.action).Decide(t.Context(), []agents.View{v})
		require.NoError(t, err)
		assert.Equal(t, c.want, d[0].Probs)
	}
}
