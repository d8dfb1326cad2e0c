package eval

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"ringer/env"
)

// ArenaConfig describes an arena: the game, the agents and the number of games.
type ArenaConfig struct {
	Game    env.Game
	Entries []Entry // two or more, with different names
	Anchor  int     // index of the entry whose rating is rating.EloAnchor

	// Teams lets an entry play whole sides (env.Spec.Sides): what is said of seats is of
	// sides then. It needs what WholeTeams says of two entries.
	Teams bool

	// Games of each pair, rounded up to whole deals. With two seats a deal is
	// played in both rotations. With n > 2 seats a pair plays every deal twice
	// over: one a against n−1 b in all n rotations, and one b against n−1 a.
	Games int

	Seed    uint64
	Workers int    // goroutines; 0 means one a processor. Results do not depend on it.
	Place   *Place // where the games are played; nil: in this process
	Payoff  string // PayoffWins or PayoffReturns; empty means PayoffWins

	// Have holds blocks of an earlier arena of the same game, entries and seed:
	// they are not played again. Blocks of another arena are ignored.
	Have []Block

	// Done receives every block that was played, one at a time, as soon as it is
	// over. An error stops the arena. It may be nil.
	Done func(Block) error

	// Progress, when not nil, receives the number of finished games, the games of Have
	// included. Calls do not overlap, and done never falls; the first call comes before
	// anything is played.
	Progress func(done, total int)
}

// The payoffs that α-rank and Nash averaging read: the difference between the two
// agents of a pair in their shares of the wins, or in their returns.
const (
	PayoffWins    = "wins"
	PayoffReturns = "returns"
)

// DealResult holds the results of the two agents of a pair in one deal, as means over
// its rotations: a's and b's shares of the wins, and the returns of one seat of a and
// of one seat of b.
type DealResult struct{ WinsA, WinsB, ReturnA, ReturnB float64 }

// Block is a part of an arena that is played, stored and reused as a whole.
type Block struct {
	Pair  [2]int       // indices of the entries, the lower one first
	Half  int          // 0: one a against the others b; 1: one b against the others a
	First int          // number of its first deal
	Deals []DealResult // in order
}

// PairDeals holds the results of all deals of two entries: Deals[half][deal].
type PairDeals struct {
	A, B  int
	Deals [][]DealResult
	Each  int // games of a deal in one way of seating; 0: as many as there are seats
}

// arenaTables is the number of games of a block: part of the meaning of a block,
// because agents decide for all of them at once.
const arenaTables = 64

// Validate returns every fault as env.Faults.
func (c *ArenaConfig) Validate() error {
	var faults env.Faults
	for i, e := range c.Entries {
		if e.Agent == nil {
			faults.Add(fmt.Sprintf("agents[%d]", i), "none", "an agent")
		}
	}
	faults = append(faults, c.validateRating()...)
	if c.Games < 1 || c.Games > MostGames {
		faults.Add("games", c.Games, "1 to %d", MostGames)
	}
	return faults.Err()
}

// validateRating checks what RateArena reads.
func (c *ArenaConfig) validateRating() env.Faults {
	var faults env.Faults
	if c.Game == nil {
		faults.Add("game", "none", "a game")
	} else if c.Game.Spec().Players < 2 {
		faults.Add("game", c.Game.Spec(), "a game of two seats or more")
	} else if c.Teams && !WholeTeams(c.Game.Spec(), 2) {
		faults.Add("teams", c.Game.Spec(), "a game of teams of the same size, two seats or more")
	}
	if len(c.Entries) < 2 {
		faults.Add("agents", len(c.Entries), "2 or more")
	}
	for i, e := range c.Entries {
		if slices.IndexFunc(c.Entries, func(o Entry) bool { return o.Name == e.Name }) < i {
			faults.Add(fmt.Sprintf("agents[%d]", i), e.Name, "a name that no other agent has")
		}
	}
	if c.Anchor < 0 || c.Anchor >= max(1, len(c.Entries)) {
		faults.Add("anchor", c.Anchor, "the index of an agent")
	}
	if c.Workers < 0 {
		faults.Add("workers", c.Workers, "a positive number, or 0 for one a processor")
	}
	if c.Payoff != "" && c.Payoff != PayoffWins && c.Payoff != PayoffReturns {
		faults.Add("payoff", c.Payoff, "%s or %s", PayoffWins, PayoffReturns)
	}
	return faults
}

