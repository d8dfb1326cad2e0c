package report

import (
	"context"

	"ringer/agents"
	"ringer/cmd/internal/lookup"
	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/eval"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/report/balance"
	"ringer/report/duel/warbands"
)

// letWarbandsMeet lets the report of a DUEL with Heroes play the shipped warbands against
// each other, the expert on both sides.
func letWarbandsMeet(o *open.Opener, c *balance.Config) {
	g, ok := env.UnwrapGame(c.Game).(*duel.Game)
	if !ok || !g.Config().Heroes || g.Spec().Players != 2 {
		return
	}
	table, err := lookup.WarbandTable(g.Spec().String())
	if err != nil {
		return // a game of a file that is not here
	}
	c.Warbands = func(ctx context.Context, games int, progress func(done, total int)) (*eval.Arena, error) {
		return warbands.Meet(ctx, warbands.MeetConfig{
			Names: configs.Names(lookup.WarbandKind), Table: table, Games: games, Seed: c.Seed, Workers: c.Workers, Place: c.Place, Progress: progress,
			Agent: func(g env.Game) (agents.Agent, error) { return o.Agent(g, exploit.ExpertName) },
		})
	}
}
