package tables

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/games"
	"ringer/play/opponents"
)

// A style says how it does against the ringer where both were measured, and nobody else does.
func TestStylesSayHowTheyStand(t *testing.T) {
	for _, x := range []struct {
		low, high, ringer float64
		want              string
	}{{1400, 1500, 1450, "level"}, {1400, 1500, 1500, "level"}, {1400, 1500, 1501, "weaker"}, {1400, 1500, 1399, "stronger"}} {
		assert.Equal(t, x.want, stands(opponents.Opponent{Low: x.low, High: x.high}, x.ringer), "%+v", x)
	}
	said := 0
	order := opponents.Of(games.MustNew("heat"))
	for i, o := range Opponents(games.MustNew("heat")) {
		assert.Equal(t, order[i].Agent, o.Agent, "the page lists opponents in their own order")
		style := opponents.StyleOf(o.Agent) != ""
		assert.Equal(t, style && o.Games > 0, o.Stands != "", o.Agent)
		assert.Equal(t, o.Rating != nil, o.Games > 0, o.Agent)
		if o.Stands != "" {
			said++
		}
	}
	assert.Positive(t, said)
}
