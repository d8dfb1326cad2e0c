package warbands

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
)

// MeetConfig names the warbands that meet, the table and the agent that plays them.
type MeetConfig struct {
	Names []string // two or more

	// Table returns the game of two seats in which the first warband has seat 0.
	Table func(first, second string) (env.Game, error)

	// Agent returns the agent that plays both seats.
	Agent func(env.Game) (agents.Agent, error)

	Games    int // of each pair, rounded up to whole deals of four
	Seed     uint64
	Workers  int                   // goroutines; 0 means one a processor. Results do not depend on it.
	Place    *eval.Place           // where the games are played; nil: in this process
	Progress func(done, total int) // when not nil
}

// A deal of a pair is two games with each warband in seat 0: games of one seating differ in
// what the agent draws.
const (
	gamesOfDeal    = 4
	gamesOfSeating = gamesOfDeal / 2
)

// Meet plays every pair of warbands and rates them all together, as an arena does
// with agents: win rates and payoffs of each pair, Elo (the first warband is the
// anchor), α-rank, and shares in the equilibrium of the payoff table (Nash
// averaging). All pairs play the same deals. The same configuration gives the same
// result.
//
// Errors: env.Faults for a configuration that is wrong, the errors of Table and Agent, and
// of eval.PlayMatch. Beside the context's error there may be an arena, marked as
// interrupted: of the first warbands, as far as all of them have met.
func Meet(ctx context.Context, c MeetConfig) (*eval.Arena, error) {
	var f env.Faults
	if len(c.Names) < 2 {
		f.Add("warbands", len(c.Names), "two or more")
	}
	if c.Games < 1 {
		f.Add("games", c.Games, "a positive number")
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	deals := (c.Games + gamesOfDeal - 1) / gamesOfDeal
	rated := eval.ArenaConfig{Seed: c.Seed, Workers: c.Workers, Place: c.Place}
	for _, name := range c.Names {
		rated.Entries = append(rated.Entries, eval.Entry{Name: name})
	}
	var pairs []eval.PairDeals
	all := len(c.Names) * (len(c.Names) - 1) / 2
	for j, b := range c.Names { // every warband meets those before it
		for i, a := range c.Names[:j] {
			pair := eval.PairDeals{A: i, B: j, Deals: [][]eval.DealResult{make([]eval.DealResult, deals)}, Each: gamesOfDeal}
			for turn, names := range [2][2]string{{a, b}, {b, a}} {
				before := (2*len(pairs) + turn) * deals * gamesOfSeating
				m, err := c.play(ctx, names, deals, func(done int) {
					if c.Progress != nil {
						c.Progress(before+done, all*deals*gamesOfDeal)
					}
				})
				if ctx.Err() != nil {
					return rateFirst(ctx, rated, pairs)
				}
				if err != nil {
					return nil, fmt.Errorf("%s against %s: %w", names[0], names[1], err)
				}
				rated.Game = m.game
				m.enter(pair.Deals[0], turn)
			}
			pairs = append(pairs, pair)
		}
	}
	sortPairs(pairs)
	return eval.RateArena(ctx, rated, pairs)
}

// rateFirst rates the first warbands, as far as all of them have met, when ctx has
// ended. It returns the context's error with them.
func rateFirst(ctx context.Context, rated eval.ArenaConfig, pairs []eval.PairDeals) (*eval.Arena, error) {
	n := 1
	for (n+1)*n/2 <= len(pairs) {
		n++
	}
	if n < 2 {
		return nil, ctx.Err()
	}
	rated.Entries, pairs = rated.Entries[:n], pairs[:n*(n-1)/2]
	sortPairs(pairs)
	soon, stop := eval.Afterwards(ctx)
	defer stop()
	a, err := eval.RateArena(soon, rated, pairs)
	if err != nil {
		return nil, ctx.Err()
	}
	a.Interrupted = true
	return a, ctx.Err()
}

// sortPairs puts pairs in the order of an arena's.
func sortPairs(pairs []eval.PairDeals) {
	slices.SortFunc(pairs, func(p, q eval.PairDeals) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) })
}

// A meeting is the games of one pair in one seating.
type meeting struct {
	game  env.Game
	deals []eval.Deal
}

func (c *MeetConfig) play(ctx context.Context, names [2]string, deals int, progress func(done int)) (*meeting, error) {
	g, err := c.Table(names[0], names[1])
	if err != nil {
		return nil, err
	}
	if n := g.Spec().Players; n != gamesOfSeating {
		return nil, fmt.Errorf("%s has %d seats: want %d", g.Spec(), n, gamesOfSeating)
	}
	agent, err := c.Agent(g)
	if err != nil {
		return nil, err
	}
	m, err := eval.PlayMatch(ctx, eval.MatchConfig{
		Game: g, Entries: []eval.Entry{{Name: "both", Agent: agent}}, Games: deals * gamesOfSeating, Keep: deals,
		Seed: c.Seed, Workers: c.Workers, Place: c.Place, Progress: func(done, _ int) { progress(done) },
	})
	if err != nil {
		return nil, err
	}
	return &meeting{g, m.FirstDeals}, nil
}

// enter adds the wins that the first warband of a pair, which sits at seat, and the second
// got.
func (m *meeting) enter(rows []eval.DealResult, seat int) {
	var shares [gamesOfSeating]float64
	for _, deal := range m.deals {
		row := &rows[deal.Deal]
		for _, game := range deal.Games {
			eval.WinShares(game.Returns, shares[:])
			row.WinsA += shares[seat] / gamesOfDeal
			row.WinsB += shares[1-seat] / gamesOfDeal
		}
	}
}
