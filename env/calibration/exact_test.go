package calibration_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/goofspiel"
	"ringer/env/kuhn"
	"ringer/env/leduc"
	"ringer/env/liarsdice"
	"ringer/env/tictactoe"
)

// A policy returns the probability of each legal action, in their order.
type policy func(s env.State, legal []env.Action) []float64

func uniform(_ env.State, legal []env.Action) []float64 {
	probs := make([]float64, len(legal))
	for i := range probs {
		probs[i] = 1 / float64(len(legal))
	}
	return probs
}

func first(_ env.State, legal []env.Action) []float64 {
	probs := make([]float64, len(legal))
	probs[0] = 1
	return probs
}

// children lists the states that can follow a state that is not over, with their
// probabilities.
func children(s env.State, pi policy) (next []env.State, probs []float64) {
	legal := s.LegalActions(nil)
	if s.CurrentPlayer() == env.Chance {
		for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
			probs = append(probs, o.Prob)
		}
	} else {
		probs = pi(s, legal)
	}
	for _, a := range legal {
		c := s.Clone()
		if err := c.Apply(a); err != nil {
			panic(err)
		}
		next = append(next, c)
	}
	return next, probs
}

// values returns the expected returns when all seats play pi.
func values(s env.State, pi policy, seats int) []float64 {
	v := make([]float64, seats)
	if s.CurrentPlayer() == env.Terminal {
		s.Returns(v)
		return v
	}
	next, probs := children(s, pi)
	for i, c := range next {
		if probs[i] == 0 {
			continue
		}
		for seat, x := range values(c, pi, seats) {
			v[seat] += probs[i] * x
		}
	}
	return v
}

// bestResponse computes the return of a best response of one seat to pi, by a
// plain recursion over information states, written for reading and not for speed.
type bestResponse struct {
	seat  env.Player
	seats int
	pi    policy
	sets  map[string]*informationSet
}

type informationSet struct {
	states []env.State
	reach  []float64 // probability that chance and the other seats lead to each state
	best   int       // index of the best legal action, once known
	known  bool
}

func bestResponseValue(g env.Game, seat env.Player, pi policy) float64 {
	b := &bestResponse{seat: seat, seats: g.Spec().Players, pi: pi, sets: map[string]*informationSet{}}
	root := g.NewInitialState()
	b.collect(root, 1)
	return b.value(root)
}

func (b *bestResponse) collect(s env.State, reach float64) {
	if s.CurrentPlayer() == env.Terminal {
		return
	}
	next, probs := children(s, b.pi)
	own := s.CurrentPlayer() == b.seat
	if own {
		key := s.(env.InfoStater).InformationState(b.seat)
		set := b.sets[key]
		if set == nil {
			set = &informationSet{}
			b.sets[key] = set
		}
		set.states = append(set.states, s)
		set.reach = append(set.reach, reach)
	}
	for i, c := range next {
		p := probs[i]
		if own {
			p = 1
		}
		b.collect(c, reach*p)
	}
}

func (b *bestResponse) value(s env.State) float64 {
	if s.CurrentPlayer() == env.Terminal {
		returns := make([]float64, b.seats)
		s.Returns(returns)
		return returns[b.seat]
	}
	next, probs := children(s, b.pi)
	if s.CurrentPlayer() == b.seat {
		return b.value(next[b.bestAction(s)])
	}
	v := 0.0
	for i, c := range next {
		if probs[i] > 0 {
			v += probs[i] * b.value(c)
		}
	}
	return v
}

func (b *bestResponse) bestAction(s env.State) int {
	set := b.sets[s.(env.InfoStater).InformationState(b.seat)]
	if set.known {
		return set.best
	}
	top := 0.0
	for i := range s.LegalActions(nil) {
		total := 0.0
		for j, member := range set.states {
			next, _ := children(member, b.pi)
			total += set.reach[j] * b.value(next[i])
		}
		if i == 0 || total > top {
			set.best, top = i, total
		}
	}
	set.known = true
	return set.best
}

// nashConv returns the sum over seats of the gain of a best response.
func nashConv(g env.Game, pi policy) float64 {
	n := g.Spec().Players
	v := values(g.NewInitialState(), pi, n)
	sum := 0.0
	for seat := range n {
		sum += bestResponseValue(g, env.Player(seat), pi) - v[seat]
	}
	return sum
}

