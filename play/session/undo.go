package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ringer/env"
)

var (
	errNothingBack = errors.New("there is no decision of this seat to take back")
	errEnded       = errors.New("the game is over")
	errNoPractice  = errors.New("only a practice table retries what was shown already")
)

// mayUndo returns why a seat may not take its last decision back; nil when it may.
func (t *table) mayUndo(seat env.Player) error {
	if t.ended >= 0 {
		return errEnded
	}
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
	case t.ended >= 0:
		return errEnded
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
	if seat < 0 || t.seats[seat].Agent != "" {
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
	return t.takeBack(seat, false, answer)
}

// takeBack takes the last decision of a seat back, by the rule or since all people agreed.
func (t *table) takeBack(seat env.Player, agreed bool, answer func()) error {
	line := backLine(t.backTo(seat), seat)
	line.Agreed = agreed
	if err := t.keep(true, line); err != nil {
		return fmt.Errorf("the change could not be kept: %w", err)
	}
	answer()
	t.dropJobs(env.Terminal)
	if err := t.rewind(*line.Back, seat, agreed); err != nil {
		return err
	}
	t.run()
	return nil
}

// rewind goes back to a number of steps, and tells everybody who was told of them, or, where
// all agreed, everybody.
func (t *table) rewind(to int, seat env.Player, agreed bool) error {
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
	t.broken, t.back = nil, nil
	t.over.Store(false)
	for p := range t.told {
		if know[p] || agreed {
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

// mayAsk returns why a seat may not ask the other people to agree that it takes its last
// decision back; nil when it may.
func (t *table) mayAsk(seat env.Player) error {
	switch {
	case t.isOver():
		return errEnded
	case t.back != nil:
		return errors.New("somebody asks already whether a decision may be taken back")
	case t.backTo(seat) < 0:
		return errNothingBack
	case len(t.others(seat)) == 0:
		return errors.New("there is nobody here who could agree")
	}
	return nil
}

// takeback asks the other people whether a seat may take its last decision back, whatever
// happened since.
func (c *Client) takeback(id json.RawMessage, q *undoRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case seat < 0 || t.seats[seat].Agent != "":
		return errNothingBack
	case q.Step != nil && *q.Step != t.stepOf(seat):
		return fmt.Errorf("%w: want %d", errLate, t.stepOf(seat))
	}
	if err := t.mayAsk(seat); err != nil {
		return err
	}
	t.back = &takeback{Seat: seat, Waits: t.others(seat)}
	c.answer(id, &done{})
	t.show()
	return nil
}

// agree says yes or no for a seat, to what another one would like to take back. A no of the
// seat that asked withdraws its wish.
func (c *Client) agree(id json.RawMessage, q *agreeRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.back == nil || seat != t.back.Seat && !slices.Contains(t.back.Waits, seat) || seat == t.back.Seat && q.Yes {
		return errors.New("nobody asks this seat whether a decision may be taken back")
	}
	if q.Yes {
		t.back = &takeback{Seat: t.back.Seat, Waits: slices.DeleteFunc(slices.Clone(t.back.Waits), func(p env.Player) bool { return p == seat })}
		if len(t.back.Waits) == 0 {
			asks := t.back.Seat
			t.back = nil
			return t.takeBack(asks, true, func() { c.answer(id, &done{}) })
		}
	} else {
		t.back = nil
	}
	c.answer(id, &done{})
	t.show()
	return nil
}
