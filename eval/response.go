package eval

import (
	"context"
	"fmt"

	"ringer/agents"
	"ringer/env"
)

// BestResponse is the method name of exploitability estimated by playing given
// responses: a lower bound.
const BestResponse = "br"

// ResponseConfig names the responses that play against an agent.
type ResponseConfig struct {
	Game  env.Game
	Agent Entry

	// Responses are the agents that take one seat each, in the order of the
	// seats, while Agent has all others. nil is the agent itself, whose
	// gain is 0.
	Responses []agents.Agent

	// Games of responses in all seats together, rounded up to whole deals: they decide
	// the number of deals. A deal is played once for every seat that has a response, and
	// once with the agent everywhere.
	Games int

	Seed     uint64
	Workers  int    // goroutines; 0 means one a processor. Results do not depend on it.
	Place    *Place // where the games are played; nil: in this process
	Progress func(done, total int)
}

// ResponseEstimate holds the gains of responses in games. Every interval is a 95%
// interval over deals. A best response may gain more, so NashConv and Exploitability
// are estimates of lower bounds.
type ResponseEstimate struct {
	Exploitability
	NashConvLow        float64 `json:"nash_conv_low"`
	NashConvHigh       float64 `json:"nash_conv_high"`
	ExploitabilityLow  float64 `json:"exploitability_low"`
	ExploitabilityHigh float64 `json:"exploitability_high"`

	Gains []Gain `json:"gains"` // by seat
	Games int    `json:"games"` // of the responses, without the games of the agent itself
	Deals int    `json:"deals"`
}

// Gain is the return of a response in a seat minus the return of the agent itself, on the
// same deals.
type Gain struct {
	Seat int     `json:"seat"`
	Gain float64 `json:"gain"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Validate returns every fault as env.Faults.
func (c *ResponseConfig) Validate() error {
	var faults env.Faults
	if c.Game == nil {
		faults.Add("game", "none", "a game")
	} else if n := c.Game.Spec().Players; len(c.Responses) != n {
		faults.Add("responses", len(c.Responses), "%d, one for each seat", n)
	}
	if c.Agent.Agent == nil {
		faults.Add("agent", "none", "an agent")
	}
	if c.Games < 1 || c.Games > MostGames {
		faults.Add("games", c.Games, "1 to %d", MostGames)
	}
	if c.Workers < 0 {
		faults.Add("workers", c.Workers, "a positive number, or 0 for one a processor")
	}
	return faults.Err()
}

// PlayResponses measures the gains of responses against an agent. It returns the errors of
// PlayMatch.
func PlayResponses(ctx context.Context, config ResponseConfig) (*ResponseEstimate, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	seats := config.Game.Spec().Players
	match := MatchConfig{
		Game: config.Game, Entries: []Entry{config.Agent}, Seed: config.Seed, Workers: config.Workers, Place: config.Place, Progress: config.Progress,
		Games: (config.Games + seats - 1) / seats * (seats + 1),
	}
	// In rotation k the response of seat k sits there, or nothing is played; in the last
	// one the agent is everywhere.
	seating := make([][]int, seats+1)
	seating[seats] = make([]int, seats)
	for k, response := range config.Responses {
		if response != nil {
			seating[k] = make([]int, seats)
			seating[k][k] = len(match.Entries)
			match.Entries = append(match.Entries, Entry{fmt.Sprintf("the response of seat %d", k), response})
		}
	}
	const tables = 128
	r := newSeatedRun(match, seating, tables)
	c := responseColumns(seats)
	r.addUp(c.count)
	r.ledger.expect(r.deals)
	r.note = func(row []float64, _, rotation int, returns []float64) {
		if rotation < seats {
			row[c.best+rotation] = returns[rotation]
			return
		}
		copy(row[c.value:], returns)
	}
	r.over = func(number int, g MatchGroup) {
		for _, row := range g.Rows {
			for p := range seats {
				if config.Responses[p] == nil {
					row[c.best+p] = row[c.value+p]
				}
				row[c.gain+p] = row[c.best+p] - row[c.value+p]
				row[c.all] += row[c.gain+p]
			}
		}
		r.ledger.over(number, g)
	}
	if err := r.playGroups(ctx, 0, r.groups); err != nil {
		return nil, err
	}
	return describeResponses(ctx, config, r.ledger)
}

// responseLayout numbers the columns of a deal: by seat the agent's return, the
// response's return, and the difference; then the sum of the differences.
type responseLayout struct{ value, best, gain, all, count int }

func responseColumns(seats int) responseLayout {
	return responseLayout{0, seats, 2 * seats, 3 * seats, 3*seats + 1}
}

func describeResponses(ctx context.Context, config ResponseConfig, l *ledger) (*ResponseEstimate, error) {
	seats := config.Game.Spec().Players
	c, mean, rows := responseColumns(seats), l.mean(), l.clusters()
	spread, err := Bootstrap(ctx, rows, config.Seed)
	if err != nil {
		return nil, err
	}
	spec := config.Game.Spec()
	span := spec.MaxUtility - spec.MinUtility
	for p := range seats {
		best, gain := c.best+p, c.gain+p
		spread[best] = meanInterval(rows, best, spread[best], spec.MinUtility, spec.MaxUtility)
		spread[gain] = meanInterval(rows, gain, spread[gain], -span, span)
	}
	n := float64(seats)
	spread[c.all] = meanInterval(rows, c.all, spread[c.all], -n*span, n*span)
	e := &ResponseEstimate{
		Exploitability: Exploitability{
			Game: spec.String(), Agent: config.Agent.Name, Method: BestResponse,
			NashConv: mean[c.all], Exploitability: mean[c.all] / n,
		},
		NashConvLow: spread[c.all].Low, NashConvHigh: spread[c.all].High,
		ExploitabilityLow: spread[c.all].Low / n, ExploitabilityHigh: spread[c.all].High / n,
		Deals: l.deals,
	}
	for p := range seats {
		if config.Responses[p] != nil {
			e.Games += l.deals
		}
		e.Seats = append(e.Seats, SeatExploit{
			Seat: p, Value: mean[c.value+p], BestResponseValue: mean[c.best+p],
			Low: spread[c.best+p].Low, High: spread[c.best+p].High,
		})
		e.Gains = append(e.Gains, Gain{Seat: p, Gain: mean[c.gain+p], Low: spread[c.gain+p].Low, High: spread[c.gain+p].High})
	}
	return e, nil
}
