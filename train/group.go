package train

import (
	"context"
	"fmt"
	"slices"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/env/gym"
)

// group is a set of tables that run in lockstep and decide in batches. One
// goroutine at a time uses it.
type group struct {
	index  int
	game   env.Game
	spec   *env.Spec
	vector *gym.Vector
	buf    *gym.Buffers
	quota  int     // rows at which no new episode is begun
	scale  float32 // returns are multiplied by it: into [-1, 1]

	networks *networks
	frames   *env.Frames // in which the learner reads observations and its rows are written; nil: as they are

	// demonstrator, when not nil, plays every seat of the learner: an agent that is imitated, or a search that its own network guides.
	demonstrator agents.Agent

	// opener, when not nil, begins some of the episodes of self-play.
	opener *opener

	guests []guest       // one a table, for opponents that are agents
	views  []agents.View // of the tables that decide together

	sides sides // who learns together

	actions  []env.Action // [tables], what is played in this step
	seating  []int        // [tables] index into opponents, or -1
	learning []int        // [tables] the one side that learns, or allSeats
	episode  []int        // [tables] episodes begun at the table in this iteration
	active   []bool       // [tables]
	asked    []bool       // [tables] an opponent decides in this step
	responds []bool       // [tables * seats] Acting.Response plays the seat in this episode
	explorer []int        // [tables] the seat that explores in this episode, or nobody
	firstRow []int32      // [tables * seats] first row of the seat in this episode, or -1
	lastRow  []int32      // [tables * seats] its newest
	newest   []int32      // [tables] newest row of any seat in this episode, or -1

	rows   []int       // tables that decide together
	others []int       // tables at which a seat decides that responds
	turns  []*env.Turn // of their observations in obs
	mask   []bool      // [NumActions] room of a turned mask
	obs    []float32
	logits []float32
	values []float32

	rng     env.Rand // this iteration's, for actions
	seed    uint64
	purpose env.Purpose // of the streams that agents at the tables draw from
	round   int         // iteration
	acting  Acting      // of the iteration
	batch   Batch
}

// allSeats marks a table at which the current network plays every seat.
const allSeats = -2

func newGroup(game env.Game, networks *networks, index, tables, quota int) (*group, error) {
	spec := game.Spec()
	vector, err := gym.NewVector(game, gym.VectorConfig{Tables: tables, Workers: 1, SkipForced: true})
	if err != nil {
		return nil, err
	}
	g := &group{
		index: index, game: game, spec: spec, vector: vector, buf: vector.NewBuffers(), quota: quota,
		scale:    float32(1 / neural.ReturnScale(spec)),
		networks: networks,
		frames:   neural.FramesOf(spec, networks.network),
		turns:    make([]*env.Turn, tables),
		mask:     make([]bool, spec.NumActions()),
		sides:    seatsOf(spec),
		guests:   make([]guest, tables),
		actions:  make([]env.Action, tables),
		learning: make([]int, tables),
		episode:  make([]int, tables),
		active:   make([]bool, tables),
		asked:    make([]bool, tables),
		responds: make([]bool, tables*spec.Players),
		explorer: make([]int, tables),
		firstRow: make([]int32, tables*spec.Players),
		lastRow:  make([]int32, tables*spec.Players),
		newest:   make([]int32, tables),
		rows:     make([]int, 0, tables),
		obs:      make([]float32, tables*spec.ObservationSize()),
		logits:   make([]float32, tables*spec.NumActions()),
		values:   make([]float32, tables),
	}
	g.buf.FinalObservation = nil // nobody reads it
	return g, nil
}

// seat plans who sits where in an iteration.
func (g *group) seat(seed uint64, o *Order) {
	g.seating = seatingOf(seed, o.Iteration, g.index, o.Opponents, len(g.active))
}

// seats reports whether an opponent sits at one of the tables.
func (g *group) seats(k int) bool { return slices.Contains(g.seating, k) }

// playAlone plays an iteration with networks that no other group has.
func (g *group) playAlone(ctx context.Context, seed uint64, o *Order) error {
	g.seat(seed, o)
	if err := g.networks.load(o, g.seats); err != nil {
		return err
	}
	return g.play(ctx, seed, o)
}

// play fills the group's batch of an iteration, whose networks are loaded and whose seats
// are planned. It depends on nothing but those and its arguments, the group's index, tables and
// quota, and the game.
func (g *group) play(ctx context.Context, seed uint64, o *Order) error {
	g.acting = o.Acting
	if o.Acting.Search.Sims > 0 {
		agent, err := o.Acting.Search.agent(g.game, o.Weights)
		if err != nil {
			return err
		}
		g.demonstrator = agent
		defer func() { g.demonstrator = nil }()
	}
	return g.collect(ctx, seed, purposeTrainActions, purposeTrainOpponents, o.Iteration, o.Opponents)
}

