package eval

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
)

// group plays some deals at once, all their games in lockstep. One worker has
// one group and reuses its memory for one set of deals after the other.
type group struct {
	*run
	tables []*oneGame // made when the first games are played here
	active []*oneGame

	views   [][]agents.View // one batch an entry
	waiting [][]*oneGame    // whose views they are

	MatchGroup // of the deals that are played, in a run with rows

	replaying bool // decisions come from the logs of the tables
	shares    []float64
}

// oneGame is a game being played.
type oneGame struct {
	deal, rotation int
	seating        []int // the entry in each seat
	play           drive.Table
	viewer         *agents.Viewer
	chance         stream   // the same in all rotations of a deal
	seats          []stream // one a seat: for its agent and the drawing of its actions
	decisions      int
	history        []env.Action // when kept
	keep           bool
	returns        []float64
	log            []Logged // of a unit of work: its choices so far; of a replay: those to come
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

func newGroup(r *run) *group {
	g := &group{
		run:     r,
		views:   make([][]agents.View, len(r.Entries)),
		waiting: make([][]*oneGame, len(r.Entries)),
		shares:  make([]float64, r.seats),
	}
	return g
}

// table returns the table of a number, and makes it when it is needed first.
func (g *group) table(i int) *oneGame {
	for len(g.tables) <= i {
		t := &oneGame{viewer: agents.NewViewer(g.Game), chance: newStream(), returns: make([]float64, g.seats)}
		for range g.seats {
			t.seats = append(t.seats, newStream())
		}
		g.tables = append(g.tables, t)
	}
	return g.tables[i]
}

// playNumber plays the deals of one of the run's groups.
func (g *group) playNumber(ctx context.Context, number int) error {
	from := number * g.dealsPerGroup
	to := min(from+g.dealsPerGroup, g.deals)
	if g.width > 0 {
		g.MatchGroup = newMatchGroup(from, to, g.width)
	}
	return g.play(ctx, from, to)
}

// play plays the deals from ≤ deal < to to their ends, in the place of the run.
func (g *group) play(ctx context.Context, from, to int) error {
	if g.Place != nil {
		err := g.playElsewhere(ctx, from, to)
		if !errors.Is(err, ErrHere) {
			return err
		}
		if err := g.Place.enter(ctx); err != nil {
			return err
		}
		defer g.Place.leave()
	}
	g.deal(from, to)
	return g.playOn(ctx)
}

// deal seats the deals from ≤ deal < to at tables.
func (g *group) deal(from, to int) {
	g.active = g.active[:0]
	for deal := from; deal < to; deal++ {
		for _, rotation := range g.rotations {
			t := g.table(len(g.active))
			g.begin(t, deal, rotation)
			g.active = append(g.active, t)
		}
	}
}

// playOn plays the games of all tables to their ends.
func (g *group) playOn(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		ended, err := g.gather()
		if err != nil {
			return err
		}
		g.finished(ended)
		if len(g.active) == 0 {
			return nil
		}
		for e := range g.Entries {
			if err := g.decide(ctx, e); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return fmt.Errorf("%s: %w", g.Entries[e].Name, err)
			}
		}
	}
}

func (g *group) begin(t *oneGame, deal, rotation int) {
	t.deal, t.rotation, t.decisions = deal, rotation, 0
	t.seating = g.seating[rotation]
	seed, agentSeed, episode := g.Seed, g.Seed, uint64(deal)
	if g.starts == nil {
		t.play.Set(g.Game.NewInitialState())
	} else {
		t.play.Copy(g.starts[deal].State)
		seed, episode = g.starts[deal].Seed, 0
		if agentSeed = g.starts[deal].Agents; agentSeed == 0 {
			agentSeed = seed
		}
		t.seating = g.starts[deal].Seating
	}
	t.keep, t.history, t.play.Note, t.log = deal < g.keepTo || g.starts != nil, nil, nil, nil
	if t.keep {
		t.play.Note = func(a env.Action) { t.history = append(t.history, a) }
	}
	t.chance.source.Seed(env.StreamSeed(seed, PurposeMatchDeals, episode))
	t.viewer.Begin(env.StreamSeed(agentSeed, purposeMatchEpisode, episode, uint64(rotation)))
	for seat := range t.seats {
		t.seats[seat].source.Seed(env.StreamSeed(agentSeed, PurposeMatchAgents, episode, uint64(rotation), uint64(seat)))
	}
}

// gather goes on to the next choice at every active table, records and drops the games
// that are over, and sorts the views of the others by entry.
func (g *group) gather() (ended int, err error) {
	for e := range g.views {
		g.views[e], g.waiting[e] = g.views[e][:0], g.waiting[e][:0]
	}
	left := g.active[:0]
	for _, t := range g.active {
		seat, err := g.reachChoice(t)
		if err != nil {
			return ended, err
		}
		if seat == env.Terminal {
			t.play.State().Returns(t.returns)
			g.record(t)
			ended++
			continue
		}
		e := t.seating[seat]
		g.views[e] = append(g.views[e], t.viewer.View(t.play.State(), t.seats[seat].rng))
		g.waiting[e] = append(g.waiting[e], t)
		left = append(left, t)
	}
	g.active = left
	return ended, nil
}

