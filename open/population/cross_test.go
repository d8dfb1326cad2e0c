package population_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/eval/metagame"
	"ringer/internal/cover"
	"ringer/open"
	"ringer/open/match"
	"ringer/open/population"
)

// teams is a short game of two teams.
const teams = "duel(players=4,scenario=king_of_the_hill,step=1,rounds=1,one_and_half_actions=true,respawn=true)"

// Payoffs agree with matches, no player gains against a mixture, and its file plays: in games whose
// sides are alike or differ, of teams too, for any players and workers, stopped or not.
func TestCrossPopulations(t *testing.T) {
	players := map[string][]string{
		"search":   {"random", "ismcts(sims=2)", "ismcts(sims=4)"},
		"strategy": append(inFolder(t), "random"),
		"bot":      {"bot(leduc)", "bot(leduc,temperature=0)", "bot(leduc,search=2,worlds=2)"},
	}
	axes := []cover.Axis{
		{Name: "game", Values: []string{circle, "leduc", "liarsdice", teams}},
		{Name: "kind", Values: []string{"search", "strategy", "bot"}},
		{Name: "players", Values: []string{"1", "2", "3"}},
		{Name: "workers", Values: []string{"1", "3"}},
		{Name: "stopped", Values: []string{"never", "early", "late"}},
		{Name: "solver", Values: []string{"nash", "uniform", "alpharank"}},
		{Name: "games", Values: []string{"1", "40"}},
	}
	plays := func(c cover.Case) bool { return c[1] != 2 || c[0] == 1 }
	cover.Run(t, axes, 3, plays, func(t *testing.T, pick func(string) string) {
		require.NoError(t, os.RemoveAll("p"))
		n, err := strconv.Atoi(pick("players"))
		require.NoError(t, err)
		list := players[pick("kind")][:n]
		study := func() *population.Study {
			return studied(pick("game"), "p", list, func(s *population.Study) {
				s.Solver = metagame.Solver(pick("solver"))
				s.Games, _ = strconv.Atoi(pick("games"))
				s.Workers, _ = strconv.Atoi(pick("workers"))
			})
		}
		if after := map[string]int{"never": 0, "early": 1, "late": 4}[pick("stopped")]; after > 0 {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			s, calls := study(), 0
			s.Progress = func(string, int, int) {
				if calls++; calls == after {
					stop()
				}
			}
			_, err := s.Run(ctx)
			if err != nil {
				require.ErrorIs(t, err, context.Canceled)
			}
		}
		r := done(t, study())
		require.Len(t, r.Players, n)
		g := games.MustNew(pick("game"))
		for side := range r.Players[0].Shares {
			sum := 0.0
			for _, m := range r.Players {
				sum += m.Shares[side].Is
				if pick("solver") != "nash" {
					continue
				}
				assert.Less(t, m.Gains[side].Is, 1e-6, "%s gains against the mixture", m.Agent)
				if m.Shares[side].Is > 0 {
					assert.InDelta(t, 0, m.Gains[side].Is, 1e-6)
				}
			}
			assert.InDelta(t, 1, sum, 1e-9)
		}
		play := func(agents ...string) float64 {
			m, err := match.Play(t.Context(), &open.Opener{}, match.Options{Game: g, Agents: agents, Games: study().Games, Seed: 1, Workers: 1})
			require.NoError(t, err)
			if n > 1 {
				require.Equal(t, r.Games, m.Games)
			}
			return m.Agents[0].MeanReturn
		}
		if n > 1 {
			want := play(list[0], list[1])
			assert.InDelta(t, want, (r.Payoffs[0][1].Is-r.Payoffs[1][0].Is)/2, 1e-9)
		}
		play(open.MixtureCall(r.File), list[0])
	})
}
