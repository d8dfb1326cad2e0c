package session

import (
	"errors"
	"fmt"

	"ringer/env"
)

var (
	errNothingBack = errors.New("there is no decision of this seat to take back")
	errNoPractice  = errors.New("only a practice table retries what was shown already")
)

// mayUndo returns why a seat may not take its last decision back; nil when it may.
func (t *table) mayUndo(seat env.Player) error {
	if err := t.play.MayUndo(seat); err != nil {
		return fmt.Errorf("undo: %w", err)
	}
	return nil
}

// mayRetry returns why a seat may not go back to its last decision at a practice table.
func (t *table) mayRetry(seat env.Player) error {
	switch {
	case !t.head.Practice:
		return errNoPractice
	case t.backTo(seat) < 0:
		return errNothingBack
	}
	return nil
}

// backTo returns the number of steps before the last decision of a seat, and -1 when it
// took none.
func (t *table) backTo(seat env.Player) int {
	steps := t.play.Record().Steps
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Player == seat {
			return i
		}
	}
	return -1
}

// undo takes the last decision of a seat back: by the rule, or at a practice table
// whatever happened since.
func (t *table) undo(seat env.Player, step *int, retry bool, answer func()) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if seat < 0 {
		return errNothingBack
	}
	if step != nil && *step != t.stepOf(seat) {
		return fmt.Errorf("%w: want %d", errLate, t.stepOf(seat))
	}
	may := t.mayUndo
	if retry {
		may = t.mayRetry
	}
	if err := may(seat); err != nil {
		return err
	}
	to := t.backTo(seat)
	if err := t.keep(true, backLine(to, seat)); err != nil {
		return fmt.Errorf("the change could not be kept: %w", err)
	}
	answer()
	t.dropJobs(env.Terminal)
	if err := t.rewind(to, seat); err != nil {
		return err
	}
	t.run()
	return nil
}

// rewind goes back to a number of steps, and tells everybody who was told of them.
func (t *table) rewind(to int, seat env.Player) error {
	if t.cancel != nil {
		t.cancel()
	}
	know, err := t.knowOf(to, seat)
	if err != nil {
		return err
	}
	if err := t.play.Rewind(to); err != nil {
		return err
	}
	t.broken = nil
	t.over.Store(false)
	for p := range t.told {
		if know[p] {
			t.tell(env.Player(p-1), env.Event{Player: seat, Text: env.Does(seat, "takes") + " a decision back"})
		}
	}
	t.ask()
	return nil
}

// knowOf reports for each seat, from the open one, whether it was told of an action after
// a number of steps. The seat that acted knows.
func (t *table) knowOf(to int, actor env.Player) ([]bool, error) {
	know := make([]bool, len(t.told))
	know[actor+1] = true
	s := t.play.Game().NewInitialState()
	for i, step := range t.play.Record().Steps {
		before := s.Clone()
		if err := s.Apply(step.Action); err != nil {
			return nil, err
		}
		for p := range know {
			know[p] = know[p] || i >= to && len(t.learns(env.Player(p-1), before, step, s)) > 0
		}
	}
	return know, nil
}
