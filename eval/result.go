package eval

import (
	"context"

	"ringer/env"
)

// Match is the result of PlayMatch. Every interval is a 95% interval over
// deals.
type Match struct {
	Game   string        `json:"game"`  // game string
	Games  int           `json:"games"` // played: Deals × rotations
	Deals  int           `json:"deals"`
	Seed   uint64        `json:"seed"`
	Agents []AgentResult `json:"agents"` // in the order of the entries
	Seats  []SeatResult  `json:"seats"`  // all agents together; sides where Teams
	Length Length        `json:"length"`
	Ties   Rate          `json:"ties"` // games without a sole winner, a side counting as one

	// Teams says that agents had whole sides: then all that is by seat is by side.
	Teams bool `json:"teams,omitempty"`

	// Interrupted says that fewer games were played than asked for.
	Interrupted bool `json:"interrupted,omitempty"`

	FirstDeals []Deal `json:"first_deals,omitempty"`
}

// AgentResult holds the results of one entry.
type AgentResult struct {
	Name string `json:"name"`

	// Games in which it took part: all of them.
	Games int `json:"games"`

	// WinRate is the share of the wins of all its seats together, where each of k
	// joint winners counts 1/k. EqualShare is the same share if all
	// seats were equally strong: its seats / all seats.
	WinRate    float64 `json:"win_rate"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	EqualShare float64 `json:"equal_share"`

	// MeanReturn is the mean return of one of its seats in one game.
	MeanReturn float64 `json:"mean_return"`
	ReturnLow  float64 `json:"return_low"`
	ReturnHigh float64 `json:"return_high"`

	// Seats are its wins by seat, for games whose seats are unlike.
	Seats []SeatShare `json:"seats"`
}

// SeatShare is the share of the wins that an entry got in one seat, over the games
// in which it sat there.
type SeatShare struct {
	Seat    int     `json:"seat"`
	WinRate float64 `json:"win_rate"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// SeatResult holds the results of one seat, over all agents that sat there. Every
// agent sits in every seat equally often, so a difference between seats belongs to
// the game.
type SeatResult struct {
	Seat       int     `json:"seat"`
	WinRate    float64 `json:"win_rate"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	MeanReturn float64 `json:"mean_return"`
	ReturnLow  float64 `json:"return_low"`
	ReturnHigh float64 `json:"return_high"`
}

// Length is the number of player decisions in a game.
type Length struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Min  int     `json:"min"`
	Max  int     `json:"max"`
}

// Rate is a share of the games.
type Rate struct {
	Rate float64 `json:"rate"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Deal is one deal with its games, one a rotation.
type Deal struct {
	Deal  int    `json:"deal"`
	Games []Game `json:"games"`
}

// Game is one game of a deal, complete: History replays it.
type Game struct {
	Agents    []string     `json:"agents"`  // by seat
	Entries   []int        `json:"-"`       // by seat: which entry of the match; two may have one name
	Returns   []float64    `json:"returns"` // by seat
	Decisions int          `json:"decisions"`
	History   []env.Action `json:"history"` // every action, chance included
}

// summarise turns the figures of all deals into the result. The error is the context's.
func (r *run) summarise(ctx context.Context) (*Match, error) {
	mean, rows := r.ledger.mean(), r.ledger.clusters()
	spread, err := Bootstrap(ctx, rows, r.Seed)
	if err != nil {
		return nil, err
	}
	col := r.columns()
	share := func(c int) Interval { return r.ledger.share(rows, c, spread[c]) }
	figure := func(c int, least, most float64) Interval { return meanInterval(rows, c, spread[c], least, most) }
	length := figure(col.length, 0, float64(r.spec.MaxGameLength))
	m := &Match{
		Game: r.spec.String(), Games: r.deals * len(r.seating), Teams: r.Teams, Deals: r.deals, Seed: r.Seed,
		Length: Length{
			Mean: mean[col.length], Low: length.Low, High: length.High,
			Min: r.ledger.shortest, Max: r.ledger.longest,
		},
		FirstDeals: r.kept,
	}
	ties := share(col.ties)
	m.Ties = Rate{Rate: mean[col.ties], Low: ties.Low, High: ties.High}
	for e, entry := range r.Entries {
		wins, returns := share(col.share+e), figure(col.returns+e, r.spec.MinUtility, r.spec.MaxUtility)
		seats := make([]SeatShare, r.spots)
		for seat := range seats {
			c := col.placed + e*r.spots + seat
			wins := share(c)
			seats[seat] = SeatShare{Seat: seat, WinRate: mean[c], Low: wins.Low, High: wins.High}
		}
		m.Agents = append(m.Agents, AgentResult{
			Name: entry.Name, Games: m.Games,
			WinRate: mean[col.share+e], Low: wins.Low, High: wins.High,
			EqualShare: float64(r.seatsOf(e)) / float64(r.seats),
			MeanReturn: mean[col.returns+e], ReturnLow: returns.Low, ReturnHigh: returns.High,
			Seats: seats,
		})
	}
	for seat := range r.spots {
		wins, returns := share(col.seatShare+seat), figure(col.seatReturns+seat, r.spec.MinUtility, r.spec.MaxUtility)
		m.Seats = append(m.Seats, SeatResult{
			Seat: seat, WinRate: mean[col.seatShare+seat], Low: wins.Low, High: wins.High,
			MeanReturn: mean[col.seatReturns+seat], ReturnLow: returns.Low, ReturnHigh: returns.High,
		})
	}
	return m, nil
}
