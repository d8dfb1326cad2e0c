package fourdowns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/fourdowns"
	"ringer/env/games"
)

func TestLaws(t *testing.T) {
	for _, name := range []string{
		"fourdowns", "fourdowns(players=3)", "fourdowns(players=2)", "fourdowns(first_downs=false)", "fourdowns(file=mini)",
		"fourdowns(players=3,hand_cards=9,max_knocks=12,hands=4,returns=yards)", "fourdowns(deck=even,yards=25,out_at=60)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 1, Sparse: !long}
			if long {
				opts.Games = 1000
			}
			envtest.Run(t, games.MustNew(name), opts)
		})
	}
}

// 100,000 random games of every kind, in a long run: no action is refused, cards
// and yards add up after every one, and no game is longer than its bound.
func TestManyGamesFD10(t *testing.T) {
	amount := 300
	if long {
		amount = 100_000
	}
	for _, name := range everyKind {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, name)
			p := newPlayer(g, 77)
			longest, hands := 0, 0
			for range amount {
				length := 0
				for p.s.CurrentPlayer() != env.Terminal {
					if p.s.CurrentPlayer() >= 0 {
						length++
					}
					p.step()
					if err := p.s.(*fourdowns.State).Conservation(); err != nil {
						t.Fatal(err)
					}
				}
				longest, hands = max(longest, length), max(hands, p.s.(*fourdowns.State).Hands())
				p.step()
			}
			t.Logf("%d games: the longest had %d decisions, of %d; %d hands", amount, longest, g.Spec().MaxGameLength, hands)
			assert.LessOrEqual(t, longest, g.Spec().MaxGameLength)
			assert.LessOrEqual(t, hands, 19)
		})
	}
}

// BenchmarkDecision plays random games with mask and observation at every
// decision. One op is one player decision, with the chance steps around it.
func BenchmarkDecision(b *testing.B) {
	for _, name := range everyKind {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			p := newPlayer(games.MustNew(name), 1)
			for b.Loop() {
				p.decision()
			}
		})
	}
}

// BenchmarkResample draws worlds in the middle of random games.
func BenchmarkResample(b *testing.B) {
	for _, name := range everyKind {
		b.Run(name, func(b *testing.B) {
			p := newPlayer(games.MustNew(name), 1)
			rng := env.Stream(1, "resample")
			b.ReportAllocs()
			for b.Loop() {
				p.step()
				p.s.(env.Resampler).ResampleFromInfoState(0, rng)
			}
		})
	}
}

func TestNothingIsAllocated(t *testing.T) {
	for _, name := range everyKind {
		p := newPlayer(games.MustNew(name), 1)
		for range 5000 {
			p.decision()
		}
		assert.Zero(t, testing.AllocsPerRun(5000, p.decision), name)
	}
}

// The mini-variant is small enough to be counted, and solved, exactly. Two dealers
// and 8·7·6·5 deals make 1 + 2·(1 + 8 + 8·7 + 8·7·6) = 803 chance nodes.
func TestMiniIsSmall(t *testing.T) {
	g := game(t, "fourdowns(file=mini)")
	counts, err := envtest.Count(g, 400_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 275_203, DecisionNodes: 204_960, ChanceNodes: 803, TerminalNodes: 69_440, InformationStates: 20_440}, counts)

	// What one deal leads to, reckoned by hand. Bidding before the first round
	// ends in five ways: nobody knocks; either seat knocks and the other calls or
	// folds. After it, 4 or 2 pairs of cards are played (the follower has one or
	// two that it may play), and there is one more window, of one pass each after
	// a knock, of the five ways without.
	most := 0
	var ends func(s env.State) int
	ends = func(s env.State) int {
		if s.CurrentPlayer() == env.Terminal {
			return 1
		}
		n := 0
		for _, a := range s.LegalActions(nil) {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			n += ends(next)
		}
		return n
	}
	for _, x := range []struct {
		hands [2]string
		plays int // ways to play the first round
	}{
		{[2]string{"bo7 bo6", "bd7 bd6"}, 4},
		{[2]string{"bo7 go6", "bd7 gd6"}, 2},
		{[2]string{"bo7 go6", "bd7 bd6"}, 4},
	} {
		b := deal(t, "fourdowns(file=mini)", 1, x.hands[0], x.hands[1])
		want := 2 + 2*x.plays*1 + 1*x.plays*5
		assert.Equal(t, want, ends(b.State), "%v", x.hands)
		most = max(most, want)
	}
	assert.Equal(t, 30, most)
}
