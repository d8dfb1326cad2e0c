package mcts

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"ringer/env"
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
	spec     *env.Spec
	state    env.State
	into     env.CopierFrom // state, when it can copy
	chancer  env.Chancer    // state, when it has chance
	legal    []env.Action
	outcomes []env.Outcome
	returns  []float64 // [seats], in the game's units

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
		p.spec, p.state, p.into, p.chancer = spec, nil, nil, nil
		p.returns = make([]float64, spec.Players)
	}
	p.generator.state = from.Uint64()
}

// begin makes the state a copy of world.
func (p *playout) begin(world env.State) {
	if p.into != nil {
		p.into.CopyFrom(world)
		return
	}
	p.state = world.Clone()
	p.into, _ = p.state.(env.CopierFrom)
	p.chancer, _ = p.state.(env.Chancer)
}

// roll applies a chance outcome.
func (p *playout) roll() error {
	p.outcomes = p.chancer.ChanceOutcomes(p.outcomes[:0])
	return p.state.Apply(env.SampleOutcome(p.outcomes, p.rng))
}

// finish plays at random to the end and leaves the returns in p.returns.
func (p *playout) finish() error {
	for {
		switch p.state.CurrentPlayer() {
		case env.Terminal:
			p.state.Returns(p.returns)
			return nil
		case env.Chance:
			if err := p.roll(); err != nil {
				return err
			}
		default:
			p.legal = p.state.LegalActions(p.legal[:0])
			if err := p.state.Apply(p.legal[p.generator.below(len(p.legal))]); err != nil {
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
