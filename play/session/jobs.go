package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/play/advice"
	"ringer/play/replay"
)

// job is a hint or a review under way.
type job struct {
	client *Client
	seat   env.Player
	kind   string
}

// mostJobs is the number of hints and reviews of all clients that may be under way or wait at
// a time.
const mostJobs = 100

var errMovedOnHint = errors.New("the table has moved on: ask again")

// hintTold answers hint.
type hintTold struct {
	head
	Table string         `json:"table"`
	You   env.Player     `json:"you"`
	Step  int            `json:"step"`
	Hint  *advice.Advice `json:"hint"`
}

type hintRequest struct {
	asked
	at
	Step *int `json:"step"`
}

// start runs a job of a client, one of its kind at a time, and answers when it is done. work
// gets no more of the table than its arguments hold. The caller holds the lock of the
// table.
func (t *table) start(j job, id json.RawMessage, work func(ctx context.Context) (message, error)) error {
	if t.jobs[j] != nil {
		return fmt.Errorf("a %s is under way already", j.kind)
	}
	if t.host.asked.Add(1) > mostJobs {
		t.host.asked.Add(-1)
		return fmt.Errorf("%d hints and reviews are asked for already: try again later", mostJobs)
	}
	ctx, cancel := context.WithCancelCause(t.host.ctx)
	t.jobs[j] = func() { cancel(errMovedOnHint) }
	t.pins.Add(1)
	t.host.work.Go(func() {
		defer t.letGo()
		defer t.host.asked.Add(-1)
		var m message
		err := t.host.advise(ctx, func() (err error) {
			m, err = work(ctx)
			return err
		})
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.jobs, j)
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		cancel(nil)
		if err != nil {
			m = &failure{Error: j.kind + ": " + err.Error(), Table: t.id}
		}
		j.client.answer(id, m)
	})
	return nil
}

// dropJobs stops the hints of a seat, whose table moved on, or of all of them.
func (t *table) dropJobs(seat env.Player) {
	for j, cancel := range t.jobs {
		if j.kind == "hint" && (seat < 0 || j.seat == seat) {
			cancel()
		}
	}
}

// adviser returns the agent that advises on a game.
func (r *hall) adviser(h *Host) (name string, a agents.Agent, err error) {
	if h.Adviser != nil {
		name = h.Adviser(r.game)
	} else {
		for _, o := range r.offers(h) {
			if o.Default || name == "" {
				name = o.Agent
			}
		}
	}
	if name == "" {
		return "", nil, errors.New("no agent of this game can advise")
	}
	a, err = r.agent(h, name)
	return name, a, err
}

func (c *Client) hint(id json.RawMessage, q *hintRequest) error {
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
	switch {
	case q.Step == nil:
		return errNoStep
	case seat < 0 || t.play.State().CurrentPlayer() != seat:
		return errors.New("this seat has nothing to decide")
	case *q.Step != t.stepOf(seat):
		return fmt.Errorf("%w: want %d", errLate, t.stepOf(seat))
	}
	state, step := t.play.State().Clone(), *q.Step
	config := advice.Config{
		Game: t.play.Game(), Agent: agent, Name: t.hall.title(c.host, name), Scenes: t.hall.builder,
		Seed: env.Stream(t.head.Seed, purposePlayHint, uint64(seat), uint64(step)).Uint64(), Workers: 1,
	}
	return t.start(job{c, seat, "hint"}, id, func(ctx context.Context) (message, error) {
		told, err := advice.Ask(ctx, config, state)
		return &hintTold{Table: t.id, You: seat, Step: step, Hint: told}, err
	})
}

// stop ends the hints and reviews of the client at a table.
func (c *Client) stopJobs(id json.RawMessage, q *tableRequest) error {
	t, _, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	t.mu.Lock()
	t.endJobs(c)
	t.mu.Unlock()
	c.answer(id, &done{})
	return nil
}

// endJobs stops all that a client asked for.
func (t *table) endJobs(c *Client) {
	for j, cancel := range t.jobs {
		if j.client == c {
			cancel()
		}
	}
}

func cloneRecord(r *replay.Replay) *replay.Replay {
	c := *r
	return &c // the steps of a game that is over stay as they are
}
