package payday_test

import (
	"testing"

	"ringer/env"
	tactics "ringer/env/tactics/payday"
)

// One op writes the forecasts of one position of a random game, for one seat.
func BenchmarkWrite(b *testing.B) {
	g := build(b)
	o, err := tactics.NewObserver(g)
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	for _, f := range o.Fields() {
		size += f.Size()
	}
	dst := make([]float32, size)
	rng := env.Stream(1, "bench")
	var positions []env.State
	s := g.NewInitialState()
	for s.CurrentPlayer() != env.Terminal {
		positions = append(positions, s.Clone())
		legal := s.LegalActions(nil)
		if err := s.Apply(legal[rng.IntN(len(legal))]); err != nil {
			b.Fatal(err)
		}
	}
	w := o.NewWriter()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		clear(dst)
		w.Write(positions[i%len(positions)], env.Player(i%2), dst)
		i++
	}
}
