package checkpoints_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/env/games"
	"ringer/env/payday"
	"ringer/eval"
	"ringer/models/botfile"
)

// How even PAYDAY DUEL is between networks, and how often the last round ends a game:
// RINGER_LONG=1 plays 1,000 games and prints the row of docs/games/payday.md. Neither
// side may be hopeless, and hardly any game endless.
func TestPaydayBetweenNetworks(t *testing.T) {
	n := 16
	long := os.Getenv("RINGER_LONG") == "1"
	if long {
		n = 1000
	}
	game := games.MustNew("payday")
	bot, err := roster.New("bot(payday)", roster.Sources{Game: game, Bot: shipped})
	require.NoError(t, err)
	m, err := eval.PlayMatch(context.Background(), eval.MatchConfig{Game: game, Entries: []eval.Entry{{Name: "bot(payday)", Agent: bot}}, Games: n, Seed: 11, Keep: n})
	require.NoError(t, err)
	rounds, capped := 0, 0
	for _, d := range m.FirstDeals {
		for _, g := range d.Games {
			s := game.NewInitialState().(*payday.State)
			for _, a := range g.History {
				require.NoError(t, s.Apply(a))
			}
			rounds += s.Round()
			if s.Round() == game.(*payday.Game).Config().Rounds && g.Returns[payday.Police] > 0 {
				capped++
			}
		}
	}
	c, games := m.Seats[payday.Criminal], float64(m.Games)
	late := eval.Wilson(float64(capped), games)
	t.Logf("| game | games | the Criminal wins | rounds | ended by the cap |\n|---|--:|--:|--:|--:|\n| `%s` | %d | %.1f%% (%.1f … %.1f) | %.1f | %.1f%% (%.1f … %.1f) |",
		game.Spec(), m.Games, 100*c.WinRate, 100*c.Low, 100*c.High, float64(rounds)/games, 100*float64(capped)/games, 100*late.Low, 100*late.High)
	assert.Less(t, late.Low, .1, "games that the last round ends")
	if long {
		assert.Greater(t, c.Low, .15, "the Criminal's share")
		assert.Less(t, c.High, .85, "the Criminal's share")
	}
}

// shipped opens a shipped bot.
func shipped(name string) (*botfile.Bot, error) {
	file, err := checkpoints.Open(name)
	if err != nil {
		return nil, err
	}
	return botfile.Read(file, file.Size())
}
