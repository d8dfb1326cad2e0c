package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ringer/agents"
	"ringer/env"
)

// Entry is an agent that takes part, with its name in results.
type Entry struct {
	Name  string
	Agent agents.Agent
}

// MatchConfig describes a match: the game, the agents and the number of games.
type MatchConfig struct {
	Game env.Game

	// Entries are the agents in the order in which they take the seats of the
	// first game of a deal: one to Players of them. With fewer entries than
	// seats the last one fills the rest. Rotation keeps neighbours together:
	// where neighbours matter (a draft), the order of three or more entries does
	// too.
	Entries []Entry

	// Teams lets the entries take whole sides (env.Spec.Sides) in turn, instead of seats, so
	// that partners are of one entry: see WholeTeams.
	Teams bool

	// Games is rounded up to whole deals of as many games as there are rotations: Players,
	// or sides with Teams.
	Games int

	Seed    uint64
	Workers int // goroutines; 0 means one a processor. Results do not depend on it.

	Place *Place // where the games are played; nil: in this process

	// Keep is the number of first deals whose games are kept in
	// Match.FirstDeals.
	Keep int

	// Watch, when not nil, receives every decision before it is played, forced moves
	// too, about which no agent is asked. Calls for one
	// deal do not overlap; those for different deals do.
	Watch func(Watched)

	// Progress, when not nil, receives the number of finished games, the games of Have
	// included. Calls do not overlap, and done never falls.
	Progress func(done, total int)

	// Have holds groups of an earlier match of the same game, entries, seed and number
	// of deals in a group: they are not played again. PlayMatch alone reads it; with
	// groups of others, or with Keep, results mean nothing.
	Have []MatchGroup

	// Done receives every group that PlayMatch has played, one at a time, as soon as
	// it is over. The group belongs to the match. An error stops the match. It may be
	// nil.
	Done func(MatchGroup) error
}

// Watched is a decision of a match. Its view is valid during the call.
type Watched struct {
	Entry, Deal int
	Rotation    int // of the seats: which game of the deal
	View        *agents.View
	Decision    agents.Decision
	Action      env.Action // drawn from the decision
}

// Validate returns every fault as env.Faults.
func (c *MatchConfig) Validate() error {
	var faults env.Faults
	if c.Game == nil {
		faults.Add("game", "none", "a game")
	} else if n := c.Game.Spec().Players; len(c.Entries) < 1 || len(c.Entries) > n {
		faults.Add("agents", len(c.Entries), "1 to %d, because %s has %d seats", n, c.Game.Spec(), n)
	}
	if c.Teams && c.Game != nil && !WholeTeams(c.Game.Spec(), len(c.Entries)) {
		faults.Add("teams", fmt.Sprint(len(c.Entries), " agents"), "at most one agent a team, and teams of the same size, two seats or more")
	}
	for i, e := range c.Entries {
		if e.Agent == nil {
			faults.Add(fmt.Sprintf("agents[%d]", i), "none", "an agent")
		}
	}
	if c.Games < 1 || c.Games > MostGames {
		faults.Add("games", c.Games, "1 to %d", MostGames)
	}
	if c.Workers < 0 {
		faults.Add("workers", c.Workers, "a positive number, or 0 for one a processor")
	}
	if c.Keep < 0 || c.Keep > MostKept {
		faults.Add("keep", c.Keep, "0 to %d", MostKept)
	}
	return faults.Err()
}

// PlayMatch plays a match.
//
// The unit of sampling is a deal: Players games in which the entries move on by
// one seat each, so that every entry sits in every seat once, with the same chance
// stream in all of them; with Teams they move on by one side each. Intervals treat a
// deal as one observation. Games are split into groups of a fixed size; the tables of a
// group run in lockstep and every agent decides for all of them at once. Results depend
// on the game, the agents, the number of games and the seed, and on nothing else.
//
// Errors: env.Faults for a configuration that is wrong, an agent's error with
// its name, a *agents.DecisionError for an agent that breaks its contract, and
// the context's error when it ends first. In that case alone there may be a match
// beside the error, marked as interrupted: of all groups that were over. Groups that
// were under way do not count, because their shorter games ended first.
func PlayMatch(ctx context.Context, config MatchConfig) (*Match, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	r := newRun(config)
	r.ledger.expect(r.deals)
	r.reuse(config.Have)
	if r.Progress != nil && r.done > 0 {
		r.Progress(r.done, r.deals*len(r.seating))
	}
	err := r.playGroups(ctx, 0, r.groups)
	if err == nil {
		var m *Match
		if m, err = r.summarise(ctx); err == nil {
			return m, nil
		}
	}
	if !interrupted(ctx, err) || !r.keepOver() {
		return nil, err
	}
	return r.lastWords(ctx), err
}

// interrupted reports whether an error comes from the context, which has ended.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// grace is the time in which the result of interrupted work is computed. A quiet machine
// needs a tenth of it, so that a command ends within a second; on a busy one it is worth
// the wait. Tests wait for longer.
var grace = 5 * time.Second

// Afterwards returns a context for the result of work that ctx has interrupted: it ends
// after five seconds.
func Afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), grace)
}

// lastWords returns the match that was interrupted, or nil when there is no time.
func (r *run) lastWords(ctx context.Context) *Match {
	soon, stop := Afterwards(ctx)
	defer stop()
	m, err := r.summarise(soon)
	if err != nil {
		return nil
	}
	m.Interrupted = true
	return m
}

// keepOver drops the deals of all groups that are not over, and reports whether any
// are left.
func (r *run) keepOver() bool {
	r.kept = slices.DeleteFunc(r.kept, func(d Deal) bool { return !r.ledger.isOver(d.Deal / r.dealsPerGroup) })
	r.ledger.close()
	r.deals = r.ledger.deals
	return r.deals > 0
}

