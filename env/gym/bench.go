package gym

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"ringer/env"
	"ringer/env/drive"
)

// Mode names what a benchmark does at every decision.
type Mode string

const (
	// Bare plays uniformly random games through the State interface.
	Bare Mode = "bare"
	// Observed does the same and writes observation and mask at every decision.
	Observed Mode = "observed"
	// Vectorised plays through a Vector, whose every step writes all buffers.
	Vectorised Mode = "vector"
)

// Modes lists all modes.
func Modes() []Mode { return []Mode{Bare, Observed, Vectorised} }

// BenchConfig describes a benchmark.
type BenchConfig struct {
	Mode     Mode
	Workers  int // 0: 1
	Tables   int // of the Vector; 0: 64
	Duration time.Duration
	Seed     uint64
}

// Throughput holds the figures of a benchmark. A step is an applied action, chance
// included; a decision is an action of a seat.
type Throughput struct {
	Mode               Mode    `json:"mode"`
	Workers            int     `json:"workers"`
	StepsPerSecond     float64 `json:"steps_per_second"`
	DecisionsPerSecond float64 `json:"decisions_per_second"`
	GamesPerSecond     float64 `json:"games_per_second"`
	AllocsPerStep      float64 `json:"allocs_per_step"` // heap allocations, after a warm-up
}

// Bench plays uniformly random games for the given time, or until the context is
// cancelled: then it returns the context's error with the figures so far.
func Bench(ctx context.Context, game env.Game, config BenchConfig) (Throughput, error) {
	config.Workers = max(config.Workers, 1)
	if config.Tables == 0 {
		config.Tables = 64
	}
	switch config.Mode {
	case Bare, Observed:
		return benchPlayouts(ctx, game, config), ctx.Err()
	case Vectorised:
		return benchVector(ctx, game, config)
	}
	return Throughput{}, fmt.Errorf("gym: unknown benchmark mode %q; known: %v", config.Mode, Modes())
}

// work counts steps, decisions and games.
type work struct{ steps, decisions, games uint64 }

func (w *work) add(o work) {
	w.steps += o.steps
	w.decisions += o.decisions
	w.games += o.games
}

func (w work) throughput(config BenchConfig, elapsed time.Duration, allocs uint64) Throughput {
	s := elapsed.Seconds()
	return Throughput{
		Mode: config.Mode, Workers: config.Workers,
		StepsPerSecond: float64(w.steps) / s, DecisionsPerSecond: float64(w.decisions) / s, GamesPerSecond: float64(w.games) / s,
		AllocsPerStep: float64(allocs) / float64(max(w.steps, 1)),
	}
}

// meter measures the time and the heap allocations of a function.
func meter(f func()) (elapsed time.Duration, allocs uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	f()
	elapsed = time.Since(start)
	runtime.ReadMemStats(&after)
	return elapsed, after.Mallocs - before.Mallocs
}

func benchPlayouts(ctx context.Context, game env.Game, config BenchConfig) Throughput {
	players := make([]*playout, config.Workers)
	for i := range players {
		players[i] = newPlayout(game, env.Stream(config.Seed, purposeBenchPlayouts, uint64(i)).Uint64(), config.Mode == Observed)
		players[i].run(1000)
	}
	results := make([]work, config.Workers)
	elapsed, allocs := meter(func() {
		var wait sync.WaitGroup
		for i, p := range players {
			wait.Go(func() {
				before := p.work
				for start := time.Now(); ctx.Err() == nil && time.Since(start) < config.Duration; {
					p.run(4096)
				}
				results[i] = work{p.steps - before.steps, p.decisions - before.decisions, p.games - before.games}
			})
		}
		wait.Wait()
	})
	var total work
	for _, r := range results {
		total.add(r)
	}
	return total.throughput(config, elapsed, allocs)
}

// playout plays uniformly random games one after the other, as fast as the
// interface allows.
type playout struct {
	work
	initial env.State
	table   drive.Table
	rng     rand.PCG

	observe     bool
	observation []float32
	mask        []bool
}

// newPlayout returns a playout at the start of a game; observe makes every decision write the
// observation and the mask of the seat to act.
func newPlayout(game env.Game, seed uint64, observe bool) *playout {
	spec := game.Spec()
	p := &playout{
		initial: game.NewInitialState(), observe: observe,
		observation: make([]float32, spec.ObservationSize()), mask: make([]bool, spec.NumActions()),
	}
	p.rng.Seed(seed, 0x9e3779b97f4a7c15)
	p.table.Reserve(spec)
	p.table.Set(game.NewInitialState()) // has room for a long game, which a clone may lack
	return p
}

// run applies n actions, chance included, and starts new games as they end.
func (p *playout) run(n int) {
	for range n {
		actor := p.table.State().CurrentPlayer()
		if actor == env.Terminal {
			p.games++
			p.table.Copy(p.initial)
			actor = p.table.State().CurrentPlayer()
		}
		var a env.Action
		if actor == env.Chance {
			a = env.OutcomeAt(p.table.Outcomes(), float64(p.rng.Uint64()>>11)*(1.0/(1<<53)))
		} else {
			legal := p.table.Legal()
			if p.observe {
				p.look(actor, legal)
			}
			i, _ := bits.Mul64(p.rng.Uint64(), uint64(len(legal)))
			a = legal[i]
			p.decisions++
		}
		if err := p.table.State().Apply(a); err != nil {
			panic("gym: a listed action was refused: " + err.Error())
		}
	}
	p.steps += uint64(n)
}

func (p *playout) look(actor env.Player, legal []env.Action) {
	p.table.State().Observe(actor, p.observation)
	clear(p.mask)
	for _, a := range legal {
		p.mask[a] = true
	}
}

func benchVector(ctx context.Context, game env.Game, config BenchConfig) (Throughput, error) {
	v, err := NewVector(game, VectorConfig{Tables: config.Tables, Workers: config.Workers})
	if err != nil {
		return Throughput{}, err
	}
	defer v.Close()
	buf := v.NewBuffers()
	buf.FinalObservation = nil
	v.Reset(config.Seed, buf)
	actions := make([]env.Action, config.Tables)
	var rng rand.PCG
	rng.Seed(env.Stream(config.Seed, purposeBenchVector).Uint64(), 1)
	var done work
	step := func() {
		chooseMasked(buf.Mask, actions, &rng)
		if err = v.Step(actions, buf); err != nil {
			return
		}
		done.decisions += uint64(len(actions))
		for _, over := range buf.Terminated {
			if over {
				done.games++
			}
		}
	}
	for range 100 {
		step()
	}
	done = work{}
	before := v.Steps()
	elapsed, allocs := meter(func() {
		for start := time.Now(); err == nil && ctx.Err() == nil && time.Since(start) < config.Duration; {
			for range 32 {
				step()
			}
		}
	})
	done.steps = v.Steps() - before
	return done.throughput(config, elapsed, allocs), cmp.Or(err, ctx.Err())
}

// chooseMasked draws a legal action for every table from the masks.
func chooseMasked(mask []bool, actions []env.Action, rng *rand.PCG) {
	n := len(mask) / len(actions)
	for t := range actions {
		row := mask[t*n : (t+1)*n]
		count := uint64(0)
		for _, ok := range row {
			if ok {
				count++
			}
		}
		k, _ := bits.Mul64(rng.Uint64(), count)
		for a, ok := range row {
			if !ok {
				continue
			}
			if k == 0 {
				actions[t] = env.Action(a)
				break
			}
			k--
		}
	}
}
