package eval

import (
	"context"
	"errors"

	"ringer/env"
)

// DealsConfig describes one agent against another in all other seats.
type DealsConfig struct {
	// Games is not read; Entries are the one and the other. With Teams the one has all
	// seats of a side; without, a single seat, and the other also its partners' seats.
	MatchConfig

	// Tables bounds the number of games that run side by side in each worker. It
	// changes the time that deals take and nothing else, if agents decide about each
	// view on its own; so does cutting deals into several calls. 0 means 64.
	Tables int
}

// DealRow holds what the one agent got in a deal, by the seat in which it sat, or by the
// side that it was: its share of the win (1/k for a k-way tie), of a side the sum over its
// seats, and its return, of a side the mean.
type DealRow struct {
	Shares  []float64 `json:"s"`
	Returns []float64 `json:"r"`
}

// PlayDeals plays the deals from ≤ deal < to, each in all rotations of the seats or sides,
// and returns a row a deal. A deal has the same cards and dice as the deal of this number in
// PlayMatch of the same seed, so the rows of several calls make one match.
//
// It returns the errors of PlayMatch. When the context ends first, nothing of the call is
// left.
func PlayDeals(ctx context.Context, config DealsConfig, from, to int) ([]DealRow, error) {
	var sides [][]env.Player
	if config.Game != nil {
		sides = config.sides()
	}
	config.Games = max(1, to) * max(1, len(sides))
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if len(config.Entries) != 2 || from < 0 || to <= from {
		return nil, errors.New("eval: want two agents and deals from a number to a higher one")
	}
	tables := config.Tables
	if tables == 0 {
		tables = arenaTables
	}
	// Many blocks keep many workers busy, large ones make large batches.
	const blocks = 16
	block := min(max(1, tables/len(sides)), (to-from+blocks-1)/blocks)
	r := newSeatedRun(config.MatchConfig, config.seatings(), block*len(sides))
	rows := make([]DealRow, to-from)
	for i := range rows {
		rows[i] = DealRow{make([]float64, len(sides)), make([]float64, len(sides))}
	}
	r.note = func(_ []float64, deal, side int, returns []float64) {
		shares := make([]float64, len(returns))
		WinShares(returns, shares)
		row := &rows[deal-from]
		for _, p := range sides[side] {
			row.Shares[side] += shares[p]
			row.Returns[side] += returns[p] / float64(len(sides[side]))
		}
	}
	return rows, r.playRange(ctx, from, to, block)
}

// sides returns the seats that the one agent takes, in each game of a deal.
func (c *DealsConfig) sides() [][]env.Player {
	spec := c.Game.Spec()
	if c.Teams {
		return spec.Sides()
	}
	alone := make([][]env.Player, spec.Players)
	for p := range alone {
		alone[p] = []env.Player{env.Player(p)}
	}
	return alone
}

// playRange plays some deals, a block of them after the other on each of several
// goroutines.
func (r *run) playRange(ctx context.Context, from, to, block int) error {
	return sideBySide(ctx, r.Place.Crew(r.Workers), (to-from+block-1)/block, func() func(context.Context, int) error {
		g := newGroup(r)
		return func(ctx context.Context, i int) error {
			first := from + i*block
			return g.play(ctx, first, min(first+block, to))
		}
	})
}

// DealsResult sums up the deals of one agent against another in all other seats, with 95%
// intervals over deals. Seats are sides where the one agent played whole sides.
type DealsResult struct {
	Deals      int         `json:"deals"`
	Games      int         `json:"games"`
	WinRate    float64     `json:"win_rate"`
	Low        float64     `json:"low"`
	High       float64     `json:"high"`
	EqualShare float64     `json:"equal_share"`
	MeanReturn float64     `json:"mean_return"`
	ReturnLow  float64     `json:"return_low"`
	ReturnHigh float64     `json:"return_high"`
	Seats      []SeatShare `json:"seats"`
}

// A DealSum adds rows of PlayDeals up as they come, in memory that does not grow with them.
type DealSum struct {
	l     *ledger
	seats int
}

// NewDealSum returns the sum of no deals of this many seats, or sides.
func NewDealSum(seats int) *DealSum { return &DealSum{newLedger(2 + seats), seats} }

// Deals returns the number of deals that were added.
func (d *DealSum) Deals() int { return d.l.deals }

// Add adds rows, at least one, of deals that follow those before.
func (d *DealSum) Add(rows []DealRow) {
	g := newMatchGroup(0, len(rows), 2+d.seats)
	for i, row := range rows {
		for seat := range d.seats {
			g.Rows[i][0] += row.Shares[seat] / float64(d.seats)
			g.Rows[i][1] += row.Returns[seat] / float64(d.seats)
			g.Rows[i][2+seat] = row.Shares[seat]
		}
	}
	d.l.add(g)
}

