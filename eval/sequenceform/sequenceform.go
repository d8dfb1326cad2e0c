package sequenceform

import (
	"context"
	"fmt"
	"math"

	"ringer/eval/simplex"
	"ringer/eval/tree"
)

// MaxSize is the largest number of coefficients of a program: about 1,550 rows
// and columns. Up to there the solution is exact to ten digits within seconds;
// beyond, rounding over tens of thousands of degenerate pivots costs digits, and
// CFR+ gets closer in less time.
const MaxSize = 2_400_000

// Solution is an equilibrium.
type Solution struct {
	Policy tree.Policy
	Value  float64 // of seat 0; the value of seat 1 is the constant sum minus this
	Pivots int     // steps of the simplex method
}

// GameError says why a game has no such program.
type GameError struct{ Game, Reason string }

func (e *GameError) Error() string { return e.Game + ": " + e.Reason }

// Solve finds an equilibrium. Errors: *GameError for games of other than two
// seats, whose returns do not sum to a constant, or which are too large; the errors of
// simplex.Maximise; and the context's.
//
// With seat 0's payoffs shifted so that none is negative, the program is
//
//	maximise q[∅]
//	x[∅] ≤ 1, and at infosets of seat 0:   Σ x[own actions] ≤ x[sequence before]
//	for every sequence σ of seat 1:         q[infoset of σ] ≤ Σ q[infosets that follow σ] + Σ payoff·x[…]
//	x, q ≥ 0
//
// where x is the plan of seat 0 and q the value that seat 1 cannot take from it. The
// inequalities may replace the equations of the paper because more weight never
// costs a seat 0 whose payoffs are not negative; 0 is feasible then. The dual
// solution is the plan of seat 1.
func Solve(ctx context.Context, t *tree.Tree) (*Solution, error) {
	if t.Players() != 2 {
		return nil, &GameError{t.Spec.String(), fmt.Sprintf("%d seats: a linear program solves games of 2", t.Players())}
	}
	l, err := lay(t)
	if err != nil {
		return nil, err
	}
	a, b, c := l.program()
	s, err := simplex.Maximise(ctx, a, b, c)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Spec, err)
	}
	policy := make(tree.Policy, t.Slots())
	l.behave(0, s.X[:l.sequences[0]], policy)
	l.behave(1, s.Y[l.rowOf(0):], policy)
	return &Solution{Policy: policy, Value: l.scale*s.Value - l.shift, Pivots: s.Pivots}, nil
}

// layout numbers the rows and columns of the program. Sequence 0 of a seat is the empty
// one, infoset 0 the infoset of the start.
type layout struct {
	*tree.Tree
	sequences [2]int
	sequence  []int // of each slot of the tree, in its owner's numbering
	infoset   []int // of each infoset of the tree, from 1
	shift     float64
	scale     float64
}

func lay(t *tree.Tree) (*layout, error) {
	l := &layout{Tree: t, sequence: make([]int, t.Slots()), infoset: make([]int, t.Infosets())}
	low, high := math.Inf(1), math.Inf(-1)
	for z := range t.Terminals() {
		r := t.TerminalReturn[2*z : 2*z+2]
		if sum := r[0] + r[1] - t.TerminalReturn[0] - t.TerminalReturn[1]; math.Abs(sum) > 1e-9 {
			return nil, &GameError{t.Spec.String(), "its returns do not sum to a constant: a linear program solves zero-sum games"}
		}
		low, high = min(low, r[0]), max(high, r[0])
	}
	l.shift, l.scale = -low, max(high-low, math.SmallestNonzeroFloat64)
	if high == low {
		l.scale = 1
	}
	for p := range 2 {
		next := 1
		for k, i := range t.Of[p] {
			l.infoset[i] = 1 + k
			for s := t.Offset[i]; s < t.Offset[i+1]; s++ {
				l.sequence[s] = next
				next++
			}
		}
		l.sequences[p] = next
	}
	rows, columns := l.size()
	if rows*columns > MaxSize {
		return nil, &GameError{t.Spec.String(), fmt.Sprintf("its linear program has %d rows and %d columns: more than %d coefficients; use cfr+", rows, columns, MaxSize)}
	}
	return l, nil
}

// size returns the number of rows and columns of the program.
func (l *layout) size() (rows, columns int) {
	return 1 + len(l.Of[0]) + l.sequences[1], l.sequences[0] + 1 + len(l.Of[1])
}

// rowOf returns the row of a sequence of seat 1; the rows of seat 0's infosets come before.
func (l *layout) rowOf(sequence int) int { return 1 + len(l.Of[0]) + sequence }

// columnOf returns the column of q of an infoset of seat 1; the columns of seat 0's
// sequences come before.
func (l *layout) columnOf(infoset int) int { return l.sequences[0] + infoset }

// number returns a sequence of the tree in its owner's numbering.
func (l *layout) number(sequence int32) int {
	if sequence == tree.Root {
		return 0
	}
	return l.sequence[sequence]
}

func (l *layout) program() (a [][]float64, b, c []float64) {
	rows, columns := l.size()
	a, b, c = make([][]float64, rows), make([]float64, rows), make([]float64, columns)
	for i := range a {
		a[i] = make([]float64, columns)
	}
	c[l.columnOf(0)] = 1
	a[0][0], b[0] = 1, 1
	for _, i := range l.Of[0] {
		r := a[l.infoset[i]]
		r[l.number(l.Sequence[i])] = -1
		for s := l.Offset[i]; s < l.Offset[i+1]; s++ {
			r[l.sequence[s]] = 1
		}
	}
	a[l.rowOf(0)][l.columnOf(0)] = 1
	for _, i := range l.Of[1] {
		column := l.columnOf(l.infoset[i])
		a[l.rowOf(l.number(l.Sequence[i]))][column]--
		for s := l.Offset[i]; s < l.Offset[i+1]; s++ {
			a[l.rowOf(l.sequence[s])][column]++
		}
	}
	for z, reach := range l.TerminalReach {
		r := a[l.rowOf(l.number(l.TerminalSequence[2*z+1]))]
		r[l.number(l.TerminalSequence[2*z])] -= reach * (l.TerminalReturn[2*z] + l.shift) / l.scale
	}
	return a, b, c
}

// behave turns a seat's plan into probabilities. Where the plan has probability 0,
// and nothing depends on it, all actions are equally likely.
func (l *layout) behave(seat int, plan []float64, policy tree.Policy) {
	for _, i := range l.Of[seat] {
		at := l.At(policy, i)
		total := 0.0
		for k := range at {
			at[k] = plan[l.sequence[l.Offset[i]+int32(k)]]
			total += at[k]
		}
		for k := range at {
			if total > 1e-12 {
				at[k] /= total
			} else {
				at[k] = 1 / float64(len(at))
			}
		}
	}
}
