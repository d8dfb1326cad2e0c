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
// steps, so that at every table one of its own seats is to act or the episode is over. They
// start the episodes too: their gym.Vector does not, so that nobody plays on at a table
// that waits for its reset.
type opponents struct {
	vector   *vector
	seating  *seating
	mode     gym.Autoreset // what the program has asked for
	maxSteps int
	tells    bool             // the program may see what the seats of agents know
	of       [][]int          // by table and seat: index into agents; -1 where the program plays
	steps    []int            // by table: decisions of the program in the episode
	last     []env.Player     // by table: seat of the program that acted last
	viewers  []*agents.Viewer // one a table
	deciding []stream         // one a table
	drawing  stream
	quiet    gym.Buffers // the vector's, without the observations at ends

	actions []env.Action
	views   []agents.View
	asked   []int // their tables
	fresh   []int // tables at which an episode begins
	passed  []int // by table: episodes in a row without a decision of the program

	// Of the program's step, while the next episodes begin:
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

// draw returns the stream of a decision, from its beginning.
func (s *stream) draw(purpose env.Purpose, e gym.Episode, decision int) env.Rand {
	s.source.Seed(env.StreamSeed(e.Seed, purpose, e.Table, e.Number, uint64(decision)))
	return s.rng
}

// numberOf returns what tells agents one episode from another.
func numberOf(e gym.Episode) [32]byte {
	return env.StreamSeed(e.Seed, purposeWireDecision, e.Table, e.Number)
}

func newOpponents(game env.Game, v *vector, seating *seating, rules *rules, mode gym.Autoreset) *opponents {
	n := v.v.Tables()
	o := &opponents{
		vector: v, seating: seating, mode: mode, maxSteps: rules.MaxSteps,
		of: make([][]int, n), steps: make([]int, n), passed: make([]int, n), last: make([]env.Player, n), drawing: newStream(),
		quiet: v.buf, actions: make([]env.Action, n),
		rewards: make([]float32, len(v.buf.Rewards)), terminated: make([]bool, n), truncated: make([]bool, n),
	}
	o.quiet.FinalObservation = nil
	if mode == "" {
		o.mode = gym.SameStep
	}
	for range n {
		o.viewers = append(o.viewers, agents.NewViewer(game))
		o.deciding = append(o.deciding, newStream())
	}
	return o
}

// step plays the program's actions, the agents' after them, and the beginnings of the
// episodes that follow by the mode. When an action is illegal, nothing has changed.
func (o *opponents) step(ctx context.Context, actions []env.Action) error {
	v, buf := o.vector.v, &o.vector.buf
	o.fresh = o.fresh[:0]
	for t := range actions {
		if o.mode == gym.NextStep && buf.Current[t] == env.Terminal {
			o.fresh = append(o.fresh, t)
			actions[t] = gym.Idle
		} else if actions[t] != gym.Idle && buf.Current[t] >= 0 {
			o.last[t] = buf.Current[t]
		}
	}
	if err := v.Step(actions, buf); err != nil {
		return err
	}
	for t, a := range actions {
		if a != gym.Idle {
			o.steps[t]++
		}
	}
	copy(o.rewards, buf.Rewards)
	copy(o.terminated, buf.Terminated)
	copy(o.truncated, buf.Truncated)
	for {
		busy, err := o.round(ctx, buf)
		if err != nil {
			o.vector.started = false
			return err
		}
		if !busy {
			break
		}
		o.note(buf)
	}
	o.limit(buf)
	for t, n := 0, v.Game().Spec().ObservationSize(); t < len(actions); t++ {
		if !o.terminated[t] && !o.truncated[t] {
			continue
		}
		o.hide(t, buf.FinalObservation)
		o.vector.lengths[t] = int32(v.Length(t))
		if o.mode == gym.SameStep {
			v.ResetTable(t, &o.quiet)
			o.fresh = append(o.fresh, t)
		} else { // the table stays as the program's seat sees it, whoever ended the episode
			v.State(t).Observe(o.last[t], buf.Observation[t*n:(t+1)*n])
		}
	}
	if o.mode == gym.NextStep {
		for _, t := range o.fresh {
			v.ResetTable(t, &o.quiet)
		}
	}
	if err := o.open(ctx, o.fresh); err != nil {
		o.vector.started = false
		return err
	}
	copy(buf.Rewards, o.rewards)
	copy(buf.Terminated, o.terminated)
	copy(buf.Truncated, o.truncated)
	return nil
}

// hide clears, in an array [tables, seats, observation_size] that may be nil, what the
// seats of agents know at a table.
func (o *opponents) hide(t int, all []float32) {
	if all == nil || o.tells {
		return
	}
	d := o.vector.v.Game().Spec().ObservationSize()
	seats := len(o.of[t])
	for p, index := range o.of[t] {
		if index >= 0 {
			clear(all[(t*seats+p)*d:][:d])
		}
	}
}

// note adds what a round has brought to what the program's step has.
func (o *opponents) note(buf *gym.Buffers) {
	for i, r := range buf.Rewards {
		o.rewards[i] += r
	}
	for t := range o.actions {
		o.terminated[t] = o.terminated[t] || buf.Terminated[t]
		o.truncated[t] = o.truncated[t] || buf.Truncated[t]
	}
}

// limit cuts off the episodes in which the program has had all its decisions.
func (o *opponents) limit(buf *gym.Buffers) {
	if o.maxSteps == 0 {
		return
	}
	for t, steps := range o.steps {
		if steps >= o.maxSteps && buf.Current[t] != env.Terminal {
			o.vector.v.TruncateTable(t, buf)
			o.truncated[t] = true
		}
	}
}

// open plays on from the start of episodes at some tables until a seat of the program is
// to act there. An episode that ends before is passed over: the next one begins in its
// place. Rewards and flags of buf belong to none of them.
func (o *opponents) open(ctx context.Context, tables []int) error {
	v, buf := o.vector.v, &o.quiet
	for _, t := range tables {
		o.begin(t)
		o.passed[t] = 0
	}
	for {
		busy, err := o.round(ctx, buf)
		if err != nil {
			return err
		}
		if !busy {
			break
		}
		for _, t := range tables {
			if !buf.Terminated[t] && !buf.Truncated[t] {
				continue
			}
			if o.passed[t]++; o.passed[t] == mostPassed {
				return fmt.Errorf("%w: want vector_reset", errPassed(t))
			}
			v.ResetTable(t, buf)
			o.begin(t)
		}
	}
	clear(buf.Rewards)
	clear(buf.Terminated)
	clear(buf.Truncated)
	return nil
}

// begin seats the agents of the episode that begins at a table.
func (o *opponents) begin(t int) {
	key := o.vector.v.Key(t)
	o.of[t], o.steps[t] = o.seating.at(key), 0
	o.viewers[t].Begin(numberOf(key))
	o.vector.owns[t] = env.Player(own(o.of[t]))
}

// round plays one decision at every table where an agent is to act, and reports whether
// there is any.
func (o *opponents) round(ctx context.Context, buf *gym.Buffers) (busy bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	v := o.vector.v
	for t := range o.actions {
		o.actions[t] = gym.Idle
	}
	for index, agent := range o.seating.agents {
		o.views, o.asked = o.views[:0], o.asked[:0]
		for t := range o.actions {
			seat := buf.Current[t]
			if seat < 0 || o.of[t][seat] != index {
				continue
			}
			busy = true
			if legal := v.Legal(t); len(legal) == 1 {
				o.actions[t] = legal[0]
				continue
			}
			o.views = append(o.views, o.viewers[t].View(v.State(t), o.deciding[t].draw(purposeWireDecision, v.Key(t), v.Decisions(t))))
			o.asked = append(o.asked, t)
		}
		if len(o.views) == 0 {
			continue
		}
		decisions, err := agents.Ask(ctx, agent, o.views)
		if err != nil {
			return false, fmt.Errorf("an agent could not decide: %w: want vector_reset", err)
		}
		for i, t := range o.asked {
			o.actions[t] = agents.Sample(decisions[i], o.views[i].Legal, o.drawing.draw(purposeWireAction, v.Key(t), v.Decisions(t)))
		}
	}
	if !busy {
		return false, nil
	}
	return true, v.Step(o.actions, buf)
}
