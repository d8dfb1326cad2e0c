package expert_test

import (
	"context"
	"testing"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env"
	"ringer/env/payday"
)

// BenchmarkPayday plays games among experts. One op is one decision of an expert
// that has a choice.
func BenchmarkPayday(b *testing.B) {
	g := paydayGame(b)
	e := expert.NewPayday(g)
	viewer := agents.NewViewer(g)
	views := make([]agents.View, 1)
	rng := env.Stream(1, "bench")
	s := g.NewInitialState().(*payday.State)
	outcomes := make([]env.Outcome, 0, 600)
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; {
		var a env.Action
		switch s.CurrentPlayer() {
		case env.Terminal:
			s = g.NewInitialState().(*payday.State)
			continue
		case env.Chance:
			outcomes = s.ChanceOutcomes(outcomes[:0])
			a = env.SampleOutcome(outcomes, rng)
		default:
			views[0] = viewer.View(s, rng)
			d, err := e.Decide(context.Background(), views)
			if err != nil {
				b.Fatal(err)
			}
			a = agents.Sample(d[0], views[0].Legal, rng)
			if len(views[0].Legal) > 1 {
				n++
			}
		}
		if err := s.Apply(a); err != nil {
			b.Fatal(err)
		}
	}
}
