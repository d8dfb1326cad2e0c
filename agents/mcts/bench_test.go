package mcts

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

// opening returns the view of the first decision of a game.
func opening(t testing.TB, text string) agents.View {
	t.Helper()
	game := games.MustNew(text)
	s := game.NewInitialState()
	rng := env.Stream(1, "test/opening")
	_, err := drive.Roll(s, rng)
	require.NoError(t, err)
	return agents.NewViewer(game).View(s, rng)
}

// One step is one simulation: select, expand, play out, back up. Decisions have
// 1,000 simulations from the empty board.
func BenchmarkMCTSTicTacToe(b *testing.B) {
	v := opening(b, "tictactoe")
	o := Defaults()
	s := &search{}
	b.ReportAllocs()
	for done := 0; done < b.N; done += s.sims {
		o.Sims = min(1000, b.N-done)
		root, err := openWorld(&v)
		require.NoError(b, err)
		require.NoError(b, s.run(context.Background(), &v, root, &o))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "simulations/s")
}

// One step is one simulation, as above; decisions have 500 in 100 worlds.
func BenchmarkISMCTS(b *testing.B) {
	for _, game := range []string{"leduc", "kuhn", "goofspiel", "heat(players=4)"} {
		b.Run(game, func(b *testing.B) {
			v := opening(b, game)
			o := InformationSetDefaults()
			s := &infoSearch{}
			b.ReportAllocs()
			for done := 0; done < b.N; done += o.Sims {
				o.Sims = min(500, b.N-done)
				require.NoError(b, s.run(context.Background(), &v, &o))
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}
