package payday_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents"
	paydayexpert "ringer/agents/expert/payday"
	"ringer/env"
	"ringer/env/payday"
)

// BenchmarkDecide asks the expert at positions of games among experts. One op is
// one decision with a choice, with the drawing of a world.
func BenchmarkDecide(b *testing.B) {
	g := build(b)
	e := paydayexpert.New(g)
	rng := env.Stream(1, "bench")
	var list []env.State
	for len(list) < 3000 {
		list = append(list, positions(b, g, e, rng)...)
	}
	views := make([][]agents.View, len(list))
	for i, s := range list {
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

// positions returns the states of a game among experts at which there is a choice.
func positions(t testing.TB, g *payday.Game, e agents.Agent, rng env.Rand) []env.State {
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
