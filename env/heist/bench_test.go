package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/heist"
)

// BenchmarkDecision plays random games with mask and observation at every
// decision. One op is one player decision, with the chance steps around it.
func BenchmarkDecision(b *testing.B) {
	for n := 2; n <= 6; n++ {
		b.Run(players(n), func(b *testing.B) {
			b.ReportAllocs()
			p := newPlayer(game(b, players(n)))
			b.ResetTimer()
			for range b.N {
				p.decision()
			}
		})
	}
}

// A player drives random games in reused memory.
type player struct {
	s, first    env.State
	rng         env.Rand
	legal       []env.Action
	outcomes    []env.Outcome
	observation []float32
	returns     []float64
}

func newPlayer(g *heist.Game) *player {
	return &player{
		s: g.NewInitialState(), first: g.NewInitialState(), rng: env.Stream(1, "bench"),
		legal: make([]env.Action, 0, 180), outcomes: make([]env.Outcome, 0, 180),
		observation: make([]float32, g.Spec().ObservationSize()), returns: make([]float64, g.Spec().Players),
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

// step plays one random action, chance included, and returns its name.
func (p *player) step() string {
	var a env.Action
	if p.s.CurrentPlayer() == env.Chance {
		p.outcomes = p.s.(env.Chancer).ChanceOutcomes(p.outcomes[:0])
		a = env.SampleOutcome(p.outcomes, p.rng)
	} else {
		p.legal = p.s.LegalActions(p.legal[:0])
		a = p.legal[p.rng.IntN(len(p.legal))]
	}
	name := p.s.ActionString(a)
	p.apply(a)
	return name
}

func (p *player) apply(a env.Action) {
	if err := p.s.Apply(a); err != nil {
		panic(err)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	for _, pairs := range [][]string{nil, {"players=6", "draw=4"}} {
		p := newPlayer(game(t, pairs...))
		for range 2000 {
			p.decision()
		}
		assert.Zero(t, testing.AllocsPerRun(3000, p.decision))
	}
}
