package duel

import (
	"context"
	"errors"
	"slices"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/duel/warbands"
)

// Meeting says which warbands meet.
type Meeting struct {
	Game     string                // the table: DUEL with Heroes, for two seats
	Names    []string              // shipped warbands, or files; none: all that ship
	Agent    string                // the name of the agent on both sides
	Games    int                   // of each pair, rounded up to whole deals of four
	Seed     uint64                // of the deals, and of all that is random in the agent
	Workers  int                   // goroutines that play; 0: one a processor
	Place    *eval.Place           // where games are played; nil: in this process
	Progress func(done, total int) // it may be nil
}

// Meet plays every pair of warbands and rates them all; see warbands.Meet.
func Meet(ctx context.Context, opener *open.Opener, m Meeting) (*eval.Arena, error) {
	for _, err := range []error{input.AtLeast("games", m.Games, 1), input.AtLeast("workers", m.Workers, 0)} {
		if err != nil {
			return nil, err
		}
	}
	if len(m.Names) == 0 {
		m.Names = configs.Names(open.WarbandKind)
	}
	if len(m.Names) < 2 {
		return nil, input.Badf("only %s is named: name two warbands or more, or none for all", m.Names[0])
	}
	for i, name := range m.Names {
		if slices.Contains(m.Names[:i], name) {
			return nil, input.Badf("%s is named twice", name)
		}
	}
	table, err := open.WarbandTable(m.Game)
	if err != nil {
		return nil, input.Badf("--game %s: %w", m.Game, err)
	}
	var faults []error // what is wrong with any of them is said before a game is played
	for i := 0; i < len(m.Names); i += 2 {
		_, err := table(m.Names[i], m.Names[(i+1)%len(m.Names)])
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, input.Bad(err)
	}
	return warbands.Meet(ctx, warbands.MeetConfig{
		Names: m.Names, Table: table, Games: m.Games, Seed: m.Seed, Workers: m.Workers, Place: m.Place, Progress: m.Progress,
		Agent: func(g env.Game) (agents.Agent, error) { return opener.Agent(g, m.Agent) },
	})
}
