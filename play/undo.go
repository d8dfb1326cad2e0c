package play

import (
	"errors"
	"slices"

	"ringer/env"
	"ringer/play/replay"
)

// Errors of Table.MayUndo and Table.Undo.
var (
	errOver       = errors.New("the game is over")
	errNoDecision = errors.New("there is no decision of yours to take back")
	errRevealed   = errors.New("something hidden or random was revealed by it")
	errOthers     = errors.New("others have decided, or chance has, since")
)

// worldsOfUndo is the number of worlds in which Revealed tries an action.
const worldsOfUndo = 12

// Revealed reports whether action a of seat p, which led from before to after, told p
// anything but that it was played: whether p is told of anything but its own deed, or would
// see something else in another world that p could not tell from the true one before.
// rng draws those worlds.
func Revealed(before env.State, p env.Player, a env.Action, after env.State, rng env.Rand) bool {
	for _, e := range env.Tell(before, p, a, after, nil) {
		if e.Player != p {
			return true
		}
	}
	return differs(before, p, a, after, rng)
}

// differs reports whether a seat would see something else after its action in another world
// that it could not tell from the true one before.
func differs(before env.State, p env.Player, a env.Action, after env.State, rng env.Rand) bool {
	r, hides := env.UnwrapState(before).(env.Resampler)
	if !hides {
		return false
	}
	seen := sightOf(after, p)
	for range worldsOfUndo {
		world := r.ResampleFromInfoState(p, rng)
		if world.Apply(a) != nil || sightOf(world, p) != seen {
			return true
		}
	}
	return false
}

// sightOf returns all that a seat reads of a state, and who is to decide.
func sightOf(s env.State, p env.Player) string {
	s = env.UnwrapState(s)
	text := s.CurrentPlayer().String()
	if t, ok := s.(env.Texter); ok {
		text += t.Text(p)
	}
	if i, ok := s.(env.InfoStater); ok {
		text += i.InformationState(p)
	}
	if s.CurrentPlayer() == p {
		for _, a := range s.LegalActions(nil) {
			text += "\x00" + s.ActionString(a)
		}
	}
	return text
}

// MayUndo returns why a seat may not take its last decision back, nil when it may: that must
// have been the last thing that happened, by anybody or by chance, and it must have told
// the seat nothing new.
func (t *Table) MayUndo(p env.Player) error {
	n := len(t.record.Steps)
	switch {
	case t.Over():
		return errOver
	case !slices.ContainsFunc(t.record.Steps, func(s replay.Step) bool { return s.Player == p }):
		return errNoDecision
	case t.record.Steps[n-1].Player != p:
		return errOthers
	}
	before, err := t.beforeLast()
	if err != nil {
		return err
	}
	rng := env.Stream(t.record.Seed, purposePlayUndo, uint64(n))
	if Revealed(before, p, t.record.Steps[n-1].Action, t.state, rng) {
		return errRevealed
	}
	return nil
}

// beforeLast returns the state before the last action, which belongs to the table.
func (t *Table) beforeLast() (env.State, error) {
	if t.before != nil {
		return t.before, nil
	}
	s := t.game.NewInitialState()
	for _, step := range t.record.Steps[:len(t.record.Steps)-1] {
		if err := s.Apply(step.Action); err != nil {
			return nil, err
		}
	}
	t.before = s
	return s, nil
}

// Undo takes back the last decision of the person who is to decide now, if MayUndo allows
// it. An undo after that takes back the decision before.
func (t *Table) Undo() error {
	p, ok := t.Person()
	if !ok {
		return errNoDecision
	}
	if err := t.MayUndo(p); err != nil {
		return err
	}
	return t.Rewind(len(t.record.Steps) - 1)
}
