package payday_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/payday"
)

// shipped builds a shipped configuration with some settings on top.
func shipped(t testing.TB, file string, settings ...string) *payday.Game {
	c := payday.Defaults()
	sources := []configs.Source{configs.Named("games/payday/decks", "even")}
	if file != "" {
		sources = append(sources, configs.Named("games/payday", file))
	}
	require.NoError(t, configs.ReadAll(&c, append(sources, configs.Assignments("test", settings...))...))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

// deckOf builds a game with a shipped deck.
func deckOf(t testing.TB, name string, settings ...string) *payday.Game {
	c := payday.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/payday/decks", name), configs.Assignments("test", settings...)))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

// still builds a game with decks that do not change when the shipped ones are tuned.
func still(t testing.TB, settings ...string) *payday.Game {
	c := payday.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/payday", "testdata/deck.yaml"), configs.Assignments("test", settings...)))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

func TestRandomGames(t *testing.T) {
	for _, settings := range [][]string{nil, {"setup=random"}, {"loot_cards=0"}, {"payday=choose"}, {"loot_cards=1"}} {
		g := shipped(t, "", settings...)
		rng := env.Stream(1, "random games")
		decisions, wins, rounds := 0, 0, 0
		var legal []env.Action
		var outcomes []env.Outcome
		const games = 6
		for range games {
			s := g.NewInitialState().(*payday.State)
			for s.CurrentPlayer() != env.Terminal {
				if s.CurrentPlayer() == env.Chance {
					outcomes = s.ChanceOutcomes(outcomes[:0])
					require.NoError(t, s.Apply(env.SampleOutcome(outcomes, rng)))
				} else {
					legal = s.LegalActions(legal[:0])
					require.NotEmpty(t, legal, s.String())
					require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
					decisions++
				}
				require.NoError(t, s.Conservation())
			}
			r := make([]float64, 2)
			s.Returns(r)
			if r[0] > 0 {
				wins++
			}
			rounds += s.Round()
		}
		t.Log(settings, "decisions a game", decisions/games, "criminal wins", wins, "rounds", rounds/games, "observation", g.Spec().ObservationSize(), "actions", g.Spec().NumActions(), "bound", g.Spec().MaxGameLength)
	}
}
