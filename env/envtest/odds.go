package envtest

import (
	"fmt"
	"math"

	"ringer/env"
	"ringer/env/layout"
)

// This file tests with what odds resampled worlds come, in games of any size.
//
// Three things hold of a true world and of worlds that a seat cannot tell from it when all
// are drawn alike. Where an action that the seat has not seen could have been another,
// a world is no more often the true one than the likeliest of these actions comes. Two
// worlds are as often the same as a world is the true one. And whatever another seat
// observes is as often larger in the true world as in a resampled one. They are tested
// on random games, the last two at one state a game, so that the tests are independent.

// faultyOdds is the chance that a game with exact worlds is blamed, in all tests of one
// check together.
const faultyOdds = 1e-6

// slack is how many times as likely as it should be a thing may be in the worlds of a
// game that names its reason in ApproximateWorlds.
const slack = 10

// ApproximateResampler is for a game (an env.Game) whose resampled worlds can all be,
// but do not come with the odds that random play gives them.
type ApproximateResampler interface {
	// ApproximateWorlds returns the reason: "the choices of others are not weighed". It
	// is printed in the report. Empty: the worlds are exact.
	ApproximateWorlds() string
}

// approximate returns the reason for which the worlds of the game are not exact, or empty.
func (c *checker) approximate() string {
	if g, ok := c.game.(ApproximateResampler); ok {
		return g.ApproximateWorlds()
	}
	return ""
}

// odds holds the counts of the tests.
type odds struct {
	truths       []truths   // by seat
	above, below [][]uint32 // by observer and other seat, by element of the other's observation
	exact        int        // information states that were compared with Bayes' rule
	truth, world []float32  // scratch
}

// A truths counts, for one seat, how often a world was the true one.
type truths struct {
	tests  int
	excess float64 // over the chance of the likeliest action
	same   int

	onlyTruth, onlyEach int // of two worlds: only the first is the true one; they are only the same as each other
}

func newOdds(spec *env.Spec) odds {
	n := spec.Players
	o := odds{
		truths: make([]truths, n), above: make([][]uint32, n*n), below: make([][]uint32, n*n),
		truth: make([]float32, spec.ObservationSize()), world: make([]float32, spec.ObservationSize()),
	}
	for i := range o.above {
		o.above[i], o.below[i] = make([]uint32, spec.ObservationSize()), make([]uint32, spec.ObservationSize())
	}
	return o
}

const (
	oddsGames    = 4 // games that are played for the odds, for each game of the check
	truthsAGame  = 3 // actions of each of them at which the worlds are compared with the truth
	truthActions = 8 // other actions that are tried there
)

// probeOdds plays a few games only to compare worlds with the truth: each to a step
// that is drawn before, or to its end.
func (c *checker) probeOdds(index uint64) {
	if _, ok := c.game.NewInitialState().(env.Resampler); !ok {
		return
	}
	length := len(c.history)
	for k := range uint64(oddsGames) {
		rng := env.Stream(c.opts.Seed, purposeCheckOdds, index, k)
		s := c.game.NewInitialState()
		for range rng.IntN(length + 1) {
			p := s.CurrentPlayer()
			if p == env.Terminal {
				break
			}
			a := c.choose(s, p, rng)
			var before env.State
			if rng.IntN(length) < truthsAGame {
				before = s.Clone()
			}
			if err := s.Apply(a); err != nil {
				c.broke(lawMask, "legal action %d was refused: %v", a, err)
				return
			}
			if before != nil {
				c.compareTruths(before, a, s, rng)
			}
		}
		c.compareOdds(s, rng)
	}
}

// compareTruths draws a world for every seat to which an action that was just made could
// have been another.
func (c *checker) compareTruths(before env.State, a env.Action, s env.State, rng env.Rand) {
	actor := before.CurrentPlayer()
	prob := func(env.Action) float64 { return 1 } // alike, of a seat
	if ch, ok := before.(env.Chancer); ok && actor == env.Chance {
		all := map[env.Action]float64{}
		for _, o := range ch.ChanceOutcomes(nil) {
			all[o.Action] = o.Prob
		}
		prob = func(a env.Action) float64 { return all[a] }
	}
	var others []env.State
	var probs []float64
	legal := before.LegalActions(nil)
	for _, i := range rng.Perm(len(legal)) {
		if legal[i] == a {
			continue
		}
		if len(others) == truthActions {
			break
		}
		other := before.Clone()
		if other.Apply(legal[i]) != nil {
			return
		}
		others, probs = append(others, other), append(probs, prob(legal[i]))
	}
	for seat := range env.Player(c.spec.Players) {
		if seat == actor {
			continue
		}
		was := c.seen(s, seat)
		most, total, alike := prob(a), prob(a), 0
		for i, other := range others {
			if c.seen(other, seat) == was {
				most, total, alike = max(most, probs[i]), total+probs[i], alike+1
			}
		}
		if alike == 0 {
			continue
		}
		t := &c.odds.truths[seat]
		t.tests++
		t.excess -= most / total
		if s.(env.Resampler).ResampleFromInfoState(seat, rng).String() == s.String() {
			t.same++
			t.excess++
		}
	}
}

