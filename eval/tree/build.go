package tree

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ringer/env"
	"ringer/env/drive"
)

// DefaultLimit is a number of nodes that takes a few seconds and well under a
// gigabyte.
const DefaultLimit = 5_000_000

const (
	// glance is the number of playouts before a tree is walked.
	glance = 100
	// hopeless is the multiple of the limit above which Build trusts an estimate.
	hopeless = 1e6
	// checkEvery is the number of nodes between looks at the context.
	checkEvery = 256
)

// ErrNoInformationStates is wrapped by Build for games whose states do not
// implement env.InfoStater.
var ErrNoInformationStates = errors.New("its states have no information-state strings (env.InfoStater)")

// TooLargeError says that a game's tree has more nodes than allowed.
type TooLargeError struct {
	Game  string
	Limit int
	// Estimate is the number of nodes estimated from sampled playouts (Knuth,
	// "Estimating the efficiency of backtrack programs", 1975): right on
	// average, often wrong by a large factor.
	Estimate float64
}

func (e *TooLargeError) Error() string {
	estimate := fmt.Sprintf("%.1e", e.Estimate)
	if math.IsInf(e.Estimate, 1) {
		estimate = "more than 1e308"
	}
	return fmt.Sprintf("%s: more than %d nodes (sampled playouts suggest %s)", e.Game, e.Limit, estimate)
}

// RecallError says that a seat forgets: two histories share an information
// state although the seat made different choices before, or has different
// legal actions.
type RecallError struct {
	Game string
	Seat env.Player
	Info string // the information state
}

func (e *RecallError) Error() string {
	return fmt.Sprintf("%s: %s has no perfect recall at information state %q", e.Game, e.Seat, e.Info)
}

// Build walks a whole game. limit is the largest number of nodes allowed; 0
// means DefaultLimit. Errors: *TooLargeError, *RecallError, one that wraps
// ErrNoInformationStates, and the context's when it ends first.
func Build(ctx context.Context, game env.Game, limit int) (*Tree, error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	limit = min(limit, math.MaxInt32)
	spec := game.Spec()
	b := builder{
		ctx:    ctx,
		Tree:   &Tree{Spec: spec, Game: game, Of: make([][]int32, spec.Players), Offset: []int32{0}},
		limit:  limit,
		ids:    make([]map[string]int32, spec.Players),
		last:   make([]int32, spec.Players),
		payoff: make([]float64, spec.Players),
	}
	for p := range b.ids {
		b.ids[p] = map[string]int32{}
		b.last[p] = Root
	}
	start := game.NewInitialState()
	if _, ok := start.(env.InfoStater); !ok {
		return nil, fmt.Errorf("%s: %w", spec, ErrNoInformationStates)
	}
	// The estimate is right on average, so the estimate of a tree within the limit exceeds it
	// a millionfold less than once in a million games (Markov's inequality): no need to walk
	// for minutes before saying no.
	guess, err := estimate(ctx, game, glance)
	if err != nil {
		return nil, err
	}
	if guess > hopeless*float64(limit) {
		return nil, &TooLargeError{Game: spec.String(), Limit: limit, Estimate: guess}
	}
	if err := b.grow(1); err != nil {
		return nil, err
	}
	b.Parent[0], b.Prob[0] = -1, 1
	if err := b.visit(0, start, 0, 1); err != nil {
		return nil, err
	}
	return b.Tree, nil
}

type builder struct {
	*Tree
	ctx    context.Context
	limit  int
	ids    []map[string]int32 // information states of each seat
	last   []int32            // sequence of each seat at the node being visited
	payoff []float64
	stack  []frame // one a depth
}

// frame is the memory of one depth of the walk.
type frame struct {
	child    env.State
	legal    []env.Action
	outcomes []env.Outcome
}

// grow adds n nodes.
func (b *builder) grow(n int) error {
	if len(b.Actor)+n > b.limit {
		guess, err := estimate(b.ctx, b.Game, 1000)
		if err != nil {
			return err
		}
		return &TooLargeError{Game: b.Spec.String(), Limit: b.limit, Estimate: guess}
	}
	for range n {
		b.Actor = append(b.Actor, env.Terminal)
		b.Infoset = append(b.Infoset, -1)
		b.Parent = append(b.Parent, 0)
		b.First = append(b.First, 0)
		b.Count = append(b.Count, 0)
		b.Action = append(b.Action, 0)
		b.Prob = append(b.Prob, 1)
	}
	return nil
}