// TestPublishedExploitability compares the uniform policy, and the one that
// always takes the first legal action, with published figures: a rule that is
// off by a chip or a turn changes them.
func TestPublishedExploitability(t *testing.T) {
	for _, c := range []struct {
		name     string
		game     env.Game
		pi       policy
		nashConv float64
		delta    float64
	}{
		{"CAL-1 uniform", must(kuhn.New(kuhn.Defaults())), uniform, 2 * .458333333333, 1e-9},
		{"CAL-1 first action", must(kuhn.New(kuhn.Defaults())), first, 2, 1e-12},
		{"CAL-2 uniform", must(leduc.New(leduc.Defaults())), uniform, 4.7472222222222, 1e-9},
		{"CAL-2 first action", must(leduc.New(leduc.Defaults())), first, 2, 1e-12},
		{"CAL-3 uniform", must(liarsdice.New(liarsdice.Defaults())), uniform, 2 * .780744, 1e-6},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.InDelta(t, c.nashConv, nashConv(c.game, c.pi), c.delta)
		})
	}
}

// kuhnEquilibrium is Kuhn's family of equilibria: seat 0 bluffs with the jack
// with probability alpha, at most 1/3.
func kuhnEquilibrium(alpha float64) policy {
	bet := map[string]float64{
		"0:J ": alpha, "0:Q ": 0, "0:K ": 3 * alpha,
		"0:J pb": 0, "0:Q pb": alpha + 1./3, "0:K pb": 1,
		"1:J p": 1. / 3, "1:Q p": 0, "1:K p": 1,
		"1:J b": 0, "1:Q b": 1. / 3, "1:K b": 1,
	}
	return func(s env.State, _ []env.Action) []float64 {
		b, ok := bet[s.(env.InfoStater).InformationState(s.CurrentPlayer())]
		if !ok {
			panic("an information state that the equilibrium does not name: " + s.(env.InfoStater).InformationState(s.CurrentPlayer()))
		}
		return []float64{1 - b, b}
	}
}

// TestKuhnValueCAL1 proves the value -1/18: both seats play an equilibrium.
func TestKuhnValueCAL1(t *testing.T) {
	g := must(kuhn.New(kuhn.Defaults()))
	for _, alpha := range []float64{0, .2, 1. / 3} {
		pi := kuhnEquilibrium(alpha)
		assert.InDelta(t, 0, nashConv(g, pi), 1e-12)
		assert.InDelta(t, -1./18, values(g.NewInitialState(), pi, 2)[0], 1e-12)
	}
}

// TestGoofspielSymmetryCAL4: a fair game, whatever the seat and the order of
// the hidden commits.
func TestGoofspielSymmetryCAL4(t *testing.T) {
	for _, order := range []goofspiel.Order{goofspiel.Descending, goofspiel.Ascending, goofspiel.Random} {
		for _, payoff := range []goofspiel.Payoff{goofspiel.WinLoss, goofspiel.PointDifference} {
			c := goofspiel.Config{Players: 2, Cards: 4, Order: order, ImpInfo: true, Returns: payoff}
			if order == goofspiel.Random {
				c.Cards = 3
			}
			g := must(goofspiel.New(c))
			v := values(g.NewInitialState(), uniform, 2)
			assert.InDelta(t, 0, v[0], 1e-12, "%s", g.Spec())
			a, b := bestResponseValue(g, 0, uniform), bestResponseValue(g, 1, uniform)
			assert.InDelta(t, a, b, 1e-12, "%s: the second to commit must not see the first bid", g.Spec())
			assert.Greater(t, a, 0.)
			t.Logf("%s: uniform exploitability %.6f", g.Spec(), (a+b)/2)
		}
	}
}

// TestTicTacToeValueCAL5: best play is a draw.
func TestTicTacToeValueCAL5(t *testing.T) {
	memo := map[string]float64{}
	var value func(s env.State) float64 // for seat 0
	value = func(s env.State) float64 {
		key := s.String()
		if v, ok := memo[key]; ok {
			return v
		}
		var returns [2]float64
		s.Returns(returns[:])
		v := returns[0]
		if p := s.CurrentPlayer(); p != env.Terminal {
			next, _ := children(s, uniform)
			for i, c := range next {
				w := value(c)
				if i == 0 || p == 0 && w > v || p == 1 && w < v {
					v = w
				}
			}
		}
		memo[key] = v
		return v
	}
	g := must(tictactoe.New(tictactoe.Defaults()))
	require.Zero(t, value(g.NewInitialState()))
	require.Len(t, memo, 5478, "positions that can occur")
}
