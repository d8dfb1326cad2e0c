package eval

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"ringer/agents"
	"ringer/env"
)

// Entry is an agent that takes part, under the name that results call it by.
type Entry struct {
	Name  string
	Agent agents.Agent
}

// MatchConfig says who plays what, how often.
type MatchConfig struct {
	Game env.Game

	// Entries are the agents in the order in which they take the seats of the
	// first game of a deal: one to Players of them. With fewer entries than
	// seats the last one fills the rest. Rotation keeps who sits next to whom:
	// where neighbours matter (a draft), so does the order of three entries or
	// more.
	Entries []Entry

	// Games is rounded up to whole deals of Players games.
	Games int

	Seed    uint64
	Workers int // goroutines; 0 means one a processor. Results do not depend on it.

	// Keep is the number of first deals whose games are kept in
	// Match.FirstDeals.
	Keep int

	// Progress, when not nil, is told how many of all games are over. Calls do
	// not overlap, and done never falls.
	Progress func(done, total int)
}

// Validate returns every fault as env.Faults.
func (c *MatchConfig) Validate() error {
	var faults env.Faults
	if c.Game == nil {
		faults.Add("game", "none", "a game")
	} else if n := c.Game.Spec().Players; len(c.Entries) < 1 || len(c.Entries) > n {
		faults.Add("agents", len(c.Entries), "1 to %d, because %s has %d seats", n, c.Game.Spec(), n)
	}
	for i, e := range c.Entries {
		if e.Agent == nil {
			faults.Add(fmt.Sprintf("agents[%d]", i), "none", "an agent")
		}
	}
	if c.Games < 1 {
		faults.Add("games", c.Games, "a positive number")
	}
	if c.Workers < 0 {
		faults.Add("workers", c.Workers, "a positive number, or 0 for one a processor")
	}
	if c.Keep < 0 {
		faults.Add("keep", c.Keep, "0 or more")
	}
	return faults.Err()
}

// PlayMatch plays a match.
//
// The unit of sampling is a deal: Players games in which the entries move on by
// one seat each, so that everyone sits everywhere once, with the same chance
// stream in all of them. Intervals treat a deal as one observation. Games are
// split into groups of a fixed size; the tables of a group run in lockstep and
// every agent decides for all of them at once. Results depend on the game, the
// agents, the number of games and the seed, and on nothing else.
//
// Errors: env.Faults for a configuration that is wrong, an agent's error with
// its name, a *agents.DecisionError for an agent that breaks its contract, and
// the context's error when it ends first.
func PlayMatch(ctx context.Context, config MatchConfig) (*Match, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	r := newRun(config)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	workers := config.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	errs := make([]error, r.groups)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(workers, r.groups) {
		wait.Go(func() {
			g := newGroup(r)
			for {
				i := int(next.Add(1)) - 1
				if i >= r.groups || ctx.Err() != nil {
					return
				}
				from := i * r.dealsPerGroup
				if errs[i] = g.play(ctx, from, min(from+r.dealsPerGroup, r.deals)); errs[i] != nil {
					stop()
					return
				}
			}
		})
	}
	wait.Wait()
	// Groups that were stopped because of another's error say so only with
	// the context's error: the first error of its own is the one to report.
	var stopped error
	for _, err := range errs {
		switch {
		case err == nil:
		case err == ctx.Err():
			stopped = err
		default:
			return nil, err
		}
	}
	if stopped == nil {
		stopped = ctx.Err()
	}
	if stopped != nil {
		return nil, stopped
	}
	return r.summarise(), nil
}

// run is what the groups of one match share.
type run struct {
	MatchConfig
	spec          *env.Spec
	seats         int
	deals         int
	dealsPerGroup int
	groups        int

	// rows[deal] is what one deal adds to every column, a mean over its games.
	rows [][]float64
	kept []Deal

	shortest, longest []int // decisions of a game, one a group

	mu   sync.Mutex
	done int
}

func newRun(config MatchConfig) *run {
	r := &run{MatchConfig: config, spec: config.Game.Spec(), seats: config.Game.Spec().Players}
	r.deals = (config.Games + r.seats - 1) / r.seats
	// Large groups make large batches, many groups keep many workers busy. The
	// size must not depend on the workers.
	const fewest, most, groups = 16, 128, 32
	tables := min(max(r.deals*r.seats/groups, fewest), most)
	r.dealsPerGroup = max(1, tables/r.seats)
	r.groups = (r.deals + r.dealsPerGroup - 1) / r.dealsPerGroup
	columns := r.columns()
	flat := make([]float64, r.deals*columns.count)
	r.rows = make([][]float64, r.deals)
	for i := range r.rows {
		r.rows[i], flat = flat[:columns.count:columns.count], flat[columns.count:]
	}
	r.kept = make([]Deal, min(config.Keep, r.deals))
	for i := range r.kept {
		r.kept[i] = Deal{Deal: i, Games: make([]Game, r.seats)}
	}
	r.shortest, r.longest = make([]int, r.groups), make([]int, r.groups)
	return r
}

// entryAt is the entry that sits at a seat in a rotation: role 0 sits at seat
// 0 in rotation 0, at seat 1 in rotation 1 and so on.
func (r *run) entryAt(rotation, seat int) int {
	role := (seat - rotation + r.seats) % r.seats
	return min(role, len(r.Entries)-1)
}

// seatsOf is the number of seats that an entry takes in every game.
func (r *run) seatsOf(entry int) int {
	if entry == len(r.Entries)-1 {
		return r.seats - entry
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
	r.Progress(r.done, r.deals*r.seats)
}

// columns numbers the columns of run.rows.
type columns struct {
	share, returns         int // of entry 0
	seatShare, seatReturns int // of seat 0
	length, ties           int
	count                  int
}

func (r *run) columns() columns {
	e := len(r.Entries)
	return columns{
		share: 0, returns: e,
		seatShare: 2 * e, seatReturns: 2*e + r.seats,
		length: 2*e + 2*r.seats, ties: 2*e + 2*r.seats + 1,
		count: 2*e + 2*r.seats + 2,
	}
}
