package cfr

import (
	"fmt"

	"ringer/eval/tree"
)

// Solver minimises regret on one tree. It is not safe for concurrent use.
type Solver struct {
	tree      *tree.Tree
	cfg       Config
	iteration int

	// One element a slot of the tree.

	regret []float64 // cumulative, as the algorithm keeps it
	sum    []float64 // weighted sum of the policies so far, times own reach

	method method
}

// method is one of the two families.
type method interface {
	// iterate does iteration t, counted from 1.
	iterate(t int)
	// current writes the policy that would be played next.
	current(dst tree.Policy)
	// state returns the state to save besides regret and sum: numbers, one a slot
	// (or nil), and the random generator (or nil).
	state() (extra []float64, generator []byte, err error)
	// restore sets the state that state returned, after regret and sum were
	// restored.
	restore(extra []float64, generator []byte) error
}

// New returns a solver before its first iteration. Errors are env.Faults of the
// configuration.
func New(t *tree.Tree, cfg Config) (*Solver, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Solver{tree: t, cfg: cfg, regret: make([]float64, t.Slots()), sum: make([]float64, t.Slots())}
	switch cfg.Algorithm {
	case External:
		s.method = &external{walker: newWalker(s)}
	case Outcome:
		s.method = &outcome{walker: newWalker(s), explore: cfg.Exploration}
	default:
		s.method = newSweep(s)
	}
	return s, nil
}

// Tree returns the game that is solved.
func (s *Solver) Tree() *tree.Tree { return s.tree }

// Iterations returns the number of iterations done.
func (s *Solver) Iterations() int { return s.iteration }

// Iterate does n more iterations. It allocates nothing.
func (s *Solver) Iterate(n int) {
	for range n {
		s.iteration++
		s.method.iterate(s.iteration)
	}
}

// Average writes the average policy into dst, which must have one element a
// slot of the tree: the product of a solver. Infosets that were never reached
// get the uniform distribution.
func (s *Solver) Average(dst tree.Policy) {
	s.check(dst)
	for i := range s.tree.Infosets() {
		normalise(dst[s.tree.Offset[i]:s.tree.Offset[i+1]], s.sum[s.tree.Offset[i]:s.tree.Offset[i+1]])
	}
}

// Current writes the policy of the next iteration into dst, which must have one
// element a slot. It need not converge, though the current policy of CFR+ and PCFR+ often
// does.
func (s *Solver) Current(dst tree.Policy) {
	s.check(dst)
	s.method.current(dst)
}

func (s *Solver) check(dst tree.Policy) {
	if len(dst) != s.tree.Slots() {
		panic(fmt.Sprintf("cfr: a policy of %d probabilities for %d slots", len(dst), s.tree.Slots()))
	}
}

// normalise writes the positive parts of weights into dst so that they sum to
// 1; uniform when none is positive. This is regret matching: Zinkevich and
// others 2007, equation 8.
func normalise(dst, weights []float64) {
	total := 0.0
	for _, w := range weights {
		total += max(w, 0)
	}
	if total <= 0 {
		for i := range dst {
			dst[i] = 1 / float64(len(dst))
		}
		return
	}
	for i, w := range weights {
		dst[i] = max(w, 0) / total
	}
}
