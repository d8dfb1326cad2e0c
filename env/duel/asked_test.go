package duel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/games"
)

// What the action ids are said to mean agrees with their names, over random
// games with the rules that bring actions of their own.
func TestActionIDsMeanWhatTheyAreCalled(t *testing.T) {
	kinds := map[string]int{}
	for _, name := range []string{
		"duel", "duel(file=skirmish)",
		"duel(map=forest,armory=true,cover=advanced,bid_initiative=player,interactive_terrain=[tree],jamming=true)",
	} {
		g := games.MustNew(name).(*duel.Game)
		for i := range uint64(4) {
			rng := env.Stream(3, "asked", i)
			s := g.NewInitialState()
			for s.CurrentPlayer() != env.Terminal {
				if s.CurrentPlayer() == env.Chance {
					require.NoError(t, s.Apply(env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)))
					continue
				}
				legal := s.LegalActions(nil)
				for _, a := range legal {
					words, kind := meaning(g, a)
					if kinds[kind]++; kind != "" && words != s.ActionString(a) {
						t.Fatalf("%s: action %d is %q, and said to be %q", name, a, s.ActionString(a), words)
					}
				}
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		}
	}
	for _, kind := range []string{"word", "score", "bid", "edge"} {
		assert.Positive(t, kinds[kind], kind)
	}
}

// meaning puts an action into the words of ActionString by what the game says
// that its id means; empty for destinations, models and directions.
func meaning(g *duel.Game, a env.Action) (words, kind string) {
	if w := g.Word(a); w != "" {
		return w, "word"
	}
	if score, avoids, ok := g.ScoreOf(a); ok {
		if avoids {
			return fmt.Sprintf("avoid %d", score), "score"
		}
		return fmt.Sprintf("score %d", score), "score"
	}
	if bid, ok := g.BidOf(a); ok {
		return fmt.Sprintf("bid %d", bid), "bid"
	}
	if face, ok := g.FaceOf(a); ok {
		return fmt.Sprintf("roll a %d again", face), "die"
	}
	if g.Leaves(a) {
		for i, e := range []string{"south", "east", "north", "west"} {
			if b := a - env.Action(i); !g.Leaves(b-1) && g.Leaves(b) {
				return "leave to the " + e, "edge"
			}
		}
	}
	return "", ""
}

func TestFacingOfNamesTheDirections(t *testing.T) {
	g := games.MustNew("duel(armory=true,cover=simple)").(*duel.Game)
	seen := map[[2]int]bool{}
	for a := range env.Action(g.Spec().NumActions()) {
		if dx, dy, ok := g.FacingOf(a); ok {
			seen[[2]int{dx, dy}] = true
		}
	}
	assert.Len(t, seen, 8)
	assert.NotContains(t, seen, [2]int{0, 0})
	_, _, ok := games.MustNew("duel").(*duel.Game).FacingOf(3)
	assert.False(t, ok, "no directions where nobody turns")
}

// A skirmish asks for two legs, and an exhausting model is known by it.
func TestLegsAndExhausting(t *testing.T) {
	b := lay(t, func(c *duel.Config) { c.OneAndHalfActions, c.Exhaust = true, true }, pair(3, 6, 9, 6))
	assert.False(t, b.s.Exhausting())
	b.do("exhaust")
	assert.True(t, b.s.Exhausting())
	b.do("skirmish")
	assert.Equal(t, duel.FirstLeg, b.s.Leg())
	b.do("stay at 3,6", "score 1", "score 1") // the Duel between the legs
	b.roll("1", "1 1")
	assert.Equal(t, duel.LastLeg, b.s.Leg())
}
