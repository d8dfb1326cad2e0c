package session

import (
	"encoding/json"
	"errors"
	"fmt"

	"ringer/env"
	"ringer/env/scene"
	"ringer/play"
	"ringer/play/replay"
)

type momentRequest struct {
	asked
	at
	Step int  `json:"step"` // actions of the record that are played
	Open bool `json:"open"` // the true cards, instead of what the seat could know then
}

// momentTold answers moment: the table as it stood.
type momentTold struct {
	head
	Table  string  `json:"table"`
	Step   int     `json:"step"`
	Steps  int     `json:"steps"`            // of the whole record
	View   *view   `json:"view"`             // nothing can be done at it
	Events []Event `json:"events,omitempty"` // of the action that led here
}

// moment shows a game that is over as it stood after some actions of its record.
func (c *Client) moment(id json.RawMessage, q *momentRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	t.mu.Lock()
	defer t.mu.Unlock()
	record := cloneRecord(t.play.Record())
	steps := len(record.Steps)
	switch {
	case !t.isOver() && !t.open():
		return errors.New("moments are there when the game is over: the record holds what is hidden now")
	case q.Step < 0 || q.Step > steps:
		return fmt.Errorf("step: %d: want a number from 0 to %d", q.Step, steps)
	}
	if record.Steps = record.Steps[:q.Step]; q.Step < steps {
		record.Returns = nil
	}
	var last *play.Event
	s, err := record.Play(t.play.Game(), func(before env.State, step replay.Step) error {
		if step.Step == q.Step {
			last = &play.Event{Before: before.Clone(), Step: step}
		}
		return nil
	})
	if err != nil {
		return err
	}
	v := t.view(seat, false)
	v.Step, v.Can, v.Values, v.Legal = q.Step, can{}, nil, nil
	if q.Step < steps {
		v.Over, v.Returns, v.Verdict, v.Resigned = false, nil, "", nil
		if v.Scene = scene.Open(t.hall.builder, s); seat != openSeat && !q.Open {
			v.Scene = t.hall.builder.Scene(s, seat)
		}
		scene.Read(v.Scene, t.reading(seat))
	}
	m := &momentTold{Table: t.id, Step: q.Step, Steps: steps, View: v}
	if v.Type = "view"; last != nil {
		eyes := seat
		if q.Open {
			eyes = openSeat
		}
		for i, e := range t.learns(eyes, last.Before, last.Step, s) {
			m.Events = append(m.Events, t.read(seat, e, i+1, q.Step))
		}
	}
	c.answer(id, m)
	return nil
}
