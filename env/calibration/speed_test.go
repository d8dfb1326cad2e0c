package calibration_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/goofspiel"
	"ringer/env/kuhn"
	"ringer/env/leduc"
	"ringer/env/liarsdice"
	"ringer/env/tictactoe"
)

// driver plays random episodes of one game without allocating: what a vector
// or a search does between two network calls.
type driver struct {
	start, state env.State
	chancer      env.Chancer // state
	copier       env.CopierFrom
	rng          env.Rand
	legal        []env.Action
	outcomes     []env.Outcome
	observation  []float32 // nil: do not observe
	sink         float32
}

func newDriver(g env.Game, observe bool) *driver {
	d := &driver{start: g.NewInitialState(), state: g.NewInitialState(), rng: env.Stream(1, "benchmark")}
	d.chancer, _ = d.state.(env.Chancer)
	d.copier = d.state.(env.CopierFrom)
	if observe {
		d.observation = make([]float32, g.Spec().ObservationSize())
	}
	return d
}

// step applies one action, chance included; at the end of an episode it first
// starts the next one.
func (d *driver) step() {
	p := d.state.CurrentPlayer()
	if p == env.Terminal {
		d.copier.CopyFrom(d.start)
		p = d.state.CurrentPlayer()
	}
	var a env.Action
	if p == env.Chance {
		d.outcomes = d.chancer.ChanceOutcomes(d.outcomes[:0])
		a = env.SampleOutcome(d.outcomes, d.rng)
	} else {
		d.legal = d.state.LegalActions(d.legal[:0])
		if d.observation != nil {
			d.state.Observe(p, d.observation)
			d.sink += d.observation[0]
		}
		a = d.legal[d.rng.IntN(len(d.legal))]
	}
	if err := d.state.Apply(a); err != nil {
		panic(err)
	}
}

type named struct {
	name string
	game env.Game
}

func games() []named {
	goofspiel13 := goofspiel.Config{Players: 2, Cards: 13, Order: goofspiel.Random, Returns: goofspiel.WinLoss}
	return []named{
		{"kuhn", must(kuhn.New(kuhn.Defaults()))},
		{"leduc", must(leduc.New(leduc.Defaults()))},
		{"liarsdice", must(liarsdice.New(liarsdice.Defaults()))},
		{"goofspiel-13", must(goofspiel.New(goofspiel13))},
		{"goofspiel-4", must(goofspiel.New(goofspiel.Defaults()))},
		{"tictactoe", must(tictactoe.New(tictactoe.Defaults()))},
	}
}

func must[G env.Game](g G, err error) env.Game {
	if err != nil {
		panic(err)
	}
	return g
}

func benchmark(b *testing.B, observe bool) {
	for _, g := range games() {
		b.Run(g.name, func(b *testing.B) {
			d := newDriver(g.game, observe)
			b.ReportAllocs()
			for b.Loop() {
				d.step()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Msteps/s")
		})
	}
}

// BenchmarkPlayout plays random episodes. One operation is one step: one
// applied action, chance included, with the choice of the action.
func BenchmarkPlayout(b *testing.B) { benchmark(b, false) }

// BenchmarkObserved is BenchmarkPlayout with the actor's observation written at
// every decision.
func BenchmarkObserved(b *testing.B) { benchmark(b, true) }

// TestNoAllocations: CurrentPlayer, LegalActions, ChanceOutcomes, Observe,
// Apply and CopyFrom allocate nothing.
func TestNoAllocations(t *testing.T) {
	for _, g := range games() {
		t.Run(g.name, func(t *testing.T) {
			d := newDriver(g.game, true)
			for range 1000 { // grow the buffers
				d.step()
			}
			require.Zero(t, testing.AllocsPerRun(5000, d.step))
		})
	}
}
