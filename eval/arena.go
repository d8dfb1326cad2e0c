package eval

import (
	"cmp"
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
	Anchor  int     // index of the entry whose rating is EloAnchor

	// Teams lets an entry play whole sides (env.Spec.Sides): what is said of seats is of
	// sides then. It needs what WholeTeams says of two entries.
	Teams bool

	// Games of each pair, rounded up to whole deals. With two seats a deal is
	// played in both rotations. With n > 2 seats a pair plays every deal twice
	// over: one a against n−1 b in all n rotations, and one b against n−1 a.
	Games int

	Seed    uint64
	Workers int    // goroutines; 0 means one a processor. Results do not depend on it.
	Payoff  string // PayoffWins or PayoffReturns; empty means PayoffWins

	// Have holds blocks of an earlier arena of the same game, entries and seed:
	// they are not played again. Blocks of another arena are ignored.
	Have []Block

	// Done receives every block that was played, one at a time, as soon as it is
	// over. An error stops the arena. It may be nil.
	Done func(Block) error

	// Progress, when not nil, receives the number of finished games, those of Have
	// included. Calls do not overlap, and done never falls; the first call
	// comes before anything is played.
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
	} else if pairs := len(c.Entries) * (len(c.Entries) - 1) / 2; len(faults) == 0 && c.Games/c.seats()*pairs > mostResults {
		faults.Add("games", c.Games, "at most %d: an arena keeps a result of every deal of each of its %d pairs, %d of them at most", mostResults/pairs*c.seats(), pairs, mostResults)
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
// not on workers, or on which blocks were there before. Errors are those of
// PlayMatch, and of Done. Beside the context's error there may be an arena, marked as
// interrupted: of the first deals, as far as all pairs have played them.
func PlayArena(ctx context.Context, config ArenaConfig) (*Arena, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	a := newArena(config)
	err := a.play(ctx)
	if err == nil {
		var out *Arena
		if out, err = RateArena(ctx, config, a.pairs()); err == nil {
			return out, nil
		}
	}
	if !interrupted(ctx, err) || !a.keepOver() {
		return nil, err
	}
	soon, stop := Afterwards(ctx)
	defer stop()
	out, failed := RateArena(soon, config, a.pairs())
	if failed != nil {
		return nil, err
	}
	out.Interrupted = true
	return out, err
}

// keepOver drops all deals but the first ones, as far as every pair has played them in
// both ways of seating it, and reports whether any are left.
func (a *arena) keepOver() bool {
	blocks := len(a.runs[0].over)
	for _, r := range a.runs {
		if i := slices.Index(r.over, false); i >= 0 {
			blocks = min(blocks, i)
		}
	}
	for _, r := range a.runs {
		r.deals = r.deals[:min(blocks*r.dealsPerGroup, len(r.deals))]
	}
	return blocks > 0
}

// arena is an arena under way.
type arena struct {
	ArenaConfig
	runs  []*arenaRun
	tasks []arenaTask

	mu          sync.Mutex
	done, total int
}

// arenaRun is one pair in one way of seating it.
type arenaRun struct {
	*run
	pair  [2]int
	half  int
	deals []DealResult
	over  []bool // one a block
}

// arenaTask is a block that is to be played.
type arenaTask struct {
	run    *arenaRun
	number int
}

// seats returns the number of seats, or of sides that entries play whole.
func (c *ArenaConfig) seats() int {
	if c.Teams {
		return len(c.Game.Spec().Sides())
	}
	return c.Game.Spec().Players
}

// halves returns the number of ways in which a pair is seated in so many seats.
func halves(seats int) int {
	if seats == 2 {
		return 1
	}
	return 2
}

func newArena(config ArenaConfig) *arena {
	a := &arena{ArenaConfig: config}
	seats := config.seats()
	sides := halves(seats)
	have := map[string][]DealResult{}
	for _, b := range config.Have {
		have[blockKey(b.Pair, b.Half, b.First, len(b.Deals))] = b.Deals
	}
	for i := range config.Entries {
		for j := i + 1; j < len(config.Entries); j++ {
			for half := range sides {
				r := newArenaRun(config, [2]int{i, j}, half, (config.Games+sides-1)/sides)
				told := 0
				r.Progress = func(done, _ int) {
					a.finished(done - told)
					told = done
				}
				a.runs = append(a.runs, r)
				games := len(r.deals) * seats
				a.total += games
				for number := range r.groups {
					from, to := r.block(number)
					if old, ok := have[blockKey(r.pair, half, from, to-from)]; ok {
						copy(r.deals[from:to], old)
						r.over[number] = true
						a.done += (to - from) * seats
						continue
					}
					a.tasks = append(a.tasks, arenaTask{r, number})
				}
			}
		}
	}
	// Every pair plays its first deals first: then an arena that is interrupted has
	// something to say about all of them.
	slices.SortStableFunc(a.tasks, func(s, t arenaTask) int { return cmp.Compare(s.number, t.number) })
	return a
}

func blockKey(pair [2]int, half, first, deals int) string {
	return fmt.Sprint(pair, half, first, deals)
}

func newArenaRun(config ArenaConfig, pair [2]int, half, games int) *arenaRun {
	one, others := config.Entries[pair[0]], config.Entries[pair[1]]
	if half == 1 {
		one, others = others, one
	}
	match := MatchConfig{Game: config.Game, Entries: []Entry{one, others}, Teams: config.Teams, Games: games, Seed: config.Seed}
	r := &arenaRun{run: newSeatedRun(match, match.seatings(), arenaTables), pair: pair, half: half}
	r.deals, r.over = make([]DealResult, r.run.deals), make([]bool, r.groups)
	r.note = r.add
	return r
}

// block returns the range of deals of a block.
func (r *arenaRun) block(number int) (from, to int) {
	from = number * r.dealsPerGroup
	return from, min(from+r.dealsPerGroup, len(r.deals))
}

// add adds a finished game to its deal.
func (r *arenaRun) add(deal, rotation int, returns []float64) {
	shares := make([]float64, len(returns))
	WinShares(returns, shares)
	var wins, sums [2]float64 // of the one and of the others
	for seat, entry := range r.seating[rotation] {
		wins[entry] += shares[seat]
		sums[entry] += returns[seat]
	}
	games := float64(len(r.seating))
	one := DealResult{
		WinsA: wins[0] / games, WinsB: wins[1] / games,
		ReturnA: sums[0] / games / float64(r.seatsOf(0)), ReturnB: sums[1] / games / float64(r.seatsOf(1)),
	}
	if r.half == 1 {
		one.WinsA, one.WinsB, one.ReturnA, one.ReturnB = one.WinsB, one.WinsA, one.ReturnB, one.ReturnA
	}
	d := &r.deals[deal]
	d.WinsA += one.WinsA
	d.WinsB += one.WinsB
	d.ReturnA += one.ReturnA
	d.ReturnB += one.ReturnB
}

// play plays all blocks that are missing.
func (a *arena) play(ctx context.Context) error {
	if a.Progress != nil {
		a.Progress(a.done, a.total)
	}
	for _, r := range a.runs {
		r.place = placeOf(ctx)
	}
	return sideBySide(ctx, Crew(ctx, a.Workers), len(a.tasks), func() func(context.Context, int) error {
		var g *group
		return func(ctx context.Context, i int) error {
			task := a.tasks[i]
			if g == nil || g.run != task.run.run {
				g = newGroup(task.run.run)
			}
			return a.playBlock(ctx, g, task)
		}
	})
}

func (a *arena) playBlock(ctx context.Context, g *group, task arenaTask) error {
	if err := g.playNumber(ctx, task.number); err != nil {
		return err
	}
	from, to := task.run.block(task.number)
	a.mu.Lock()
	defer a.mu.Unlock()
	task.run.over[task.number] = true
	if a.Done != nil {
		b := Block{Pair: task.run.pair, Half: task.run.half, First: from, Deals: slices.Clone(task.run.deals[from:to])}
		if err := a.Done(b); err != nil {
			return err
		}
	}
	return nil
}

// finished counts games for Progress: also those of blocks that are not over yet,
// which with slow agents take a while.
func (a *arena) finished(games int) {
	if a.Progress == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done += games
	a.Progress(a.done, a.total)
}

// pairs gathers the halves of each pair.
func (a *arena) pairs() []PairDeals {
	var pairs []PairDeals
	for _, r := range a.runs {
		if r.half == 0 {
			pairs = append(pairs, PairDeals{A: r.pair[0], B: r.pair[1]})
		}
		p := &pairs[len(pairs)-1]
		p.Deals = append(p.Deals, r.deals)
	}
	return pairs
}
