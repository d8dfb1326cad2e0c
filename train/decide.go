package train

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/env/gym"
	"ringer/models/graph"
)

// decide chooses an action for every active table and notes the decisions of
// learning seats. Nobody decides where an action is forced.
func (g *group) decide(ctx context.Context, opponents []Opponent) error {
	g.rows, g.others = g.rows[:0], g.others[:0]
	for t, active := range g.active {
		g.actions[t], g.asked[t] = gym.Idle, false
		switch legal := g.vector.Legal(t); {
		case !active:
		case len(legal) == 1: // the vector plays all but the first of an episode itself
			g.actions[t] = legal[0]
		case g.opener.opens(t):
		case g.learning[t] == allSeats || g.learning[t] == g.sides.of[g.buf.Current[t]]:
			if g.acting.Responds > 0 && g.responds[t*g.spec.Players+int(g.buf.Current[t])] {
				g.others = append(g.others, t)
			} else {
				g.rows = append(g.rows, t)
			}
		default:
			g.asked[t] = true
		}
	}
	think := func() error { return g.infer(g.networks.learner, g.frames, g.values) }
	if g.demonstrator != nil {
		think = func() error { return g.demonstrate(ctx) }
	}
	if err := think(); err != nil {
		return err
	}
	for i, t := range g.rows {
		g.learn(i, t, g.acting.own())
	}
	if len(g.others) > 0 {
		g.rows = append(g.rows[:0], g.others...)
		if err := g.infer(g.networks.response, g.frames, g.values); err != nil {
			return err
		}
		for i, t := range g.rows {
			g.learn(i, t, g.acting.response())
		}
	}
	if err := g.open(ctx); err != nil {
		return err
	}
	for k := range opponents {
		g.rows = g.rows[:0]
		for t, asked := range g.asked {
			if asked && g.seating[t] == k {
				g.rows = append(g.rows, t)
			}
		}
		g.batch.Stats.Choices += len(g.rows)
		if err := g.decideOpponent(ctx, k, &opponents[k]); err != nil {
			return err
		}
	}
	return nil
}

// infer runs a network on the observations of g.rows in the frames that it reads; logits and, unless values is nil,
// values come out in the order of g.rows.
func (g *group) infer(network *graph.Inference, frames *env.Frames, values []float32) error {
	n := len(g.rows)
	if n == 0 {
		return nil
	}
	g.gatherObservations(frames)
	return network.Run(g.obs[:n*g.spec.ObservationSize()], n, g.logits[:n*g.spec.NumActions()], values)
}

// gatherObservations copies the observations of g.rows into g.obs, in frames, and notes their turns.
func (g *group) gatherObservations(frames *env.Frames) {
	d := g.spec.ObservationSize()
	for i, t := range g.rows {
		g.turns[i] = frames.Observed(g.obs[i*d:(i+1)*d], g.buf.Observation[t*d:(t+1)*d])
	}
}

// maskOf returns which actions are legal at table t, as the turn of row i calls them. It is valid until the next call.
func (g *group) maskOf(i, t int) []bool {
	a := g.spec.NumActions()
	mask := g.buf.Mask[t*a : (t+1)*a]
	turn := g.turns[i]
	if turn == nil {
		return mask
	}
	for own, action := range turn.Table {
		g.mask[own] = mask[action]
	}
	return g.mask
}

// improbable stands in for the logit of an action that a demonstrator never
// takes.
const improbable = -30

// demonstrate asks the demonstrator instead of a network: its probabilities
// come out as logits.
func (g *group) demonstrate(ctx context.Context) error {
	if len(g.rows) == 0 {
		return nil
	}
	g.gatherObservations(g.frames)
	views, decisions, err := g.ask(ctx, g.demonstrator)
	if err != nil {
		return err
	}
	a, scale := g.spec.NumActions(), g.scale
	for i := range g.rows {
		logits := g.logits[i*a : (i+1)*a]
		for j, action := range views[i].Legal {
			if turn := g.turns[i]; turn != nil {
				action = turn.Own[action]
			}
			logits[action] = max(improbable, float32(math.Log(float64(decisions[i].Probs[j]))))
		}
		g.values[i] = decisions[i].Value * scale
	}
	return nil
}

// learn samples the action of row i of the learner's batch, for table t, and
// appends the decision to the group's batch.
func (g *group) learn(i, t int, by choice) {
	b, d, a := &g.batch, g.spec.ObservationSize(), g.spec.NumActions()
	explored := int(g.buf.Current[t]) == g.explorer[t]
	if explored {
		by = anything
	}
	row := b.Rows
	b.Rows++
	b.Stats.Choices++
	b.Observation = append(b.Observation, g.obs[i*d:(i+1)*d]...)
	mask := g.maskOf(i, t)
	b.Mask = grow(b.Mask, a)
	for j, ok := range mask {
		if ok {
			b.Mask[row*a+j] = 1
		} else {
			b.Mask[row*a+j] = 0
		}
	}
	b.LogProbs = grow(b.LogProbs, a)
	logProbs := b.LogProbs[row*a : (row+1)*a]
	entropy, legal := by.write(g.logits[i*a:(i+1)*a], mask, logProbs)
	kind := g.spec.KindOfMask(g.obs[i*d:(i+1)*d], mask)
	b.Kind = append(b.Kind, kind)
	b.Stats.noteEntropy(kind, entropy/math.Log(float64(legal)))
	action := sampleLog(logProbs, mask, g.rng.Float64())
	b.Action = append(b.Action, int32(action))
	b.Value = append(b.Value, g.values[i])
	b.Return = append(b.Return, 0)
	b.Next = append(b.Next, -1)

	seat := t*g.spec.Players + int(g.buf.Current[t])
	if g.acting.Responds > 0 {
		b.Responded = append(b.Responded, g.responds[seat])
	}
	if g.acting.Explores {
		b.Explored = append(b.Explored, explored)
	}
	if g.firstRow[seat] < 0 {
		g.firstRow[seat] = int32(row)
	} else {
		b.Next[g.lastRow[seat]] = int32(row)
	}
	g.lastRow[seat] = int32(row)
	if g.acting.Followers {
		b.Follower = append(b.Follower, -1)
		if last := g.newest[t]; last >= 0 {
			b.Follower[last] = int32(row)
		}
		g.newest[t] = int32(row)
	}
	g.actions[t] = g.tableAction(i, action)
}

