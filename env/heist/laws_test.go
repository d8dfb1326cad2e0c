package heist_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
)

func TestLaws(t *testing.T) {
	for _, name := range []string{
		"heist(max_rounds=4)", "heist(players=3,short_jobs=full,max_rounds=1)", "heist(file=mini)", "heist(give_up=any,die=2,max_rounds=3)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 1, Seed: 3}
			if long {
				opts.Games = 100
			}
			envtest.Run(t, games.MustNew(name), opts)
		})
	}
	if !long {
		return
	}
	for _, name := range []string{
		"heist", "heist(players=3)", "heist(players=4)", "heist(players=5)", "heist(players=6,short_jobs=full)",
		"heist(players=3,draw=5,hand_limit=2)", "heist(draw=5,deal=20,hand_limit=3,die=2,max_rounds=9)", "heist(players=3,draw=5,deal=20,hand_limit=2,max_rounds=5)",
		"heist(draw=5,deal=20,hand_limit=2,max_rounds=8,history=on)", "heist(players=4,draw=5,deal=20,hand_limit=2,max_rounds=2)", "heist(players=3,deal=20,draw=5,hand_limit=20,max_rounds=1)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			envtest.Run(t, games.MustNew(name), envtest.Options{Games: 100, Seed: 3})
		})
	}
}

// 100,000 random games without an error, cards conserved after every action
// (RINGER_LONG=1; two hundred by default).
func TestManyRandomGames(t *testing.T) {
	amount := 40
	if long {
		amount = 20_000
	}
	for n := 2; n <= 6; n++ {
		t.Run(players(n), func(t *testing.T) {
			t.Parallel()
			p := newPlayer(game(t, players(n)))
			first := p.s.Clone()
			for i := range amount {
				p.rng = env.Stream(uint64(i), "many games")
				p.s.(env.CopierFrom).CopyFrom(first)
				for p.s.CurrentPlayer() != env.Terminal {
					if p.s.CurrentPlayer() == env.Chance {
						p.outcomes = p.s.(env.Chancer).ChanceOutcomes(p.outcomes[:0])
						require.NoError(t, p.s.Apply(env.SampleOutcome(p.outcomes, p.rng)))
					} else {
						p.legal = p.s.LegalActions(p.legal[:0])
						require.NoError(t, p.s.Apply(p.legal[p.rng.IntN(len(p.legal))]))
					}
					if err := p.s.(env.Conserver).Conservation(); err != nil {
						require.NoError(t, err, "game %d", i)
					}
				}
			}
		})
	}
}