// PlayArena plays every pair of entries and rates them all together. All pairs
// play the same deals, so that differences between pairs owe less to luck, and
// intervals resample deals for all pairs at once.
//
// Results depend on the game, the entries, the number of games and the seed, and
// not on workers, or on which blocks were there before. It returns the errors of PlayMatch,
// and of Done. Beside the context's error there may be an arena, marked as interrupted: of
// the first deals, as far as all pairs have played them.
func PlayArena(ctx context.Context, config ArenaConfig) (*Arena, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	a := newArena(config)
	err := a.play(ctx)
	if err == nil {
		var out *Arena
		if out, err = a.rate(ctx); err == nil {
			return out, nil
		}
	}
	if !interrupted(ctx, err) || a.ledger.deals == 0 {
		return nil, err
	}
	soon, stop := Afterwards(ctx)
	defer stop()
	out, failed := a.rate(soon)
	if failed != nil {
		return nil, err
	}
	out.Interrupted = true
	return out, err
}

// arena is an arena under way.
type arena struct {
	ArenaConfig
	runs   []*arenaRun
	blocks int // of each run

	mu          sync.Mutex
	done, total int
	open        map[int]*openBlocks // by their number; some runs have not played theirs
	ledger      *ledger             // of the blocks that all runs have played
}

// arenaRun is one pair in one way of seating it.
type arenaRun struct {
	*run
	pair [2]int
	half int
}

// A DealResult takes this many columns of a row; a row of the ledger has the columns of all
// runs.
const resultColumns = 4

// openBlocks are the blocks of one number, of all runs.
type openBlocks struct {
	MatchGroup
	over []bool // one a run
	left int    // runs that have not played theirs
}

// seats returns the number of seats, or of sides that entries play whole.
func (c *ArenaConfig) seats() int {
	if c.Teams {
		return len(c.Game.Spec().Sides())
	}
	return c.Game.Spec().Players
}

// halves returns the number of ways in which a pair is seated in this many seats.
func halves(seats int) int {
	if seats == 2 {
		return 1
	}
	return 2
}

func newArena(config ArenaConfig) *arena {
	a := &arena{ArenaConfig: config, open: map[int]*openBlocks{}}
	sides := halves(config.seats())
	for i := range config.Entries {
		for j := i + 1; j < len(config.Entries); j++ {
			for half := range sides {
				a.addRun([2]int{i, j}, half, (config.Games+sides-1)/sides)
			}
		}
	}
	a.blocks = a.runs[0].groups
	a.ledger = newLedger(resultColumns * len(a.runs))
	a.ledger.room = roomFor(resultColumns * len(a.runs))
	a.ledger.ahead = ahead/len(a.runs) + 2
	for _, b := range config.Have {
		a.reuse(b)
	}
	return a
}

func (a *arena) addRun(pair [2]int, half, games int) {
	one, others := a.Entries[pair[0]], a.Entries[pair[1]]
	if half == 1 {
		one, others = others, one
	}
	match := MatchConfig{Game: a.Game, Entries: []Entry{one, others}, Teams: a.Teams, Games: games, Seed: a.Seed, Place: a.Place}
	r := &arenaRun{run: newSeatedRun(match, match.seatings(), arenaTables), pair: pair, half: half}
	told := 0
	r.Progress = func(done, _ int) {
		a.finished(done - told)
		told = done
	}
	r.width, r.note = resultColumns, r.add
	a.runs = append(a.runs, r)
	a.total += r.deals * len(r.seating)
}

// block returns the range of deals of a block.
func (r *arenaRun) block(number int) (from, to int) {
	from = number * r.dealsPerGroup
	return from, min(from+r.dealsPerGroup, r.deals)
}

// reuse takes over a block that was played earlier, unless it is of another arena or known.
func (a *arena) reuse(b Block) {
	i := slices.IndexFunc(a.runs, func(r *arenaRun) bool { return r.pair == b.Pair && r.half == b.Half })
	if i < 0 {
		return
	}
	r := a.runs[i]
	number := b.First / r.dealsPerGroup
	if from, to := r.block(number); b.First != from || len(b.Deals) != to-from || to <= from || a.isOver(i, number) {
		return
	}
	a.over(i, number, b.Deals)
	a.done += len(b.Deals) * len(r.seating)
}

