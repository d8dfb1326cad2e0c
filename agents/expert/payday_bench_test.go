package expert_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env"
	"ringer/env/payday"
)

// BenchmarkPayday asks the expert at positions of games among experts. One op is
// one decision with a choice, the drawing of a world that it looks at included.
func BenchmarkPayday(b *testing.B) {
	g := paydayGame(b)
	e := expert.NewPayday(g)
	rng := env.Stream(1, "bench")
	var positions []env.State
	for len(positions) < 3000 {
		positions = append(positions, paydayPositions(b, g, e, rng)...)
	}
	views := make([][]agents.View, len(positions))
	for i, s := range positions {
		views[i] = []agents.View{agents.NewViewer(g).View(s, rng)}
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if _, err := e.Decide(context.Background(), views[i%len(views)]); err != nil {
			b.Fatal(err)
		}
	}
}

// paydayPositions are the points of a game among experts at which there is a choice.
func paydayPositions(t testing.TB, g *payday.Game, e agents.Agent, rng env.Rand) []env.State {
	var list []env.State
	viewer := agents.NewViewer(g)
	s := g.NewInitialState().(*payday.State)
	for s.CurrentPlayer() != env.Terminal {
		var a env.Action
		if s.CurrentPlayer() == env.Chance {
			a = env.SampleOutcome(s.ChanceOutcomes(nil), rng)
		} else {
			views := []agents.View{viewer.View(s, rng)}
			d, err := e.Decide(context.Background(), views)
			require.NoError(t, err)
			a = agents.Sample(d[0], views[0].Legal, rng)
			if len(views[0].Legal) > 1 {
				list = append(list, s.Clone())
			}
		}
		require.NoError(t, s.Apply(a))
	}
	return list
}
