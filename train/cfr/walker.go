package cfr

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"

	"ringer/env"
	"ringer/eval/tree"
)

// walker holds the parts that the sampling algorithms share: the tree in a compact
// form, and one generator. Every traversal starts at node 0.
type walker struct {
	*Solver
	nodes      []node
	cumulative []float64 // of the outcomes of chance nodes that are not even
	payoff     []float64 // terminal*players + seat
	players    int32
	generator  *rand.PCG
}

// node is 16 bytes, so that four share a cache line.
type node struct {
	first int32 // child
	at    int32 // a seat's: first slot; terminal: its number; chance: index into cumulative, or -1 when even
	count int32 // children
	actor int32 // env.Player
}

func newWalker(s *Solver) *walker {
	t := s.tree
	w := &walker{
		Solver: s, nodes: make([]node, t.Nodes()), payoff: t.TerminalReturn, players: int32(t.Players()),
	}
	seed := env.StreamSeed(s.cfg.Seed, purposeSolve, 0)
	w.generator = rand.NewPCG(binary.LittleEndian.Uint64(seed[:]), binary.LittleEndian.Uint64(seed[8:]))
	for v := range w.nodes {
		n := node{first: t.First[v], at: t.Infoset[v], count: t.Count[v], actor: int32(t.Actor[v])}
		switch {
		case n.actor >= 0:
			n.at = t.Offset[n.at]
		case t.Actor[v] == env.Chance:
			n.at = w.chances(t.Prob[n.first : n.first+n.count])
		}
		w.nodes[v] = n
	}
	return w
}

// chances notes the probabilities of a chance node and returns their index.
func (w *walker) chances(probs []float64) int32 {
	even := true
	for _, p := range probs {
		even = even && p == probs[0]
	}
	if even {
		return -1
	}
	at, total := len(w.cumulative), 0.0
	for _, p := range probs {
		total += p
		w.cumulative = append(w.cumulative, total)
	}
	return int32(at)
}

// float draws a number in [0, 1).
func (w *walker) float() float64 { return float64(w.generator.Uint64()>>11) * 0x1p-53 }

// chance draws a child of a chance node.
func (w *walker) chance(n *node) int32 {
	u := w.float()
	if n.at < 0 {
		return n.first + int32(u*float64(n.count))
	}
	last := n.count - 1
	for i, c := range w.cumulative[n.at : n.at+last] {
		if u < c {
			return n.first + int32(i)
		}
	}
	return n.first + last
}

// positive returns the sum of the positive regrets.
func positive(regret []float64) float64 {
	total := 0.0
	for _, r := range regret {
		if r > 0 {
			total += r
		}
	}
	return total
}

// choose draws an action by regret matching. total is positive(regret).
func (w *walker) choose(regret []float64, total float64) int32 {
	u := w.float()
	if total <= 0 {
		return int32(u * float64(len(regret)))
	}
	u *= total
	last := int32(0)
	for i, r := range regret {
		if r > 0 {
			last = int32(i)
			if u -= r; u < 0 {
				break
			}
		}
	}
	return last
}

// matched returns the probability of an action in regret matching. total is
// positive(regret).
func matched(regret []float64, a int32, total float64) float64 {
	if total <= 0 {
		return 1 / float64(len(regret))
	}
	return max(regret[a], 0) / total
}

// add adds weight times the matched policy to sum.
func add(sum, regret []float64, total, weight float64) {
	if total <= 0 {
		weight /= float64(len(sum))
		for i := range sum {
			sum[i] += weight
		}
		return
	}
	weight /= total
	for i, r := range regret {
		if r > 0 {
			sum[i] += weight * r
		}
	}
}

func (w *walker) current(dst tree.Policy) {
	for i := range w.tree.Infosets() {
		normalise(dst[w.tree.Offset[i]:w.tree.Offset[i+1]], w.regret[w.tree.Offset[i]:w.tree.Offset[i+1]])
	}
}

func (w *walker) state() (extra []float64, generator []byte, err error) {
	generator, err = w.generator.MarshalBinary()
	return nil, generator, err
}

func (w *walker) restore(extra []float64, generator []byte) error {
	if len(extra) > 0 {
		return errors.New("a policy where none is kept")
	}
	return w.generator.UnmarshalBinary(generator)
}
