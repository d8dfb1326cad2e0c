package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ringer/env"
	"ringer/play/advice"
	"ringer/play/review"
)

// reviewTold answers review.
type reviewTold struct {
	head
	Table  string         `json:"table"`
	Review *review.Review `json:"review"`
}

// progress says how far a review is.
type progress struct {
	head
	Table string `json:"table"`
	Done  int    `json:"done"`
	Total int    `json:"total"`
}

type reviewRequest struct {
	asked
	at
	Seat *env.Player `json:"seat"` // of an open table; else the client's own
	Open bool        `json:"open"` // from the true cards instead of what the seat could know
}

func (c *Client) review(id json.RawMessage, q *reviewRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	name, agent, err := t.hall.adviser(c.host)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.isOver() {
		return errors.New("the review comes when the game is over")
	}
	if q.Seat != nil {
		seat = *q.Seat
	}
	if seat < 0 || int(seat) >= len(t.head.Seats) {
		return fmt.Errorf("seat: %d: want a number from 0 to %d", int(seat), len(t.head.Seats)-1)
	}
	record := cloneRecord(t.play.Record())
	config := review.Config{
		Advice: advice.Config{
			Game: t.play.Game(), Agent: agent, Name: t.hall.title(c.host, name), Scenes: t.hall.builder,
			Seed: env.Stream(t.head.Seed, purposePlayHint, uint64(seat)).Uint64(),
		},
		Seat: seat, Open: q.Open, Partial: !t.play.Over(), Taken: t.taken(seat), Workers: 1, Name: t.reading(seat).Name,
		Progress: func(done, total int) { c.answer(id, &progress{Table: t.id, Done: done, Total: total}) },
	}
	return t.start(job{c, seat, "review"}, id, func(ctx context.Context) (message, error) {
		told, err := review.Of(ctx, config, record)
		return &reviewTold{Table: t.id, Review: told}, err
	})
}

// taken returns the number of steps after which an agent took over a seat whose person gave up,
// nil where the seat is its own. Steps that were taken back since do not count.
func (t *table) taken(seat env.Player) *int {
	var at *int
	steps := 0
	for _, line := range t.lines {
		switch {
		case line.Back != nil:
			steps = *line.Back
			if at != nil {
				*at = min(*at, steps)
			}
		case line.Step > 0:
			steps = line.Step
		case line.Resign && line.Agent != "" && line.Player == seat:
			now := steps
			at = &now
		}
	}
	return at
}
