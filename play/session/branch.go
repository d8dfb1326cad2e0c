package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ringer/play/replay"
)

type branchRequest struct {
	asked
	at                   // of a game that is over, or open; or else
	Record string        `json:"record"` // a replay, as a text
	Step   int           `json:"step"`   // actions of the record that are kept
	Seats  []seatRequest `json:"seats"`
	Seed   *uint64       `json:"seed"`  // of what follows
	Every  bool          `json:"every"` // as after pace, from the first action on
}

// branch plays on from a step of a record, at a new table. Everything after the step is dealt anew.
func (c *Client) branch(id json.RawMessage, q *branchRequest) error {
	h := c.host
	r, record, err := c.source(q)
	if err != nil {
		return err
	}
	if q.Step < 0 || q.Step > len(record.Steps) {
		return fmt.Errorf("step: %d: want a number from 0 to %d", q.Step, len(record.Steps))
	}
	head := tableHead{Position: record.Position, Branch: true}
	if head.Seed = h.Seed(); q.Seed != nil {
		head.Seed = *q.Seed
	}
	if err := c.room(len(q.Seats)); err != nil {
		return err
	}
	t, err := h.begin(r, head, q.Seats, record.Steps[:q.Step]...)
	if err != nil {
		return err
	}
	defer t.letGo()
	return c.takeUp(id, t, q.Every)
}

// source returns the record that a branch begins at, and its game.
func (c *Client) source(q *branchRequest) (*hall, *replay.Replay, error) {
	if (q.Record == "") == (q.Table == "") {
		return nil, nil, errors.New("want either a record or a table")
	}
	if q.Record == "" {
		t, _, err := c.seated(q.at)
		if err != nil {
			return nil, nil, err
		}
		defer t.letGo()
		t.mu.Lock()
		defer t.mu.Unlock()
		if !t.isOver() && !t.open() {
			return nil, nil, errors.New("a branch begins at a game that is over: this one is not")
		}
		return t.hall, cloneRecord(t.play.Record()), nil
	}
	record, err := replay.Read(strings.NewReader(q.Record), "record")
	if err != nil {
		return nil, nil, err
	}
	r, err := c.host.hallWith(record.Game, record.Rules, record.SpecHash)
	if err != nil {
		return nil, nil, fmt.Errorf("record: %w", err)
	}
	return r, record, nil
}
