package match

import (
	"context"
	"io"
	"slices"

	"ringer/eval"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
)

// Anchor is the agent that is rated rating.EloAnchor. It takes part in every arena.
const Anchor = "random"

// Rate plays every pair of agents, and the anchor, on the same deals, and rates them all. An arena that
// ctx ends returns the deals that all pairs have played, nil for none, beside the error.
func Rate(ctx context.Context, opener *open.Opener, o Options) (*eval.Arena, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	config := eval.ArenaConfig{
		Game: o.Game, Teams: eval.WholeTeams(o.Game.Spec(), 2), Games: o.Games, Seed: o.Seed, Workers: o.Workers, Place: o.Place, Payoff: o.Payoff,
		Progress: o.Progress,
	}
	known, err := enter(opener, &config, o.Agents)
	if err != nil {
		return nil, err
	}
	if o.Keep != "" {
		if pairs := len(known) * (len(known) - 1) / 2; o.Games > mostKept/pairs {
			return nil, input.Badf("--keep holds every deal: --games %d of each of %d pairs: want at most %s with it", o.Games, pairs, numbers.Count(mostKept/pairs))
		}
		header := eval.NewArenaHeader(&config, known)
		file, err := open.Kept(o.Keep, func(r io.Reader) (size int64, err error) {
			config.Have, size, err = header.ReadLog(r)
			return size, err
		}, header.WriteHeader)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		config.Done = func(b eval.Block) error { return header.WriteBlock(file, b) }
	}
	return eval.PlayArena(ctx, config)
}

// enter builds the agents, with the anchor at the end unless it was named, and names them as
// Opener.EntriesKnown does.
func enter(opener *open.Opener, config *eval.ArenaConfig, names []string) (known []eval.ArenaAgent, err error) {
	names = slices.Clone(names)
	for i := range names {
		if names[i], err = open.Level(config.Game, names[i]); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(names, Anchor) {
		names = append(names, Anchor)
	}
	if len(names) < 2 {
		return nil, input.Badf("only %s is named: name two agents or more", Anchor)
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, input.Badf("%s is named twice", name)
		}
		if name == Anchor {
			config.Anchor = i
		}
		agent, files, err := opener.AgentWithFiles(config.Game, name)
		if err != nil {
			return nil, err
		}
		config.Entries = append(config.Entries, eval.Entry{Name: name, Agent: agent})
		known = append(known, eval.ArenaAgent{Name: name, Checksum: files.Identity()})
	}
	return known, nil
}
