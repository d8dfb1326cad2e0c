package envtest

import (
	"context"
	"fmt"

	"ringer/env"
	"ringer/env/drive"
)

// Counts are the exact sizes of a game's tree.
type Counts struct {
	Nodes             int `json:"nodes"` // histories, the empty one and the finished ones included
	DecisionNodes     int `json:"decision_nodes"`
	ChanceNodes       int `json:"chance_nodes"`
	TerminalNodes     int `json:"terminal_nodes"`
	InformationStates int `json:"information_states"` // at which a seat decides, over all seats
}

// LimitError says that a tree has more nodes than allowed.
type LimitError struct {
	Game  string
	Limit int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: more than %d nodes", e.Game, e.Limit)
}

// Count walks the whole tree of a game. It returns a *LimitError once it has met
// more than limit nodes, and an error for a game without information states.
func Count(game env.Game, limit int) (Counts, error) {
	return CountContext(context.Background(), game, limit) // which is never cancelled
}

// CountContext does what Count does until the context is cancelled. It then stops at
// once and returns the context's error.
func CountContext(ctx context.Context, game env.Game, limit int) (Counts, error) {
	w := counter{ctx: ctx, game: game, limit: limit, seen: map[string]struct{}{}}
	err := w.walk(game.NewInitialState())
	w.counts.InformationStates = len(w.seen)
	if err != nil {
		return Counts{}, err
	}
	return w.counts, nil
}

type counter struct {
	ctx    context.Context
	game   env.Game
	limit  int
	counts Counts
	seen   map[string]struct{}
	free   []env.State // states to reuse, for games that can copy
}

func (w *counter) walk(s env.State) error {
	if w.counts.Nodes++; w.counts.Nodes > w.limit {
		return &LimitError{Game: w.game.Spec().String(), Limit: w.limit}
	}
	if w.counts.Nodes%256 == 0 {
		if err := w.ctx.Err(); err != nil {
			return err
		}
	}
	switch p := s.CurrentPlayer(); p {
	case env.Terminal:
		w.counts.TerminalNodes++
		return nil
	case env.Chance:
		w.counts.ChanceNodes++
	default:
		w.counts.DecisionNodes++
		is, ok := s.(env.InfoStater)
		if !ok {
			return fmt.Errorf("%s: its states have no InformationState to count", w.game.Spec())
		}
		w.seen[fmt.Sprintf("%d %s", p, is.InformationState(p))] = struct{}{}
	}
	for _, a := range s.LegalActions(nil) {
		child := w.copy(s)
		if err := child.Apply(a); err != nil {
			return err
		}
		if err := w.walk(child); err != nil {
			return err
		}
		w.free = append(w.free, child)
	}
	return nil
}

func (w *counter) copy(s env.State) env.State {
	var into env.State
	if n := len(w.free); n > 0 {
		into, w.free = w.free[n-1], w.free[:n-1]
	}
	return drive.Copy(into, s)
}
