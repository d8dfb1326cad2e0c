package session

import (
	"context"
	"errors"
	"fmt"

	"ringer/env"
	"ringer/env/scene"
)

// run lets chance and agents go on, and shows the table to its clients once it waits.
// The caller holds the lock.
func (t *table) run() {
	switch {
	case t.running:
	case !t.goesOn():
		t.show()
	default:
		t.running = true
		t.pins.Add(1)
		t.host.work.Go(t.drive)
	}
}

// goesOn reports whether chance or an agent is to act now.
func (t *table) goesOn() bool {
	if t.isOver() || t.broken != nil || t.host.ctx.Err() != nil {
		return false
	}
	if _, person := t.play.Person(); person {
		return false
	}
	return !t.open() || t.budget > 0
}

// drive plays for chance and agents until the table waits.
func (t *table) drive() {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() { t.running = false; t.letGo() }()
	for t.goesOn() {
		if err := t.advance(); err != nil && t.host.ctx.Err() == nil {
			t.broken = err
			for _, w := range t.watches {
				w.client.post(&failure{Error: err.Error(), Table: t.id})
			}
		}
	}
	t.show()
}

// advance plays one action of chance or of an agent. It gives the lock away while an agent
// thinks.
func (t *table) advance() error {
	turn, err := t.play.Turn()
	if err != nil {
		return err
	}
	if turn.Player() == env.Chance {
		err = turn.Decide(t.host.ctx)
	} else {
		ctx, cancel := context.WithCancel(t.host.ctx)
		t.cancel = cancel
		t.inform()
		t.mu.Unlock()
		err = t.host.think(ctx, turn.Decide)
		cancelled := ctx.Err() != nil
		cancel()
		t.mu.Lock()
		t.cancel = nil
		if cancelled {
			return t.host.ctx.Err() // the table went another way
		}
	}
	if p := turn.Player(); errors.Is(err, errSlow) {
		return fmt.Errorf("%s (%s): %w: nothing was played for it; join the table again, or take your decision back, and it is asked once more", scene.SeatName(p), t.name(p), err)
	}
	if err != nil {
		return err
	}
	e, ok, err := t.play.Play(turn)
	if err != nil || !ok {
		return err
	}
	if err := t.keep(false, stepLine(e.Step)); err != nil {
		return errors.Join(fmt.Errorf("the table cannot be kept: %w", err), t.play.Rewind(len(t.play.Record().Steps)-1))
	}
	if p := e.Step.Player; p >= 0 {
		spec := t.play.Game().Spec()
		t.values[p] = &seatValue{Seat: p, Value: float64(turn.Value), Least: spec.MinUtility, Most: spec.MaxUtility, Source: t.seats[p].Agent}
	}
	if t.budget > 0 {
		t.budget--
	}
	t.note(e)
	return nil
}

// mostSteps is the number of actions that a client may ask for at a time.
const mostSteps = 10_000

// stepOpen lets an open table play some actions.
func (t *table) stepOpen(seat env.Player, count int, answer func()) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case seat != openSeat:
		return errors.New("only a table of agents alone goes on step by step")
	case count < 1 || count > mostSteps:
		return fmt.Errorf("count: %d: want a number from 1 to %d", count, mostSteps)
	case t.isOver():
		return errors.New("the game is over")
	}
	t.budget = max(t.budget, count)
	answer()
	t.run()
	return nil
}
