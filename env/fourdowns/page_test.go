package fourdowns_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/fourdowns"
	"ringer/env/games"
)

var update = flag.Bool("update", false, "write missing golden playthroughs instead of comparing")

// Golden playthroughs for every number of players and main option; package games
// replays all of testdata. In each of them every card of the deck has been played.
func TestGoldensPlayEveryCard(t *testing.T) {
	for file, name := range map[string]string{
		"default": "fourdowns", "players-3": "fourdowns(players=3)", "players-2": "fourdowns(players=2)",
		"no-knocks": "fourdowns(players=3,first_downs=false)", "four-cards": "fourdowns(players=3,eight_cards_for_two=false)",
		"yards": "fourdowns(hands=8,returns=yards)",
	} {
		path := "testdata/" + file + ".golden"
		g := game(t, name)
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) && *update {
			text = []byte(shortestWithEveryCard(t, g))
			require.NotEmpty(t, text, name)
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(path, text, 0o644))
		} else {
			require.NoError(t, err, "run: go test ./env/fourdowns -run TestGoldens -update")
		}
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err)
		assert.Equal(t, name, header.Game)
		assert.NoError(t, envtest.Replay(games.MustNew(name), string(text)))
		assert.Empty(t, unplayed(g, string(text)), file)
	}
}

// unplayed lists the cards that nobody plays in a transcript.
func unplayed(g *fourdowns.Game, transcript string) []string {
	var names []string
	for i := range g.Config().Cards {
		if name := g.Card(i).Name; !strings.Contains(transcript, ": play "+name+"\n") {
			names = append(names, name)
		}
	}
	return names
}

// shortestWithEveryCard looks through some seeds for the shortest game in which
// every card is played. It plays as Record does, and then has it recorded.
func shortestWithEveryCard(t *testing.T, g *fourdowns.Game) string {
	var best uint64
	shortest := 0
	for seed := range uint64(20_000) {
		rng := env.Stream(seed, "golden")
		s := g.NewInitialState().(*fourdowns.State)
		var played uint64
		length := 0
		for s.CurrentPlayer() != env.Terminal {
			legal := s.LegalActions(nil)
			var a env.Action
			if s.CurrentPlayer() == env.Chance {
				a = env.SampleOutcome(s.ChanceOutcomes(nil), rng)
			} else {
				a = legal[rng.IntN(len(legal))]
				if int(a) < len(g.Config().Cards) {
					played |= 1 << a
				}
			}
			require.NoError(t, s.Apply(a))
			length++
		}
		if all := uint64(1)<<len(g.Config().Cards) - 1; played == all && (shortest == 0 || length < shortest) {
			best, shortest = seed, length
		}
	}
	require.NotZero(t, shortest, "no game plays every card")
	text, err := envtest.Record(g, best)
	require.NoError(t, err)
	return text
}
