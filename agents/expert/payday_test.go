package expert_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/env"
	"ringer/env/payday"
)

// paydayGame builds a shipped configuration of payday with some settings on top.
func paydayGame(t testing.TB, settings ...string) *payday.Game {
	c := payday.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/payday", "default"), configs.Assignments("test", settings...)))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

// crime is the share of games that the Criminal wins, with mean rounds and
// decisions.
func crime(t testing.TB, g *payday.Game, criminal, police agents.Agent, games int) (share, rounds float64, capped int) {
	b := newTable(t, g, criminal, police)
	for i := range games {
		s := b.play(uint64(i), 0).(*payday.State)
		if s.Winner() == payday.Criminal {
			share++
		}
		rounds += float64(s.Round())
		if s.Round() == g.Config().Rounds && s.Winner() == payday.Police {
			capped++
		}
	}
	return share / float64(games), rounds / float64(games), capped
}

func TestPaydayBalance(t *testing.T) {
	games := 30
	if n, err := strconv.Atoi(os.Getenv("PAYDAY_GAMES")); err == nil {
		games = n
	}
	g := paydayGame(t)
	e := expert.NewPayday(g)
	for _, x := range []struct {
		name             string
		criminal, police agents.Agent
	}{
		{"expert against expert", e, e},
		{"expert against random", e, random.New()},
		{"random against expert", random.New(), e},
		{"expert against greedy", e, greedy.New(2)},
		{"greedy against expert", greedy.New(2), e},
		{"greedy against greedy", greedy.New(2), greedy.New(2)},
	} {
		share, rounds, capped := crime(t, g, x.criminal, x.police, games)
		t.Logf("%s: Criminal wins %.0f%%, %.1f rounds, %d at the cap", x.name, 100*share, rounds, capped)
	}
	_ = env.Chance
}
