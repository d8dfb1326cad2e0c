package fivepossessions

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// A player drives random games in reused memory.
type player struct {
	s, first    env.State
	rng         env.Rand
	legal       []env.Action
	outcomes    []env.Outcome
	observation []float32
	returns     []float64
}

func newPlayer(g *Game) *player {
	return &player{
		s: g.NewInitialState(), first: g.NewInitialState(), rng: env.Stream(1, "bench"),
		legal: make([]env.Action, 0, 32), outcomes: make([]env.Outcome, 0, 32),
		observation: make([]float32, g.Spec().ObservationSize()), returns: make([]float64, Players),
	}
}

// decision plays up to and including the next decision.
func (p *player) decision() {
	for {
		switch seat := p.s.CurrentPlayer(); seat {
		case env.Terminal:
			p.s.Returns(p.returns)
			p.s.(env.CopierFrom).CopyFrom(p.first)
		case env.Chance:
			p.outcomes = p.s.(env.Chancer).ChanceOutcomes(p.outcomes[:0])
			p.apply(env.SampleOutcome(p.outcomes, p.rng))
		default:
			p.s.Observe(seat, p.observation)
			p.legal = p.s.LegalActions(p.legal[:0])
			p.apply(p.legal[p.rng.IntN(len(p.legal))])
			return
		}
	}
}

func (p *player) apply(a env.Action) {
	if err := p.s.Apply(a); err != nil {
		panic(err)
	}
}

// BenchmarkDecision plays random games with mask and observation at every
// decision. One op is one player decision, with the chance steps around it.
func BenchmarkDecision(b *testing.B) {
	p := newPlayer(build(b))
	b.ReportAllocs()
	for b.Loop() {
		p.decision()
	}
}

// BenchmarkResample draws worlds in the middle of a game.
func BenchmarkResample(b *testing.B) {
	p := newPlayer(build(b))
	for range 300 {
		p.decision()
	}
	b.ReportAllocs()
	for b.Loop() {
		p.s.(env.Resampler).ResampleFromInfoState(0, p.rng)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	p := newPlayer(build(t))
	for range 2000 {
		p.decision()
	}
	assert.Zero(t, testing.AllocsPerRun(2000, p.decision))
}
