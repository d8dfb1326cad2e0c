package eval_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
)

// Nobody is asked about a forced move, which is a decision of the game all the same: the
// last square of tic-tac-toe.
func TestForcedMovesAreNotAsked(t *testing.T) {
	asked := agentFunc(func(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
		for i := range views {
			assert.Greater(t, len(views[i].Legal), 1)
		}
		return random.New().Decide(ctx, views)
	})
	m := play(t, eval.MatchConfig{Game: games.MustNew("tictactoe"), Entries: []eval.Entry{{Name: "asked", Agent: asked}}, Games: 200, Seed: 1, Keep: 100})
	full := 0
	for _, d := range m.FirstDeals {
		for _, g := range d.Games {
			assert.Len(t, g.History, g.Decisions)
			if g.Decisions == 9 {
				full++
			}
		}
	}
	assert.Positive(t, full)
}

// A forced move takes one number from its seat's stream, as drawing an action does: who
// draws nothing there plays on as if it had been asked.
func TestForcedMovesTakeOneNumber(t *testing.T) {
	game := games.MustNew("payday")
	m := play(t, eval.MatchConfig{Game: game, Entries: []eval.Entry{{Name: "random", Agent: random.New()}}, Games: 2, Seed: 3, Keep: 1})
	want := m.FirstDeals[0].Games[0]
	forced := 0
	chance := env.Stream(3, eval.PurposeMatchDeals, 0)
	var seats []env.Rand
	for seat := range uint64(2) {
		seats = append(seats, env.Stream(3, eval.PurposeMatchAgents, 0, 0, seat))
	}
	s := game.NewInitialState()
	for _, got := range want.History {
		legal := s.LegalActions(nil)
		p := s.CurrentPlayer()
		if p == env.Chance {
			assert.Equal(t, env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), chance), got)
		} else {
			if len(legal) == 1 {
				forced++
			}
			probs := make([]float32, len(legal))
			for i := range probs {
				probs[i] = 1 / float32(len(legal))
			}
			assert.Equal(t, agents.Sample(agents.Decision{Probs: probs}, legal, seats[p]), got)
		}
		assert.NoError(t, s.Apply(got))
	}
	assert.Positive(t, forced)
}
