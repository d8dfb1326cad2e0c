package calibration_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/kuhn"
	"ringer/env/leduc"
	"ringer/env/liarsdice"
)

// cfrPlus is a plain CFR+ for two seats (O. Tammelin, arXiv 1407.5042) on a
// tree laid out once: alternating updates, average weighted by the iteration.
type cfrPlus struct {
	nodes   []node
	sets    map[string]int
	regrets [][]float64
	policy  [][]float64
	sums    [][]float64
	owner   []env.Player
}

type node struct {
	player   env.Player
	set      int       // of a seat's node
	children []int     // indices into nodes
	probs    []float64 // of a chance node
	payoff   float64   // of a terminal node, for seat 0
}

func newCFRPlus(g env.Game) *cfrPlus {
	c := &cfrPlus{sets: map[string]int{}}
	c.add(g.NewInitialState())
	return c
}

// add lays out a state and all that follows, and returns its index.
func (c *cfrPlus) add(s env.State) int {
	at := len(c.nodes)
	c.nodes = append(c.nodes, node{player: s.CurrentPlayer()})
	n := node{player: s.CurrentPlayer()}
	if n.player == env.Terminal {
		var returns [2]float64
		s.Returns(returns[:])
		n.payoff = returns[0]
		c.nodes[at] = n
		return at
	}
	next, probs := children(s, uniform)
	if n.player == env.Chance {
		n.probs = probs
	} else {
		key := s.(env.InfoStater).InformationState(n.player)
		set, ok := c.sets[key]
		if !ok {
			set = len(c.sets)
			c.sets[key] = set
			c.owner = append(c.owner, n.player)
			c.regrets = append(c.regrets, make([]float64, len(next)))
			c.sums = append(c.sums, make([]float64, len(next)))
			c.policy = append(c.policy, probs)
		}
		n.set = set
	}
	for _, child := range next {
		n.children = append(n.children, c.add(child))
	}
	c.nodes[at] = n
	return at
}

// run does iterations of one update for each seat.
func (c *cfrPlus) run(iterations int) {
	for t := 1; t <= iterations; t++ {
		for seat := range env.Player(2) {
			c.update(0, seat, 1, 1, float64(t))
			for set, regrets := range c.regrets {
				if c.owner[set] != seat {
					continue
				}
				sum := 0.0
				for a := range regrets {
					regrets[a] = max(regrets[a], 0)
					sum += regrets[a]
				}
				for a := range regrets {
					c.policy[set][a] = 1 / float64(len(regrets))
					if sum > 0 {
						c.policy[set][a] = regrets[a] / sum
					}
				}
			}
		}
	}
}

// update adds what one seat regrets below a node, and returns the node's value
// for it. own and others are the probabilities with which the seat, and
// everyone else, get there.
func (c *cfrPlus) update(at int, seat env.Player, own, others, weight float64) float64 {
	n := &c.nodes[at]
	value := 0.0
	if own == 0 && others == 0 {
		return 0 // nothing below is regretted or averaged
	}
	switch n.player {
	case env.Terminal:
		if seat == 0 {
			return n.payoff
		}
		return -n.payoff
	case env.Chance:
		for i, child := range n.children {
			value += n.probs[i] * c.update(child, seat, own, others*n.probs[i], weight)
		}
	case seat:
		var of [16]float64
		policy, regrets, sums := c.policy[n.set], c.regrets[n.set], c.sums[n.set]
		for a, child := range n.children {
			of[a] = c.update(child, seat, own*policy[a], others, weight)
			value += policy[a] * of[a]
		}
		for a := range n.children {
			regrets[a] += others * (of[a] - value)
			sums[a] += weight * own * policy[a]
		}
	default:
		for a, child := range n.children {
			p := c.policy[n.set][a]
			value += p * c.update(child, seat, own, others*p, weight)
		}
	}
	return value
}

// average returns the average policy.
func (c *cfrPlus) average(s env.State, legal []env.Action) []float64 {
	sums := c.sums[c.sets[s.(env.InfoStater).InformationState(s.CurrentPlayer())]]
	total := 0.0
	for _, x := range sums {
		total += x
	}
	if total == 0 {
		return uniform(s, legal)
	}
	probs := make([]float64, len(sums))
	for a, x := range sums {
		probs[a] = x / total
	}
	return probs
}

// TestPublishedValues solves the games: values and the exploitability after 100
// iterations are as published, which no game with other rules would give.
func TestPublishedValues(t *testing.T) {
	for _, c := range []struct {
		name           string
		game           env.Game
		iterations     int
		value          float64
		exploitability float64
	}{
		{"CAL-1", must(kuhn.New(kuhn.Defaults())), 100, -1. / 18, .001194},
		{"CAL-2", must(leduc.New(leduc.Defaults())), 100, -.085606, .01342},
		{"CAL-3", must(liarsdice.New(liarsdice.Defaults())), 100, -.02713, .00491},
	} {
		t.Run(c.name, func(t *testing.T) {
			solver := newCFRPlus(c.game)
			solver.run(c.iterations)
			exploitability := nashConv(c.game, solver.average) / 2
			value := values(c.game.NewInitialState(), solver.average, 2)[0]
			t.Logf("%s: value %.6f, exploitability %.6f", c.game.Spec(), value, exploitability)
			assert.InEpsilon(t, c.exploitability, exploitability, .02)
			// The value of a policy is no further from the game's than it is exploitable.
			assert.InDelta(t, c.value, value, exploitability)
			assert.InDelta(t, c.value, value, .002)
		})
	}
}
