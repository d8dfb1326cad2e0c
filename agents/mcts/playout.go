package mcts

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"ringer/env"
	"ringer/env/drive"
)

// generator is SplitMix64 (Steele, Lea and Flood 2014): a playout draws a
// number every step, and this one is made in a few instructions, inlined.
type generator struct{ state uint64 }

// Uint64 implements rand.Source.
func (g *generator) Uint64() uint64 {
	g.state += 0x9e3779b97f4a7c15
	z := g.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is uniform in [0, n), but for a bias under n/2^64.
func (g *generator) below(n int) int {
	hi, _ := bits.Mul64(g.Uint64(), uint64(n))
	return int(hi)
}

// playout is the world of one simulation, and the memory for playing in it.
// It is reused from one simulation to the next.
type playout struct {
	spec    *env.Spec
	table   drive.Table
	returns []float64 // [seats], in the game's units

	generator generator
	rng       env.Rand // draws from generator
}

// prepare readies the playout for a decision in a game of spec; from seeds its
// random numbers.
func (p *playout) prepare(spec *env.Spec, from env.Rand) {
	if p.rng == nil {
		p.rng = rand.New(&p.generator)
	}
	if p.spec != spec {
		p.spec = spec
		p.table.Set(nil)
		p.returns = make([]float64, spec.Players)
	}
	p.generator.state = from.Uint64()
}

// finish plays at random to the end and leaves the returns in p.returns.
func (p *playout) finish() error {
	state := p.table.State()
	for {
		switch state.CurrentPlayer() {
		case env.Terminal:
			state.Returns(p.returns)
			return nil
		case env.Chance:
			if _, err := p.table.Roll(p.rng); err != nil {
				return err
			}
		default:
			legal := p.table.Legal()
			if err := state.Apply(legal[p.generator.below(len(legal))]); err != nil {
				return err
			}
		}
	}
}

// scale maps returns to [0, 1] and back.
type scale struct{ low, width float64 }

func scaleOf(spec *env.Spec) scale {
	return scale{spec.MinUtility, spec.MaxUtility - spec.MinUtility}
}

func (s scale) to(x float64) float32   { return float32((x - s.low) / s.width) }
func (s scale) from(x float32) float64 { return s.low + float64(x)*s.width }

// inWorld explains an error of a game in a world that View.Resample gave.
func inWorld(agent string, spec *env.Spec, err error) error {
	return fmt.Errorf("%s: %s in a resampled world: %w", agent, spec, err)
}