// seen returns a digest of all that a seat knows of a state.
func (c *checker) seen(s env.State, seat env.Player) uint64 {
	s.Observe(seat, c.odds.world)
	text := ""
	if i, ok := s.(env.InfoStater); ok {
		text = i.InformationState(seat)
	} else if t, ok := s.(env.Texter); ok {
		text = t.Text(seat)
	}
	var legal []env.Action
	if s.CurrentPlayer() == seat {
		legal = s.LegalActions(nil)
	}
	return digest(c.odds.world, legal, text)
}

// compareOdds draws a world for every seat and compares what the others observe there
// with what they observe in truth.
func (c *checker) compareOdds(s env.State, rng env.Rand) {
	n := env.Player(c.spec.Players)
	for seat := range n {
		world := s.(env.Resampler).ResampleFromInfoState(seat, rng)
		c.comparePair(s, world, s.(env.Resampler).ResampleFromInfoState(seat, rng), seat)
		if n == 1 { // the world itself is all that can be compared
			c.tested(lawOdds)
		}
		for other := range n {
			if other == seat {
				continue
			}
			c.tested(lawOdds)
			s.Observe(other, c.odds.truth)
			world.Observe(other, c.odds.world)
			above, below := c.odds.above[seat*n+other], c.odds.below[seat*n+other]
			for i, x := range c.odds.truth {
				switch y := c.odds.world[i]; {
				case x > y:
					above[i]++
				case x < y:
					below[i]++
				}
			}
		}
	}
}

// comparePair counts whether the first of two worlds is the true one or the second.
func (c *checker) comparePair(s, first, second env.State, seat env.Player) {
	truth, one, two := s.String(), first.String(), second.String()
	switch t := &c.odds.truths[seat]; {
	case one == truth && two != truth:
		t.onlyTruth++
	case one == two && one != truth:
		t.onlyEach++
	}
}

// concludeOdds judges the counts.
func (c *checker) concludeOdds() {
	if c.verdicts[lawOdds].tested == 0 {
		c.note(lawOdds, "states do not resample")
		return
	}
	n := c.spec.Players
	fair, why := 0.5, c.approximate()
	if why != "" {
		fair = float64(slack) / (slack + 1)
	}
	for seat, t := range c.odds.truths {
		if tail(uint32(t.onlyTruth), uint32(t.onlyTruth+t.onlyEach), fair)*float64(n) < faultyOdds {
			c.broke(lawOdds, "resampled for seat %d, the world was the true one %d times when another was not, and two were the same but not the true one %d times",
				seat, t.onlyTruth, t.onlyEach)
		}
		// Azuma's bound for steps between -1 and 1 whose spread is 1.
		if t.tests > 0 && t.excess > math.Sqrt(float64(t.tests)*math.Log(2*float64(n)/faultyOdds)/2) {
			c.broke(lawOdds, "resampled for seat %d, the world was the true one in %d of %d cases, where it cannot know more than %.0f",
				seat, t.same, t.tests, float64(t.same)-t.excess)
		}
	}
	tests := float64(max(1, 2*n*(n-1)*c.spec.ObservationSize()))
	states := 0
	for pair := range c.odds.above {
		for i, a := range c.odds.above[pair] {
			b := c.odds.below[pair][i]
			if a+b > 0 {
				states++
			}
			if tail(max(a, b), a+b, fair)*2*tests < faultyOdds {
				c.broke(lawOdds, "resampled for seat %d, %s of seat %d is larger in truth %d times and larger in the world %d times",
					pair/n, layout.NameElement(c.spec, i), pair%n, a, b)
			}
		}
	}
	text := fmt.Sprintf("%d worlds, %d elements of others' observations", c.verdicts[lawOdds].tested, states)
	if c.odds.exact > 0 {
		text += fmt.Sprintf(", %d information states by Bayes' rule on the whole tree", c.odds.exact)
	}
	if why != "" {
		text += ", approximate: " + why
	}
	c.note(lawOdds, text)
}

// tail bounds the probability of at least k successes in n tries of probability p
// (Chernoff); it is 1 when k is not more than expected.
func tail(k, n uint32, p float64) float64 {
	if n == 0 || float64(k) <= p*float64(n) {
		return 1
	}
	q := float64(k) / float64(n)
	divergence := q * math.Log(q/p)
	if q < 1 {
		divergence += (1 - q) * math.Log((1-q)/(1-p))
	}
	return math.Exp(-float64(n) * divergence)
}
