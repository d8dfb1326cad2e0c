package heat_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heat"
)

func talk(c *heat.Config) { c.Talk = heat.TalkClaims }

// HEAT-11: with talk, everyone in seat order may claim a title or stay silent
// before each stage's secret choices; claims are public and bind nobody.
func TestClaimsHEAT11(t *testing.T) {
	b := lay(t, [][]heat.Card{{idle, idle}, {idle, other}, {idle, idle}}, nil, talk)
	assert.Equal(t, heat.AskClaim, b.Question())
	assert.Equal(t, env.Player(0), b.CurrentPlayer())
	assert.Equal(t, []string{"claim Idle", "claim Other", "say nothing"}, b.legal())
	b.do("claim Other")
	assert.Equal(t, env.Player(1), b.CurrentPlayer())
	b.do("say nothing", "claim Idle")
	spec := b.Game().Spec()
	o := make([]float32, spec.ObservationSize())
	b.Observe(1, o)
	claims, spoken := spec.FieldOffset("claims"), spec.FieldOffset("claimed")
	assert.Equal(t, []float32{0, 0, 1, 0, 0, 1}, o[claims:claims+6], "rows: seats 1, 2, 0; columns: Idle, Other")
	assert.Equal(t, []float32{1, 1, 1}, o[spoken:spoken+3])
	assert.Contains(t, b.InformationState(2), "seat 0 claims Other; seat 1 says nothing; seat 2 claims Idle")
	require.Equal(t, heat.AskPlay, b.Question())
	assert.Equal(t, []string{"play Idle"}, b.legal(), "seat 0 lied and plays what it likes")
	b.do("play Idle", "play Other", "play Idle")
	require.Equal(t, heat.AskClaim, b.Question(), "again before the next stage")
	assert.Equal(t, env.Player(1), b.CurrentPlayer(), "from the start player")
	b.Observe(0, o)
	kept := spec.FieldOffset("claims_kept")
	assert.Equal(t, []float32{0, 1. / 12, 0, 0, 1. / 12, 0}, o[kept:kept+6], "kept and broken claims of seats 0, 1, 2")
}

// HEAT-23: no claims before draft picks; legal are the titles used at this
// player count, and silence. Without the option there are none at all.
func TestClaimsOnlyBeforeStagesHEAT23(t *testing.T) {
	g := game(t, "heat(players=3,talk=claims)")
	rng := env.Stream(1, "claims")
	s := g.NewInitialState().(*heat.State)
	before := heat.AskChance
	for s.CurrentPlayer() != env.Terminal {
		q := s.Question()
		if q == heat.AskPick {
			assert.NotEqual(t, heat.AskClaim, before)
		}
		if q == heat.AskClaim {
			assert.Len(t, s.LegalActions(nil), len(g.Kinds())+1)
		}
		require.NoError(t, s.Apply(randomAction(s, rng)))
		before = q
	}
	for _, k := range g.Kinds() {
		assert.NotEqual(t, "Crime Spree", k.Title, "a card for 4 and 5 players")
	}
	p := newPlayer(game(t, "heat"))
	for range 2000 {
		p.decision()
		require.NotEqual(t, heat.AskClaim, p.s.(*heat.State).Question())
	}
}
