package checkpoints_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/payday"
	"ringer/eval"
	"ringer/models/botfile"
)

// How even PAYDAY DUEL is between networks, how often the last round ends a game, and
// which cards are chosen: RINGER_LONG=1 plays 4,000 games and prints the tables of
// docs/games/payday.md: each side wins a fifth or more, and 97% of the games end before the
// last round, intervals and all.
func TestPaydayBetweenNetworks(t *testing.T) {
	n := 16
	long := os.Getenv("RINGER_LONG") == "1"
	if long {
		n = 4000
	}
	table := games.MustNew("payday(wrap=forecast)") // which the bot was trained on
	game := env.UnwrapGame(table).(*payday.Game)
	bot, err := roster.New("bot(payday)", roster.Sources{Game: table, Bot: shipped})
	require.NoError(t, err)
	m, err := eval.PlayMatch(context.Background(), eval.MatchConfig{Game: table, Entries: []eval.Entry{{Name: "bot(payday)", Agent: bot}}, Games: n, Seed: 900, Keep: n})
	require.NoError(t, err)
	rounds, capped := 0, 0
	chosen := make([]int, len(game.Kinds()))
	for _, d := range m.FirstDeals {
		for _, g := range d.Games {
			s := game.NewInitialState().(*payday.State)
			for _, a := range g.History {
				count(s, a, chosen)
				require.NoError(t, s.Apply(a))
			}
			rounds += s.Round()
			if s.Round() == game.Config().Rounds && g.Returns[payday.Police] > 0 {
				capped++
			}
		}
	}
	c, played := m.Seats[payday.Criminal], float64(m.Games)
	late := eval.Wilson(float64(capped), played)
	t.Logf("| game | games | the Criminal wins | rounds | ended by the cap |\n|---|--:|--:|--:|--:|\n| `%s` | %d | %.1f%% (%.1f … %.1f) | %.1f | %.1f%% (%.1f … %.1f) |",
		game.Spec(), m.Games, 100*c.WinRate, 100*c.Low, 100*c.High, float64(rounds)/played, 100*float64(capped)/played, 100*late.Low, 100*late.High)
	t.Log("how often a game\n" + choices(game, chosen, played))
	assert.Less(t, late.Low, .05, "games that the last round ends")
	if long {
		assert.Greater(t, c.Low, .20, "the Criminal's share")
		assert.Less(t, c.High, .80, "the Criminal's share")
		assert.Less(t, late.High, .03, "games that the last round ends")
	}
}

// count notes the card that an action plays or sets up.
func count(s *payday.State, a env.Action, chosen []int) {
	if s.CurrentPlayer() < 0 {
		return
	}
	switch s.Question() {
	case payday.AskKey, payday.AskObstacle, payday.AskGuard, payday.AskCard, payday.AskCombat:
		if c := s.Decode(a); c.Block == payday.BlockCard {
			chosen[c.Kind]++
		}
	}
}

// choices returns a table of how often each card was chosen a game, by type.
func choices(game *payday.Game, chosen []int, games float64) string {
	var types []string
	cards := map[string][]string{}
	for i, k := range game.Kinds() {
		if k.Type == payday.TypePayday || k.Type == payday.TypeHard {
			continue // they are always there
		}
		name := [...]string{"Criminal", "Police", "heist"}[k.Side] + ", " + k.Type.String()
		if !slices.Contains(types, name) {
			types = append(types, name)
		}
		cards[name] = append(cards[name], fmt.Sprintf("%s %.2f", k.Title, float64(chosen[i])/games))
	}
	var b strings.Builder
	b.WriteString("| type | cards |\n|---|---|\n")
	for _, name := range types {
		fmt.Fprintf(&b, "| %s | %s |\n", name, strings.Join(cards[name], " · "))
	}
	return b.String()
}

// shipped opens a shipped bot.
func shipped(name string) (*botfile.Bot, error) {
	file, err := checkpoints.Open(name)
	if err != nil {
		return nil, err
	}
	return botfile.Read(file, file.Size())
}