// idleEpisodes is the number of episodes without a row after which a group gives up.
const idleEpisodes = 10_000

// collect plays whole episodes until the group's quota of rows is reached. A decision
// with a single legal action makes no row, and nobody is asked about it.
// Its own choices and the choices of agents at its tables come from two streams.
func (g *group) collect(ctx context.Context, seed uint64, own, others env.Purpose, iteration int, opponents []Opponent) error {
	g.seed, g.purpose, g.round = seed, others, iteration
	g.batch.reset(g.spec)
	g.rng = env.Stream(seed, own, uint64(iteration), uint64(g.index))
	g.vector.Reset(g.rng.Uint64(), g.buf)
	running := len(g.active)
	for t := range g.active {
		g.active[t] = true
		g.episode[t] = -1
		g.begin(t, iteration)
	}
	for running > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := g.decide(ctx, opponents); err != nil {
			return err
		}
		if err := g.vector.Step(g.actions, g.buf); err != nil {
			return err
		}
		for t := range g.active {
			if !g.active[t] || !g.buf.Terminated[t] && !g.buf.Truncated[t] {
				continue
			}
			g.finish(t, opponents)
			if g.batch.Rows == 0 && g.batch.Stats.Episodes >= idleEpisodes {
				return fmt.Errorf("no seat that learns had a choice in %d episodes of %s", g.batch.Stats.Episodes, g.spec)
			}
			if g.batch.Rows < g.quota {
				g.begin(t, iteration)
			} else {
				g.active[t] = false
				running--
			}
		}
	}
	return nil
}

// nobody is no seat.
const nobody = -1

// begin starts the records of an episode at table t. The learning side rotates.
func (g *group) begin(t, iteration int) {
	g.episode[t]++
	g.guests[t].seeded = false
	g.learning[t] = allSeats
	if g.seating[t] >= 0 {
		g.learning[t] = (t + iteration + g.episode[t]) % g.sides.n
	}
	if g.opener != nil {
		g.opener.begin(t, g.learning[t] == allSeats, g.rng)
	}
	g.newest[t] = -1
	g.explorer[t] = nobody
	if g.acting.Explores && g.learning[t] == allSeats {
		g.explorer[t] = g.rng.IntN(g.spec.Players)
	}
	for p := range g.spec.Players {
		g.firstRow[t*g.spec.Players+p] = -1
		if g.acting.Responds > 0 {
			g.responds[t*g.spec.Players+p] = g.rng.Float64() < g.acting.Responds
		}
	}
}

// finish writes the returns of table t's episode into its rows.
func (g *group) finish(t int, opponents []Opponent) {
	b := &g.batch
	rewards := g.buf.Rewards[t*g.spec.Players : (t+1)*g.spec.Players]
	same := true
	for p, r := range rewards {
		same = same && r == rewards[0]
		ret := r * g.scale
		for row := g.firstRow[t*g.spec.Players+p]; row >= 0; row = b.Next[row] {
			b.Return[row] = ret
		}
	}
	s, length := &b.Stats, g.vector.Length(t)
	s.Episodes++
	s.Decisions += length
	if g.opener != nil && g.opener.opened[t] {
		return // neither its length nor its winner says anything about the learner alone
	}
	if g.learning[t] == allSeats {
		s.SelfEpisodes++
		s.SelfLength += length
		s.Longest = max(s.Longest, length)
		for p := range rewards {
			if p == len(s.SeatScores) {
				s.SeatScores = append(s.SeatScores, 0)
			}
			s.SeatScores[p] += shareOf(rewards, p)
		}
		if same {
			s.Draws++
		}
		return
	}
	lead := g.sides.lead(rewards, g.learning[t]) * float64(g.scale)
	s.addOpponent(OpponentResult{
		Opponent: opponents[g.seating[t]].ID, Episodes: 1,
		Score: g.sides.share(rewards, g.learning[t]),
		Lead:  lead, LeadSquares: lead * lead,
	})
}

// shareOf is 1 for a sole largest reward, 1/k for a k-way tie, else 0.
func shareOf(rewards []float32, seat int) float64 {
	k := 0
	for _, r := range rewards {
		if r > rewards[seat] {
			return 0
		}
		if r == rewards[seat] {
			k++
		}
	}
	return 1 / float64(k)
}
