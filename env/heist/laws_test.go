package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/heist"
)

func TestLaws(t *testing.T) {
	for _, name := range []string{
		"heist(max_rounds=4)", "heist(players=3,short_jobs=full,max_rounds=1)", "heist(file=mini)", "heist(give_up=any,die=2,max_rounds=3)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 1, Seed: 3, Sparse: !long}
			if long {
				opts.Games = 100
			}
			envtest.Run(t, games.MustNew(name), opts)
		})
	}
	if !long {
		return
	}
	for _, name := range []string{
		"heist", "heist(players=3)", "heist(players=4)", "heist(players=5)", "heist(players=6,short_jobs=full)",
		"heist(players=3,draw=5,hand_limit=2)", "heist(draw=5,deal=20,hand_limit=3,die=2,max_rounds=9)", "heist(players=3,draw=5,deal=20,hand_limit=2,max_rounds=5)",
		"heist(draw=5,deal=20,hand_limit=2,max_rounds=8,history=on)", "heist(players=4,draw=5,deal=20,hand_limit=2,max_rounds=2)", "heist(players=3,deal=20,draw=5,hand_limit=20,max_rounds=1)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			envtest.Run(t, games.MustNew(name), envtest.Options{Games: 100, Seed: 3})
		})
	}
}

// 100,000 random games without an error, cards conserved after every action
// (RINGER_LONG=1; two hundred by default).
func TestManyRandomGames(t *testing.T) {
	amount := 40
	if long {
		amount = 20_000
	}
	for n := 2; n <= 6; n++ {
		t.Run(players(n), func(t *testing.T) {
			t.Parallel()
			p := newPlayer(game(t, players(n)))
			first := p.s.Clone()
			for i := range amount {
				p.rng = env.Stream(uint64(i), "many games")
				p.s.(env.CopierFrom).CopyFrom(first)
				for p.s.CurrentPlayer() != env.Terminal {
					if p.s.CurrentPlayer() == env.Chance {
						p.outcomes = p.s.(env.Chancer).ChanceOutcomes(p.outcomes[:0])
						require.NoError(t, p.s.Apply(env.SampleOutcome(p.outcomes, p.rng)))
					} else {
						p.legal = p.s.LegalActions(p.legal[:0])
						require.NoError(t, p.s.Apply(p.legal[p.rng.IntN(len(p.legal))]))
					}
					if err := p.s.(env.Conserver).Conservation(); err != nil {
						require.NoError(t, err, "game %d", i)
					}
				}
			}
		})
	}
}

// The mini variant is small enough to be counted, and solved, exactly.
func TestMiniIsSmall(t *testing.T) {
	g := games.MustNew("heist(file=mini)")
	counts, err := envtest.Count(g, 2_000_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 805771, DecisionNodes: 475852, ChanceNodes: 56935, TerminalNodes: 272984, InformationStates: 113808}, counts)
	_, ok := g.NewInitialState().(env.InfoStater)
	assert.True(t, ok)
}

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
