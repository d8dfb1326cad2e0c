package envtest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"ringer/env"
)

// This file compares the worlds of a small game with Bayes' rule: the whole tree is
// laid out, with the probability of every state under uniform play.

const (
	exactLength = 16     // longest game whose tree is tried
	exactNodes  = 20_000 // largest tree

	exactSets  = 400  // information states at which a few worlds are drawn, at most
	exactDraws = 8    // from each of some states behind them
	usualSets  = 16   // information states at which many are drawn: the likeliest
	usualDraws = 1000 // from one state behind each
)

const (
	statesKept = 4 // states behind an information state from which worlds are drawn
)

// A belief holds the states that one seat cannot tell apart and that come after equally
// many actions and wait for the same actor: an information state alone says nothing of
// the actions of others that the seat has not noticed.
type belief struct {
	seat   env.Player
	info   string
	key    infoKey
	reach  float64
	states []env.State
	worlds map[string]float64 // probability of each state, by its String
}

// A beliefs holds the beliefs of a whole tree.
type beliefs struct {
	all   []*belief // in the order in which they were met
	byKey map[timedKey]*belief
	can   map[infoKey]map[string]bool // states that can be at an information state, by String
	nodes int
}

// A timedKey names a belief.
type timedKey struct {
	infoKey
	actor env.Player
	depth int
}

// checkExactOdds compares the resampled worlds at every information state of a small game
// with the states that can be, and their frequencies with Bayes' rule.
func (c *checker) checkExactOdds() {
	s := c.game.NewInitialState()
	if _, ok := s.(env.Resampler); !ok || c.spec.MaxGameLength+c.spec.MaxChanceNodes > exactLength {
		return
	}
	if _, ok := s.(env.InfoStater); !ok {
		return
	}
	b := beliefs{byKey: map[timedKey]*belief{}, can: map[infoKey]map[string]bool{}}
	if !c.layOut(&b, s, 0, 1) {
		return
	}
	rng := env.Stream(c.opts.Seed, purposeCheckOdds)
	hidden := slices.DeleteFunc(b.all, func(k *belief) bool { return len(k.worlds) == 1 })
	tests := 0
	for _, k := range hidden {
		tests += len(k.worlds) * (statesKept + 1)
	}
	slices.SortStableFunc(hidden, func(j, k *belief) int { return cmp.Compare(k.reach, j.reach) })
	for _, k := range hidden[:min(len(hidden), usualSets)] {
		c.compareBelief(&b, k, k.states[rng.IntN(len(k.states))], usualDraws, tests, rng)
	}
	rng.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	c.odds.exact = min(len(hidden), exactSets)
	for _, k := range hidden[:c.odds.exact] {
		for _, s := range k.states {
			c.compareBelief(&b, k, s, exactDraws, tests, rng)
		}
	}
}

// layOut adds a state and all that follow it to the beliefs; false when the tree is too
// large.
func (c *checker) layOut(b *beliefs, s env.State, depth int, reach float64) bool {
	if b.nodes++; b.nodes > exactNodes {
		return false
	}
	p := s.CurrentPlayer()
	name := s.String()
	returns := make([]float64, c.spec.Players)
	s.Returns(returns)
	for seat := range env.Player(c.spec.Players) {
		info := s.(env.InfoStater).InformationState(seat)
		if p == env.Terminal {
			info = fmt.Sprintf("%s, return %g", info, returns[seat])
		}
		key := c.key(seat, seat == p, info)
		timed := timedKey{key, p, depth}
		k := b.byKey[timed]
		if k == nil {
			k = &belief{seat: seat, info: info, key: key, worlds: map[string]float64{}}
			b.byKey[timed] = k
			b.all = append(b.all, k)
		}
		if b.can[key] == nil {
			b.can[key] = map[string]bool{}
		}
		b.can[key][name] = true
		if _, known := k.worlds[name]; !known && len(k.states) < statesKept {
			k.states = append(k.states, s)
		}
		k.worlds[name] += reach
		k.reach += reach
	}
	if p == env.Terminal {
		return true
	}
	legal := c.legal(s, p)
	probs := make([]float64, len(legal))
	for i := range legal {
		probs[i] = 1 / float64(len(legal))
	}
	if ch, ok := s.(env.Chancer); ok && p == env.Chance {
		for i, o := range ch.ChanceOutcomes(nil) {
			if i < len(probs) {
				probs[i] = o.Prob
			}
		}
	}
	for i, a := range legal {
		next := s.Clone()
		if err := next.Apply(a); err != nil {
			c.broke(lawMask, "legal action %d was refused: %v", a, err)
			return false
		}
		if !c.layOut(b, next, depth+1, reach*probs[i]) {
			return false
		}
	}
	return true
}

// compareBelief draws worlds from one state behind an information state.
func (c *checker) compareBelief(b *beliefs, k *belief, s env.State, draws uint32, tests int, rng env.Rand) {
	drawn := map[string]uint32{}
	n := uint32(0)
	for range draws {
		c.tested(lawOdds)
		world := s.(env.Resampler).ResampleFromInfoState(k.seat, rng).String()
		if !b.can[k.key][world] {
			c.broke(lawOdds, "resampled for %s at the information state %q, the world cannot be: %s", k.seat, k.info, world)
			return
		}
		if _, timely := k.worlds[world]; timely {
			drawn[world]++
			n++
		}
	}
	fair := c.approximate() == ""
	for _, world := range slices.Sorted(maps.Keys(k.worlds)) {
		p := k.worlds[world] / k.reach
		least, most := p, p
		if !fair {
			least, most = p/(p+slack*(1-p)), slack*p/(slack*p+1-p)
		}
		got := drawn[world]
		if min(tail(got, n, most), tail(n-got, n, 1-least))*float64(2*tests) < faultyOdds {
			c.broke(lawOdds, "resampled %d times for %s at the information state %q, a world came %d times whose probability is %.3g: %s",
				n, k.seat, k.info, got, p, world)
			return
		}
	}
}
