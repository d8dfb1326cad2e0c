package bots

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open"
	"ringer/play/peek"
)

type peekFlags struct {
	game                   string
	games, worlds, workers int
	seed                   uint64
	json                   bool
}

// errPeeks ends the program with status 1: the agent used what it may not know.
var errPeeks = errors.New("the agent uses what its seat cannot see")

func NewPeekTest(t *shell.Terminal) *cobra.Command {
	var f peekFlags
	cmd := &cobra.Command{
		Use:   "peek-test AGENT",
		Short: "Test whether an agent uses what its seat cannot see",
		Long: `Play games with an agent in every seat. At each of its decisions deal everything again
that its seat cannot see, ask it once more with the same random numbers, and compare
the two answers bit by bit. An agent that peeks ends the command with exit status 1.

The worlds that an agent draws for itself, to look ahead, are the same in both answers.

` + lookup.AgentHelp,
		Annotations: shell.Keys(`--json prints {"agent", "game", "games", "seed", "decisions", "worlds", "other" (worlds
that differ from the true one), "differences", "first"}.`),
		Example: "  ringer peek-test 'bot(heat-4p)' --games 20\n  ringer peek-test 'cmd:./my-bot' --game leduc",
		Args:    shell.Takes("AGENT"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runPeek(cmd.Context(), t, &f, args[0]) },
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.games, "games", 20, shell.ACount.From(1), "games")
	shell.AddFlag(cmd, &f.worlds, "worlds", 2, shell.UpTo(1_000_000).From(1), "times that hidden things are dealt again at a decision")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers.From(0), "goroutines (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of everything random")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

func runPeek(ctx context.Context, t *shell.Terminal, f *peekFlags, name string) error {
	g, err := lookup.GameOrBots(f.game, name)
	if err != nil {
		return err
	}
	if name, err = open.Level(g, name); err != nil {
		return err
	}
	agent, err := t.Opener.Agent(g, name)
	if err != nil {
		return err
	}
	bar := t.Progress("peek-test", f.games)
	r, err := peek.Test(ctx, peek.Config{Game: g, Agent: agent, Games: f.games, Worlds: f.worlds, Seed: f.seed, Workers: f.workers, Progress: bar.Set})
	bar.Finish()
	if err != nil {
		return input.Bad(err)
	}
	if f.json {
		err = t.JSON(struct {
			Agent string `json:"agent"`
			*peek.Result
		}{name, r})
	} else {
		err = printPeek(t, name, r)
	}
	if err == nil && r.Differences > 0 {
		err = errPeeks
	}
	return err
}

func printPeek(t *shell.Terminal, name string, r *peek.Result) error {
	if err := t.Printf("%s at %s, %s games, seed %d\n%s decisions asked again in %s worlds, of which %s differ from the true one: %s answers differ\n",
		name, r.Game, shell.Count(float64(r.Games)), r.Seed, shell.Count(float64(r.Decisions)), shell.Count(float64(r.Worlds)), shell.Count(float64(r.Other)), shell.Count(float64(r.Differences))); err != nil {
		return err
	}
	if d := r.First; d != nil {
		return t.Printf("\nFirst: game %d, step %d, seat %d plays %s, and %s where only hidden things differ. It sees:\n%s\n", d.Game, d.Step, d.Seat+1, d.Plays[0], d.Plays[1], d.Sees)
	}
	return nil
}