// reachChoice rolls chance and plays forced moves until a seat has a choice or the game is
// over, and returns that actor. A forced move takes the number that drawing an action
// takes, so that the streams of agents that draw nothing there are as if they were asked.
func (g *group) reachChoice(t *oneGame) (env.Player, error) {
	for {
		seat, err := t.play.Roll(t.chance.rng)
		if err != nil || seat == env.Terminal {
			return seat, err
		}
		if g.starts != nil && g.starts[t.deal].Until != nil && g.starts[t.deal].Until(t.play.State()) {
			return env.Terminal, nil
		}
		if t.decisions == g.spec.MaxGameLength {
			return seat, fmt.Errorf("eval: %s does not end within the %d decisions of its spec", g.spec, t.decisions)
		}
		legal := t.play.Legal()
		if len(legal) > 1 {
			return seat, nil
		}
		if g.Watch != nil {
			v := t.viewer.View(t.play.State(), t.seats[seat].rng)
			g.Watch(Watched{
				Entry: t.seating[seat], Deal: t.deal, Rotation: t.rotation, View: &v,
				Decision: agents.Decision{Probs: []float32{1}}, Action: legal[0],
			})
		}
		t.seats[seat].rng.Float64()
		t.decisions++
		if err := t.play.Apply(legal[0]); err != nil {
			return seat, err
		}
	}
}

// decide asks one entry about all its waiting tables and plays its decisions.
func (g *group) decide(ctx context.Context, e int) error {
	views := g.views[e]
	if len(views) == 0 {
		return nil
	}
	if g.replaying {
		return g.decideAgain(e)
	}
	decisions, err := agents.Ask(ctx, g.Entries[e].Agent, views)
	if err != nil {
		return err
	}
	for i, t := range g.waiting[e] {
		v := &views[i]
		t.decisions++
		a := agents.Sample(decisions[i], v.Legal, t.seats[v.Seat].rng)
		if g.logs {
			t.log = append(t.log, Logged{Action: a, Value: decisions[i].Value, Probs: slices.Clone(decisions[i].Probs)})
		}
		if g.Watch != nil {
			g.Watch(Watched{Entry: e, Deal: t.deal, Rotation: t.rotation, View: v, Decision: decisions[i], Action: a})
		}
		if err := t.play.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

// record adds a finished game, whose returns are there, to its deal. A deal belongs to one
// group, so nothing is locked.
func (g *group) record(t *oneGame) {
	if g.ended != nil {
		g.ended(t)
		return
	}
	if g.starts != nil {
		g.episodes[t.deal] = Episode{slices.Clone(t.returns), t.history}
		return
	}
	var row []float64
	if g.width > 0 {
		row = g.Rows[t.deal-g.First]
	}
	if g.note != nil {
		g.note(row, t.deal, t.rotation, t.returns)
		return
	}
	WinShares(t.returns, g.shares)
	col, games := g.columns(), float64(len(g.seating))
	for seat, r := range t.returns {
		e := t.seating[seat]
		row[col.share+e] += g.shares[seat] / games
		row[col.returns+e] += r / games / float64(g.seatsOf(e))
		spot := g.spot[seat]
		row[col.seatShare+spot] += g.shares[seat] / games
		row[col.seatReturns+spot] += r / games / float64(g.seats/g.spots)
		row[col.placed+e*g.spots+spot] += g.shares[seat] / float64(g.spotsOf(e)) // as often as it sits there
	}
	row[col.length] += float64(t.decisions) / games
	if !soleWinner(g.shares, g.sides) {
		row[col.ties] += 1 / games
	}
	if g.Shortest == 0 || t.decisions < g.Shortest {
		g.Shortest = t.decisions
	}
	g.Longest = max(g.Longest, t.decisions)
	if t.keep {
		game := Game{Entries: slices.Clone(t.seating), Returns: slices.Clone(t.returns), Decisions: t.decisions, History: t.history}
		for seat := range g.seats {
			game.Agents = append(game.Agents, g.Entries[t.seating[seat]].Name)
		}
		g.kept[t.deal].Games[t.rotation] = game
	}
}

// soleWinner reports whether one side has the whole win.
func soleWinner(shares []float64, sides [][]env.Player) bool {
	for _, side := range sides {
		share := 0.0
		for _, p := range side {
			share += shares[p]
		}
		if share > 0 { // the whole win, or some other side has a part of it
			return share > 1-1e-9
		}
	}
	return false
}

// WinShares writes each seat's share of the win, and returns the number of
// winners k: the seats with the highest return get 1/k each, the others 0. A
// highest return below 0 means that all lost together: all shares are 0, and k is 0. len(shares) == len(returns).
func WinShares(returns, shares []float64) (winners int) {
	most := slices.Max(returns)
	if most >= 0 {
		for _, r := range returns {
			if r == most {
				winners++
			}
		}
	}
	for i, r := range returns {
		shares[i] = 0
		if winners > 0 && r == most {
			shares[i] = 1 / float64(winners)
		}
	}
	return winners
}
