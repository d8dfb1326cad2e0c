package play

import (
	"context"

	"ringer/env"
)

// noChoice marks what the person did where there was one legal action.
const noChoice = " (no other choice)"

// runThrough plays the only action that the person has, and tells of it in a line, where a
// stop would show nothing new: since the last page nothing was dealt, rolled or turned up, and the
// person's own actions showed nothing that could have been otherwise. What the others did was
// told line by line. It reports whether it has played.
func (t *terminal) runThrough(ctx context.Context) (ran bool, err error) {
	before := t.table.State()
	if t.shown || !forced(before) {
		return false, nil
	}
	a := before.LegalActions(nil)[0]
	name := t.label(before, a)
	e, err := t.table.Choose(a)
	if err != nil {
		return false, err
	}
	if told := env.Tell(e.Before, t.seat, a, e.After, nil); len(told) == 0 || told[0].Player != t.seat {
		t.screen.line(plain, "  · you: %s%s", clean(name), noChoice)
		t.tell(ctx, e, "")
		return true, nil
	}
	t.tell(ctx, e, noChoice)
	return true, nil
}

// forced reports whether there is one legal action.
func forced(s env.State) bool { return len(s.LegalActions(nil)) == 1 }

// shows reports whether an action showed the person more than what players chose: a deal or a
// roll for the table or for the person, a card that was turned up, or by the person's own
// action anything that could have been otherwise.
func (t *terminal) shows(e Event, events []env.Event) bool {
	for _, event := range events {
		if event.Player == env.Chance || event.Player == t.seat && e.Step.Player == env.Chance {
			return true
		}
	}
	if e.Step.Player != t.seat {
		return false
	}
	rng := env.Stream(t.table.Record().Seed, purposePlayUndo, uint64(e.Step.Step))
	return differs(e.Before, t.seat, e.Step.Action, e.After, rng)
}
