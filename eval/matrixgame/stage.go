package matrixgame

import (
	"fmt"

	"ringer/env"
	"ringer/eval/tree"
)

// Stage is one simultaneous decision of two seats: the second to commit does
// not know what the first chose.
type Stage struct {
	Row, Column   env.Player
	RowActions    []env.Action
	ColumnActions []env.Action

	// Payoffs[i][j] is the row seat's expected return when the two choose actions i
	// and j and all seats follow the policy afterwards.
	Payoffs [][]float64
}

// StageError says why a node is no simultaneous decision of two seats.
type StageError struct {
	Node   int32
	Reason string
}

func (e *StageError) Error() string { return fmt.Sprintf("node %d: %s", e.Node, e.Reason) }

// StageAt tabulates the simultaneous decision at a node of a tree, after which all
// seats follow the policy. In games without other hidden information, and
// with zero-sum returns, Solve then gives the equilibrium of the stage. It
// returns a *StageError for other nodes.
func StageAt(t *tree.Tree, policy tree.Policy, node int32) (*Stage, error) {
	if t.Actor[node] < 0 {
		return nil, &StageError{node, t.Actor[node].String() + " acts here: want a seat"}
	}
	s := &Stage{Row: t.Actor[node], RowActions: t.Actions(t.Infoset[node])}
	for i := range t.Count[node] {
		child := t.First[node] + i
		if t.Actor[child] < 0 || t.Actor[child] == s.Row || t.Infoset[child] != t.Infoset[t.First[node]] {
			return nil, &StageError{node, "what comes next is not the hidden choice of another seat"}
		}
		if i == 0 {
			s.Column, s.ColumnActions = t.Actor[child], t.Actions(t.Infoset[child])
		}
		payoffs := make([]float64, t.Count[child])
		for j := range payoffs {
			payoffs[j] = expected(t, policy, t.First[child]+int32(j), s.Row)
		}
		s.Payoffs = append(s.Payoffs, payoffs)
	}
	return s, nil
}

// expected returns a seat's expected return below a node.
func expected(t *tree.Tree, policy tree.Policy, node int32, seat env.Player) float64 {
	first, value := t.First[node], 0.0
	switch actor := t.Actor[node]; {
	case actor == env.Terminal:
		return t.TerminalReturn[int(t.Infoset[node])*t.Players()+int(seat)]
	case actor == env.Chance:
		for i := range t.Count[node] {
			value += t.Prob[first+i] * expected(t, policy, first+i, seat)
		}
	default:
		for i, p := range t.At(policy, t.Infoset[node]) {
			if p > 0 {
				value += p * expected(t, policy, first+int32(i), seat)
			}
		}
	}
	return value
}