// isOver reports whether a run has played a block.
func (a *arena) isOver(run, number int) bool {
	if o := a.open[number]; o != nil {
		return o.over[run]
	}
	return a.ledger.isOver(number)
}

// over takes the results of a block of a run. Blocks that all runs have played go to the
// ledger.
func (a *arena) over(run, number int, deals []DealResult) {
	o := a.open[number]
	if o == nil {
		from, to := a.runs[0].block(number)
		o = &openBlocks{newMatchGroup(from, to, resultColumns*len(a.runs)), make([]bool, len(a.runs)), len(a.runs)}
		a.open[number] = o
	}
	for k, d := range deals {
		copy(o.Rows[k][resultColumns*run:], []float64{d.WinsA, d.WinsB, d.ReturnA, d.ReturnB})
	}
	o.over[run] = true
	if o.left--; o.left == 0 {
		delete(a.open, number)
		a.ledger.over(number, o.MatchGroup)
	}
}

// resultOf returns the result in the first columns of a row.
func resultOf(row []float64) DealResult { return DealResult{row[0], row[1], row[2], row[3]} }

// add adds a finished game to the row of its deal.
func (r *arenaRun) add(row []float64, _, rotation int, returns []float64) {
	shares := make([]float64, len(returns))
	WinShares(returns, shares)
	var wins, sums [2]float64 // of the one and of the others
	for seat, entry := range r.seating[rotation] {
		wins[entry] += shares[seat]
		sums[entry] += returns[seat]
	}
	games := float64(len(r.seating))
	a, b := 0, 1 // the entries of the pair
	if r.half == 1 {
		a, b = 1, 0
	}
	row[0] += wins[a] / games
	row[1] += wins[b] / games
	row[2] += sums[a] / games / float64(r.seatsOf(a))
	row[3] += sums[b] / games / float64(r.seatsOf(b))
}

// play plays all blocks that are missing. Every pair plays its first deals first: then an
// arena that is interrupted has something to say about all of them.
func (a *arena) play(ctx context.Context) error {
	if a.Progress != nil {
		a.Progress(a.done, a.total)
	}
	return sideBySide(ctx, a.Place.Crew(a.Workers), a.blocks*len(a.runs), func() func(context.Context, int) error {
		var g *group
		return func(ctx context.Context, i int) error {
			run, number := i%len(a.runs), i/len(a.runs)
			a.mu.Lock()
			known := a.isOver(run, number)
			a.mu.Unlock()
			if known {
				return nil
			}
			if err := a.ledger.wait(ctx, number); err != nil {
				return err
			}
			if r := a.runs[run]; g == nil || g.run != r.run {
				g = newGroup(r.run)
			}
			if err := g.playNumber(ctx, number); err != nil {
				return err
			}
			return a.played(run, number, g.Rows)
		}
	})
}

// played takes a block that has been played, and hands it to Done.
func (a *arena) played(run, number int, rows [][]float64) error {
	r := a.runs[run]
	from, _ := r.block(number)
	b := Block{Pair: r.pair, Half: r.half, First: from}
	for _, row := range rows {
		b.Deals = append(b.Deals, resultOf(row))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over(run, number, b.Deals)
	if a.Done == nil {
		return nil
	}
	return a.Done(b)
}

// finished counts games for Progress: also games of blocks that are not over yet, which
// with slow agents take a while.
func (a *arena) finished(games int) {
	if a.Progress == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done += games
	a.Progress(a.done, a.total)
}

// rate rates the entries by the deals that all pairs have played.
func (a *arena) rate(ctx context.Context) (*Arena, error) {
	rows := a.ledger.clusters()
	var pairs []PairDeals
	for k, r := range a.runs {
		if r.half == 0 {
			pairs = append(pairs, PairDeals{A: r.pair[0], B: r.pair[1]})
		}
		results := make([]DealResult, len(rows))
		for i, row := range rows {
			results[i] = resultOf(row[resultColumns*k:])
		}
		p := &pairs[len(pairs)-1]
		p.Deals = append(p.Deals, results)
	}
	return rateArena(ctx, a.ArenaConfig, pairs, a.ledger.deals, a.ledger.each)
}
