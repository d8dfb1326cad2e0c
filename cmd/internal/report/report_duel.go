package report

import (
	"context"

	"ringer/env"
	"ringer/env/duel"
	"ringer/eval"
	"ringer/open"
	studies "ringer/open/duel"
	"ringer/open/exploit"
	"ringer/report/balance"
)

// letWarbandsMeet lets the report of a DUEL with Heroes play the shipped warbands against
// each other, the expert on both sides.
func letWarbandsMeet(o *open.Opener, c *balance.Config) {
	g, ok := env.UnwrapGame(c.Game).(*duel.Game)
	if !ok || !g.Config().Heroes || g.Spec().Players != 2 {
		return
	}
	table := g.Spec().String()
	if _, err := open.Game(table); err != nil {
		return // a game of a file that is not here
	}
	c.Warbands = func(ctx context.Context, games int, progress func(done, total int)) (*eval.Arena, error) {
		return studies.Meet(ctx, o, studies.Meeting{
			Game: table, Agent: exploit.ExpertName, Games: games, Seed: c.Seed, Workers: c.Workers, Place: c.Place, Progress: progress,
		})
	}
}