// tableAction returns the action of the table that one of row i is.
func (g *group) tableAction(i int, action env.Action) env.Action {
	if turn := g.turns[i]; turn != nil {
		return turn.Table[action]
	}
	return action
}

// decideOpponent plays for the tables in g.rows, whose current seat belongs to
// opponent k.
func (g *group) decideOpponent(ctx context.Context, k int, o *Opponent) error {
	if len(g.rows) == 0 {
		return nil
	}
	if o.Weights == nil {
		return g.decideAgent(ctx, o.Agent)
	}
	if err := g.infer(g.networks.past[k], neural.FramesOf(g.spec, o.Weights.Network), nil); err != nil {
		return err
	}
	a := g.spec.NumActions()
	for i, t := range g.rows {
		mask := g.maskOf(i, t)
		logits := g.logits[i*a : (i+1)*a]
		logSoftmax(logits, mask, logits)
		g.actions[t] = g.tableAction(i, sampleLog(logits, mask, g.rng.Float64()))
	}
	return nil
}

// guest is the place of agents at one table: its viewer, and one random stream an
// episode for all that they draw there.
type guest struct {
	viewer *agents.Viewer
	source *rand.ChaCha8
	rng    env.Rand
	seeded bool // for this episode
}

// view returns the view of the current seat of table t.
func (v *guest) view(g *group, t int) agents.View {
	if v.viewer == nil {
		v.viewer = agents.NewViewer(g.game)
		v.source = rand.NewChaCha8([32]byte{})
		v.rng = rand.New(v.source)
	}
	if !v.seeded {
		seed := env.StreamSeed(g.seed, g.purpose, uint64(g.round), uint64(g.index), uint64(t), uint64(g.episode[t]))
		v.source.Seed(seed)
		v.viewer.Begin(seed)
		v.seeded = true
	}
	d := g.spec.ObservationSize()
	return v.viewer.Shown(g.vector.State(t), g.buf.Observation[t*d:(t+1)*d:(t+1)*d], g.vector.Legal(t), v.rng)
}

// ask shows an agent the tables in g.rows.
func (g *group) ask(ctx context.Context, agent agents.Agent) ([]agents.View, []agents.Decision, error) {
	g.views = g.views[:0]
	for _, t := range g.rows {
		g.views = append(g.views, g.guests[t].view(g, t))
	}
	views := g.views
	decisions, err := agents.Ask(ctx, agent, views)
	if err != nil {
		return nil, nil, fmt.Errorf("agent at the table: %w", err)
	}
	return views, decisions, nil
}

func (g *group) decideAgent(ctx context.Context, agent agents.Agent) error {
	views, decisions, err := g.ask(ctx, agent)
	if err != nil {
		return err
	}
	for i, t := range g.rows {
		g.actions[t] = agents.Sample(decisions[i], views[i].Legal, g.rng)
	}
	return nil
}

// grow lengthens s by n elements whose content is unspecified.
func grow(s []float32, n int) []float32 {
	if cap(s)-len(s) < n {
		bigger := make([]float32, len(s), 2*cap(s)+n)
		copy(bigger, s)
		s = bigger
	}
	return s[:len(s)+n]
}

// logSoftmax writes log-probabilities of the actions with mask set into out
// and 0 elsewhere, and returns the entropy in nats and the number of legal
// actions. out may be logits.
func logSoftmax(logits []float32, mask []bool, out []float32) (entropy float64, legal int) {
	top := float32(math.Inf(-1))
	for a, ok := range mask {
		if ok {
			legal++
			top = max(top, logits[a])
		}
	}
	sum, weighted := 0.0, 0.0
	for a, ok := range mask {
		if !ok {
			out[a] = 0
			continue
		}
		x := float64(logits[a] - top)
		e := math.Exp(x)
		sum += e
		weighted += e * x
		out[a] = float32(x)
	}
	norm := math.Log(sum)
	for a, ok := range mask {
		if ok {
			out[a] -= float32(norm)
		}
	}
	return norm - weighted/sum, legal
}

// sampleLog draws an action from masked log-probabilities with u in [0, 1).
func sampleLog(logProbs []float32, mask []bool, u float64) env.Action {
	last := env.Action(-1)
	for a, ok := range mask {
		if !ok {
			continue
		}
		last = env.Action(a)
		if u -= math.Exp(float64(logProbs[a])); u < 0 {
			break
		}
	}
	return last // rounding can leave a sum a hair under 1
}