// visit fills in a node whose parent, action and probability are known, and
// everything below it. reach is the probability that chance plays along.
func (b *builder) visit(node int32, s env.State, depth int, reach float64) error {
	if node%checkEvery == 0 {
		if err := b.ctx.Err(); err != nil {
			return err
		}
	}
	if depth == len(b.stack) {
		b.stack = append(b.stack, frame{})
	}
	f := b.stack[depth]
	defer func() { b.stack[depth] = f }()
	actor := s.CurrentPlayer()
	b.Actor[node] = actor
	f.legal = s.LegalActions(f.legal[:0])
	f.outcomes = f.outcomes[:0]
	slot, before := int32(0), Root
	switch {
	case actor == env.Terminal:
		b.terminal(node, s, reach)
		return nil
	case actor == env.Chance:
		f.outcomes = s.(env.Chancer).ChanceOutcomes(f.outcomes)
		f.legal = f.legal[:0]
		for _, o := range f.outcomes {
			f.legal = append(f.legal, o.Action)
		}
	default:
		infoset, err := b.infoset(node, actor, s, f.legal)
		if err != nil {
			return err
		}
		slot, before = b.Offset[infoset], b.last[actor]
	}
	first := int32(len(b.Actor))
	b.First[node], b.Count[node] = first, int32(len(f.legal))
	if err := b.grow(len(f.legal)); err != nil {
		return err
	}
	for i, a := range f.legal {
		child, below := first+int32(i), reach
		b.Parent[child], b.Action[child] = node, a
		if actor == env.Chance {
			b.Prob[child] = f.outcomes[i].Prob
			below *= f.outcomes[i].Prob
		} else {
			b.last[actor] = slot + int32(i)
		}
		f.child = drive.Copy(f.child, s)
		if err := f.child.Apply(a); err != nil {
			return fmt.Errorf("tree: %w", err)
		}
		if err := b.visit(child, f.child, depth+1, below); err != nil {
			return err
		}
	}
	if actor >= 0 {
		b.last[actor] = before
	}
	return nil
}

// infoset finds or makes the infoset of a node and checks perfect recall.
func (b *builder) infoset(node int32, seat env.Player, s env.State, legal []env.Action) (int32, error) {
	info := s.(env.InfoStater).InformationState(seat)
	id, ok := b.ids[seat][info]
	if !ok {
		id = int32(len(b.Player))
		b.ids[seat][info] = id
		b.Of[seat] = append(b.Of[seat], id)
		b.Player = append(b.Player, seat)
		b.Sequence = append(b.Sequence, b.last[seat])
		b.Example = append(b.Example, node)
		for _, a := range legal {
			b.SlotInfoset = append(b.SlotInfoset, id)
			b.SlotAction = append(b.SlotAction, a)
		}
		b.Offset = append(b.Offset, int32(len(b.SlotInfoset)))
	}
	b.Infoset[node] = id
	b.Example[id] = min(b.Example[id], node)
	if b.Sequence[id] != b.last[seat] || !equal(b.Actions(id), legal) {
		return 0, &RecallError{Game: b.Spec.String(), Seat: seat, Info: info}
	}
	return id, nil
}

func (b *builder) terminal(node int32, s env.State, reach float64) {
	b.Infoset[node] = int32(len(b.TerminalNode))
	b.TerminalNode = append(b.TerminalNode, node)
	b.TerminalReach = append(b.TerminalReach, reach)
	b.TerminalSequence = append(b.TerminalSequence, b.last...)
	s.Returns(b.payoff)
	b.TerminalReturn = append(b.TerminalReturn, b.payoff...)
}

func equal(a, b []env.Action) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Estimate returns an estimate of the number of nodes of a game from random playouts,
// as described at TooLargeError. The same game and number give the same estimate.
func Estimate(game env.Game, playouts int) float64 {
	guess, _ := estimate(context.Background(), game, playouts) // which is never cancelled
	return guess
}

// estimate does what Estimate does until the context is cancelled.
func estimate(ctx context.Context, game env.Game, playouts int) (float64, error) {
	var legal []env.Action
	total := 0.0
	for i := range playouts {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		rng := env.Stream(0, purposeTreeEstimate, uint64(i))
		s := game.NewInitialState()
		paths := 1.0 // histories of this length, if all were as wide as this one
		for {
			total += paths
			if s.CurrentPlayer() == env.Terminal {
				break
			}
			legal = s.LegalActions(legal[:0])
			paths *= float64(len(legal))
			if err := s.Apply(legal[rng.IntN(len(legal))]); err != nil {
				panic("tree: a legal action was refused: " + err.Error())
			}
		}
	}
	return total / float64(playouts), nil
}
