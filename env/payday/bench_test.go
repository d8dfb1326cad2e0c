package payday_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/payday"
)

// BenchmarkDecision plays random games with mask and observation at every
// decision. One op is one player decision, with the chance steps around it.
func BenchmarkDecision(b *testing.B) {
	for _, settings := range [][]string{nil, {"setup=random"}, {"loot_cards=7"}} {
		name := "default"
		if settings != nil {
			name = settings[0]
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			p := newPlayer(shipped(settings...))
			b.ResetTimer()
			for range b.N {
				p.decision()
			}
		})
	}
}

// A player drives random games in reused memory.
type player struct {
	s, first    *payday.State
	rng         env.Rand
	legal       []env.Action
	outcomes    []env.Outcome
	observation []float32
	returns     [2]float64
}

func newPlayer(g *payday.Game) *player {
	return &player{
		s: g.NewInitialState().(*payday.State), first: g.NewInitialState().(*payday.State), rng: env.Stream(1, "bench"),
		legal: make([]env.Action, 0, 600), outcomes: make([]env.Outcome, 0, 600),
		observation: make([]float32, g.Spec().ObservationSize()),
	}
}

// decision plays up to and including the next decision.
func (p *player) decision() {
	for {
		switch seat := p.s.CurrentPlayer(); seat {
		case env.Terminal:
			p.s.Returns(p.returns[:])
			p.s.CopyFrom(p.first)
		case env.Chance:
			p.outcomes = p.s.ChanceOutcomes(p.outcomes[:0])
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

func TestNothingIsAllocated(t *testing.T) {
	p := newPlayer(shipped())
	for range 20_000 {
		p.decision()
	}
	assert.Zero(t, testing.AllocsPerRun(3000, p.decision))
}

// shipped returns the game that ships, with some settings on top.
func shipped(settings ...string) *payday.Game {
	return games.MustNew("payday(" + strings.Join(settings, ",") + ")").(*payday.Game)
}