// SumUp sums up the deals of a game, at least one. The error is the context's.
func (d *DealSum) SumUp(ctx context.Context, spec *env.Spec, seed uint64) (*DealsResult, error) {
	mean, rows := d.l.mean(), d.l.clusters()
	spread, err := Bootstrap(ctx, rows, seed)
	if err != nil {
		return nil, err
	}
	wins, returns := d.l.share(rows, 0, spread[0]), meanInterval(rows, 1, spread[1], spec.MinUtility, spec.MaxUtility)
	p := &DealsResult{
		Deals: d.l.deals, Games: d.l.deals * d.seats, EqualShare: 1 / float64(d.seats),
		WinRate: mean[0], Low: wins.Low, High: wins.High,
		MeanReturn: mean[1], ReturnLow: returns.Low, ReturnHigh: returns.High,
	}
	for seat := range d.seats {
		wins := d.l.share(rows, 2+seat, spread[2+seat])
		p.Seats = append(p.Seats, SeatShare{Seat: seat, WinRate: mean[2+seat], Low: wins.Low, High: wins.High})
	}
	return p, nil
}

// SumUpDeals sums up rows of PlayDeals of a game, at least one. The error is the context's.
func SumUpDeals(ctx context.Context, spec *env.Spec, rows []DealRow, seed uint64) (*DealsResult, error) {
	sum := NewDealSum(len(rows[0].Shares))
	sum.Add(rows)
	return sum.SumUp(ctx, spec, seed)
}

// WholeTeams reports whether entries can take whole sides of a game in turn: there are at
// least as many sides, and two, each of the same number of seats, which is more than one.
func WholeTeams(spec *env.Spec, entries int) bool {
	sides := spec.Sides()
	if entries > len(sides) || len(sides) < 2 {
		return false
	}
	for _, side := range sides {
		if len(side) < 2 || len(side) != len(sides[0]) {
			return false
		}
	}
	return true
}

// seatings returns the entry in each seat, [rotation][seat].
func (c *MatchConfig) seatings() [][]int {
	spot, spots := c.spots()
	seating := rotations(spots, len(c.Entries))
	for rotation, entries := range seating {
		seating[rotation] = make([]int, len(spot))
		for seat := range spot {
			seating[rotation][seat] = entries[spot[seat]]
		}
	}
	return seating
}

// spots returns for each seat that which entries take in turn, and their number: the seat
// itself, or with Teams its side.
func (c *MatchConfig) spots() (spot []int, n int) {
	spec := c.Game.Spec()
	if c.Teams {
		return spec.SideOf()
	}
	spot = make([]int, spec.Players)
	for seat := range spot {
		spot[seat] = seat
	}
	return spot, spec.Players
}

// rotations seats the entries in seats, or sides: role 0 sits at seat 0 in rotation 0, at
// seat 1 in rotation 1 and so on, and the last entry has all roles that are left.
func rotations(seats, entries int) [][]int {
	seating := make([][]int, seats)
	for rotation := range seating {
		for seat := range seats {
			role := (seat - rotation + seats) % seats
			seating[rotation] = append(seating[rotation], min(role, entries-1))
		}
	}
	return seating
}

// watchedTables is the number of games that run side by side in each worker of
// WatchDeals. It must not depend on the workers: an agent may round otherwise in another
// batch.
const watchedTables = 64

// WatchDeals plays the deals from ≤ deal < to of a match, each in all rotations of the
// seats, and tells config.Watch every decision and ended the returns by seat of every game
// that is over. Calls for one deal do not overlap, those for different deals do; returns
// is reused. Games is not read. The decisions and returns of a deal follow from the game, the agents,
// the seed, from and to. It returns the errors of PlayMatch.
func WatchDeals(ctx context.Context, config MatchConfig, from, to int, ended func(deal, rotation int, returns []float64)) error {
	config.Games = 1
	if err := config.Validate(); err != nil {
		return err
	}
	if from < 0 || to <= from {
		return errors.New("eval: want deals from a number to a higher one")
	}
	seating := config.seatings()
	config.Games = to * len(seating)
	block := max(1, watchedTables/len(seating))
	r := newSeatedRun(config, seating, block*len(seating))
	r.note = func(_ []float64, deal, rotation int, returns []float64) { ended(deal, rotation, returns) }
	return r.playRange(ctx, from, to, block)
}
