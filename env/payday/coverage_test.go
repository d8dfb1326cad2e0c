package payday_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/payday"
)

// PAY-1, PAY-2, PAY-3: games are played until every card of both decks has been
// played and every kind of heist card has been set up; every question was asked.
func TestEveryCardIsPlayed(t *testing.T) {
	g := shipped(t, "")
	kinds := g.Kinds()
	played := map[int]bool{}
	asked := map[payday.Question]bool{}
	rng := env.Stream(4, "coverage")
	var legal []env.Action
	for game := 0; game < 400 && len(played) < len(kinds); game++ {
		s := g.NewInitialState().(*payday.State)
		for s.CurrentPlayer() != env.Terminal {
			legal = s.LegalActions(legal[:0])
			a := legal[rng.IntN(len(legal))]
			q := s.Question()
			asked[q] = true
			if m := s.Meaning(a); m.Kind >= 0 {
				switch q {
				case "card", "combat", "obstacle", "guard", "key", "loot_at":
					played[m.Kind] = true
				}
			}
			if q == "hard" {
				played[s.Placing()] = true
			}
			require.NoError(t, s.Apply(a))
		}
	}
	for i, k := range kinds {
		assert.True(t, played[i], "%s was never played", k.ID)
	}
	for _, q := range []payday.Question{
		"key", "loot_at", "hard", "obstacle", "obstacle_at", "guard", "guard_at", "redraw", "swap", "card", "where", "target", "dash", "redeploy", "recover",
		"move", "transfer", "escape", "move_from", "move_who", "move_to", "hand_limit", "battle", "combat", "attacker", "attack", "fire", "pay", "regroup", "loot", "draw", "drop",
	} {
		assert.True(t, asked[q], "nobody was asked %s", q)
	}
}

// 100,000 random games with everything counted after every action; some of them in a
// quick run.
func TestConservation(t *testing.T) {
	games := 60
	if long {
		games = 100_000
	}
	g := shipped(t, "")
	rng := env.Stream(8, "conservation")
	var legal []env.Action
	var outcomes []env.Outcome
	s := g.NewInitialState().(*payday.State)
	first := g.NewInitialState()
	decisions := 0
	for range games {
		s.CopyFrom(first)
		for s.CurrentPlayer() != env.Terminal {
			var a env.Action
			if s.CurrentPlayer() == env.Chance {
				outcomes = s.ChanceOutcomes(outcomes[:0])
				a = env.SampleOutcome(outcomes, rng)
			} else {
				legal = s.LegalActions(legal[:0])
				if len(legal) == 0 {
					t.Fatal(s.String())
				}
				a = legal[rng.IntN(len(legal))]
				decisions++
			}
			if err := s.Apply(a); err != nil {
				t.Fatal(err)
			}
			if err := s.Conservation(); err != nil {
				t.Fatalf("%v\n%s", err, s)
			}
		}
	}
	t.Logf("%d games, %d decisions", games, decisions)
}
