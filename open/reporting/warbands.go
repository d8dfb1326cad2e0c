package reporting

import (
	"context"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/eval"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/report/duel/warbands"
)

// letWarbandsMeet lets the report of a DUEL with Heroes play the shipped warbands against each
// other, the expert on both sides.
func (w *work) letWarbandsMeet() {
	table, names := warbandsOf(w.Game)
	if len(names) < 2 {
		return
	}
	w.play.Warbands = func(ctx context.Context, games int, progress func(done, total int)) (*eval.Arena, error) {
		return warbands.Meet(ctx, warbands.MeetConfig{
			Names: names, Table: table, Games: games, Seed: w.Seed, Workers: w.Workers, Place: w.play.Place, Progress: progress,
			Agent: func(g env.Game) (agents.Agent, error) { return w.opener.Agent(g, exploit.ExpertName) },
		})
	}
}

// warbandsOf returns the shipped warbands that the rules of a game allow, and what builds a
// table for two of them; none for a game without warbands, or one of a file that is not here.
func warbandsOf(g env.Game) (table func(first, second string) (env.Game, error), names []string) {
	table, err := open.WarbandTable(env.UnwrapGame(g).Spec().String())
	if err != nil {
		return nil, nil
	}
	for _, name := range configs.Names(open.WarbandKind) {
		if _, err := table(name, name); err == nil {
			names = append(names, name)
		}
	}
	return table, names
}
