package fivepossessions

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
)

// Random games of every kind end without an error, with all cards in their places
// after every action: 100,000 each with RINGER_LONG=1.
func TestEndurance(t *testing.T) {
	amount := 200
	if os.Getenv("RINGER_LONG") == "1" {
		amount = 100_000
	}
	for name, g := range map[string]*Game{
		"shipped":      build(t),
		"mini":         mini(t),
		"sudden death": build(t, func(c *Config) { c.Tie = TieSuddenDeath }),
	} {
		t.Run(name, func(t *testing.T) {
			first := g.NewInitialState().(*State)
			s := g.NewInitialState().(*State)
			var legal []env.Action
			var outcomes []env.Outcome
			rng := env.Stream(3, "endurance")
			capped, longest := 0, 0
			for range amount {
				s.CopyFrom(first)
				for s.actor != env.Terminal {
					var a env.Action
					if s.actor == env.Chance {
						outcomes = s.ChanceOutcomes(outcomes[:0])
						a = env.SampleOutcome(outcomes, rng)
					} else {
						legal = s.LegalActions(legal[:0])
						a = legal[rng.IntN(len(legal))]
					}
					if err := s.Apply(a); err != nil {
						t.Fatal(err)
					}
					if err := s.Conservation(); err != nil {
						t.Fatal(err)
					}
				}
				longest = max(longest, s.Played())
				if s.Played() >= 2*g.config.MaxPairs {
					capped++
				}
			}
			t.Logf("%d games, the longest of %d possessions, %d at the cap", amount, longest, capped)
			if g.config.MaxPairs == Defaults().MaxPairs {
				require.LessOrEqual(t, float64(capped), 0.01*float64(amount), "C-4")
			}
		})
	}
}