// playGroups plays the groups from ≤ i < to on several goroutines.
func (r *run) playGroups(ctx context.Context, from, to int) error {
	return sideBySide(ctx, r.Place.Crew(r.Workers), to-from, func() func(context.Context, int) error {
		g := newGroup(r)
		return func(ctx context.Context, i int) error {
			number := from + i
			if old, ok := r.have[number]; ok {
				r.over(number, old)
				return nil
			}
			if r.ledger == nil {
				return g.playNumber(ctx, number)
			}
			if err := r.ledger.wait(ctx, number); err != nil {
				return err
			}
			if err := g.playNumber(ctx, number); err != nil {
				return err
			}
			r.over(number, g.MatchGroup)
			return r.tell(g.MatchGroup)
		}
	})
}

// tell hands a group that is over to Done.
func (r *run) tell(g MatchGroup) error {
	if r.Done == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.Done(g)
}

// run holds the state that the groups of one match share.
type run struct {
	MatchConfig
	spec          *env.Spec
	seats         int
	seating       [][]int // [rotation][seat] the entry that sits there; nil: the rotation is not played
	rotations     []int   // that are played
	sides         [][]env.Player
	spot          []int // [seat] of MatchConfig.spots: what is by seat is by these
	spots         int
	deals         int
	dealsPerGroup int
	groups        int

	width int // columns of the row of a deal; 0: there are no rows

	// ledger, when not nil, receives the rows of every deal, and over every group that has
	// ended; have holds those that were played earlier, by their numbers.
	ledger *ledger
	over   func(number int, g MatchGroup)
	have   map[int]MatchGroup
	kept   []Deal

	// starts, when not nil, holds the positions from which the deals are played, once
	// each, and episodes receives how they go on, instead of the ledger.
	starts   []Start
	episodes []Episode

	// note, when not nil, receives the returns by seat of every finished game, and fills the
	// row of its deal. Calls for one deal do not overlap; returns is reused.
	note func(row []float64, deal, rotation int, returns []float64)

	// ended, when not nil, receives every finished table instead of all these, and logs asks
	// for the choices at it.
	ended func(*oneGame)
	logs  bool

	keepTo int // deals below keep what was played

	mu   sync.Mutex
	done int
}

func newRun(config MatchConfig) *run {
	seating := config.seatings()
	// Large groups make large batches, many groups keep many workers busy. The
	// size must not depend on the workers.
	const fewest, most, groups = 16, 128, 32
	games := (config.Games + len(seating) - 1) / len(seating) * len(seating)
	r := newSeatedRun(config, seating, min(max(games/groups, fewest), most))
	r.keepFigures()
	return r
}

// newSeatedRun makes a run whose deals are played once in each seating, about
// tables games at a time. It needs either note or keepFigures; with keepFigures no seating
// may be nil.
func newSeatedRun(config MatchConfig, seating [][]int, tables int) *run {
	r := &run{MatchConfig: config, spec: config.Game.Spec(), seats: config.Game.Spec().Players, seating: seating}
	r.rotations = playedRotations(seating)
	r.sides = r.spec.Sides()
	r.spot, r.spots = config.spots()
	r.deals = (config.Games + len(seating) - 1) / len(seating)
	r.dealsPerGroup = max(1, tables/len(seating))
	r.groups = (r.deals + r.dealsPerGroup - 1) / r.dealsPerGroup
	return r
}

// playedRotations lists the rotations of seatings that are not nil.
func playedRotations(seatings [][]int) (rotations []int) {
	for rotation, seats := range seatings {
		if seats != nil {
			rotations = append(rotations, rotation)
		}
	}
	return rotations
}

// keepFigures makes room for what summarise needs.
func (r *run) keepFigures() {
	r.addUp(r.columns().count)
	r.kept = make([]Deal, min(r.Keep, r.deals))
	r.keepTo = len(r.kept)
	for i := range r.kept {
		r.kept[i] = Deal{Deal: i, Games: make([]Game, len(r.seating))}
	}
}

// addUp makes a run add its deals up, in rows of this many columns.
func (r *run) addUp(columns int) {
	r.width, r.ledger = columns, newLedger(columns)
	r.over = r.ledger.over
}

// seatsOf returns the number of seats that an entry takes in every game.
func (r *run) seatsOf(entry int) int {
	return r.spotsOf(entry) * r.seats / r.spots
}

// spotsOf returns the number of seats, or with Teams of sides, of an entry in every game.
func (r *run) spotsOf(entry int) int {
	if entry == len(r.Entries)-1 {
		return r.spots - entry
	}
	return 1
}

// finished counts games for Progress.
func (r *run) finished(games int) {
	if r.Progress == nil || games == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done += games
	r.Progress(r.done, r.deals*len(r.rotations))
}

// columns numbers the columns of a row of figures: the means over the games of a deal.
type columns struct {
	share, returns         int // of entry 0
	seatShare, seatReturns int // of spot 0: a seat, with Teams a side
	placed                 int // share of entry 0 in spot 0; entries × spots
	length, ties           int
	count                  int
}

func (r *run) columns() columns {
	e := len(r.Entries)
	return columns{
		share: 0, returns: e,
		seatShare: 2 * e, seatReturns: 2*e + r.spots,
		length: 2*e + 2*r.spots, ties: 2*e + 2*r.spots + 1,
		placed: 2*e + 2*r.spots + 2,
		count:  2*e + 2*r.spots + 2 + e*r.spots,
	}
}
