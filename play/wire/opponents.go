package wire

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ringer/agents"
	"ringer/env"
	"ringer/env/gym"
)

// opponents play the seats of a vector that are not the program's, after each of its
// steps, so that at every table one of its own seats is to act or the episode is over.
type opponents struct {
	vector   *vector
	of       []int          // by seat: index into agents; -1 where the program plays
	agents   []agents.Agent // each once
	seed     uint64
	viewers  []*agents.Viewer // one a table
	deciding []stream         // one a table
	drawing  stream

	actions []env.Action
	views   []agents.View
	waiting []int // their tables

	// What the steps of one step of the program amount to:
	rewards               []float32
	terminated, truncated []bool
}

// stream is a random stream that can be started anew in place.
type stream struct {
	source *rand.ChaCha8
	rng    env.Rand
}

func newStream() stream {
	source := rand.NewChaCha8([32]byte{})
	return stream{source, rand.New(source)}
}

// newOpponents seats agents, which seated has built, by their names.
func newOpponents(s *server, v *vector, names []string) *opponents {
	n := v.v.Tables()
	o := &opponents{
		vector: v, actions: make([]env.Action, n), drawing: newStream(),
		rewards: make([]float32, len(v.buf.Rewards)), terminated: make([]bool, n), truncated: make([]bool, n),
	}
	index := map[string]int{"": -1}
	for _, name := range names {
		if _, ok := index[name]; !ok {
			index[name] = len(o.agents)
			o.agents = append(o.agents, s.agents[name])
		}
		o.of = append(o.of, index[name])
	}
	for range n {
		o.viewers = append(o.viewers, agents.NewViewer(s.Game))
		o.deciding = append(o.deciding, newStream())
	}
	return o
}

// begin plays on after a reset.
func (o *opponents) begin(ctx context.Context, seed uint64) error {
	o.seed = seed
	return o.play(ctx)
}

// play lets agents decide until none is to act. Rewards of all these steps are added up,
// and an episode that ended in one of them has ended in the program's step: so also one in
// which the program had no decision.
func (o *opponents) play(ctx context.Context) error {
	buf := &o.vector.buf
	copy(o.rewards, buf.Rewards)
	copy(o.terminated, buf.Terminated)
	copy(o.truncated, buf.Truncated)
	stepped := false
	for {
		busy, err := o.round(ctx)
		if err != nil {
			return err
		}
		if !busy {
			break
		}
		stepped = true
		for i, r := range buf.Rewards {
			o.rewards[i] += r
		}
		for t := range o.actions {
			o.terminated[t] = o.terminated[t] || buf.Terminated[t]
			o.truncated[t] = o.truncated[t] || buf.Truncated[t]
		}
	}
	if stepped {
		copy(buf.Rewards, o.rewards)
		copy(buf.Terminated, o.terminated)
		copy(buf.Truncated, o.truncated)
	}
	return nil
}

// round plays one decision at every table where an agent is to act, and reports whether
// there is any.
func (o *opponents) round(ctx context.Context) (busy bool, err error) {
	v := o.vector.v
	for t := range o.actions {
		o.actions[t] = gym.Idle
	}
	for index, agent := range o.agents {
		o.views, o.waiting = o.views[:0], o.waiting[:0]
		for t := range o.actions {
			seat := o.vector.buf.Current[t]
			if seat < 0 || o.of[seat] != index {
				continue
			}
			busy = true
			if legal := v.Legal(t); len(legal) == 1 {
				o.actions[t] = legal[0]
				continue
			}
			o.deciding[t].source.Seed(env.StreamSeed(o.seed, env.PurposeWireDecision, uint64(t), v.Episode(t), uint64(v.Decisions(t))))
			o.views = append(o.views, o.viewers[t].View(v.State(t), o.deciding[t].rng))
			o.waiting = append(o.waiting, t)
		}
		if len(o.views) == 0 {
			continue
		}
		decisions, err := agents.Ask(ctx, agent, o.views)
		if err != nil {
			return false, fmt.Errorf("an agent could not decide: %w: want vector_reset", err)
		}
		for i, t := range o.waiting {
			o.drawing.source.Seed(env.StreamSeed(o.seed, env.PurposeWireAction, uint64(t), v.Episode(t), uint64(v.Decisions(t))))
			o.actions[t] = agents.Sample(decisions[i], o.views[i].Legal, o.drawing.rng)
		}
	}
	if !busy {
		return false, nil
	}
	return true, v.Step(o.actions, &o.vector.buf)
}
