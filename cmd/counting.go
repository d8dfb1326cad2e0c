package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"ringer/env"
	"ringer/eval"
)

// countingFlags are those of a command that plays agents against each other and counts what
// they do.
type countingFlags struct {
	elsewhere           workersFlags
	game                string
	games, workers, top int
	seed                uint64
	json                bool
}

// add adds the flags but for --game, with games and lines as defaults.
func (f *countingFlags) add(t *terminal, cmd *cobra.Command, games, lines int, top string) {
	addFlag(cmd, &f.top, "top", lines, aCount, top)
	addFlag(cmd, &f.games, "games", games, aKeptCount, "games to play, rounded up to whole deals")
	addFlag(cmd, &f.workers, "workers", 0, aWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	addFlag(cmd, &f.seed, "seed", 1, aSeed, "seed of the deals and of everything random in the agents")
	addJSON(cmd, &f.json)
	f.elsewhere.add(t, cmd)
}

// enter checks the flags and builds the agents of a game.
func (f *countingFlags) enter(g env.Game, names []string) ([]eval.Entry, error) {
	for _, err := range []error{atLeast("games", f.games, 1), atLeast("workers", f.workers, 0), atLeast("top", f.top, 1)} {
		if err != nil {
			return nil, err
		}
	}
	return opener.Entries(g, names)
}

// playCounting plays a study of games under a bar and prints it: also what there is of one that was
// interrupted. done returns the number of games of a study.
func playCounting[S any](ctx context.Context, t *terminal, f *countingFlags, play func(progress func(done, total int)) (*S, error), done func(*S) int, show func(*S) error) error {
	bar := t.progress("playing", f.games)
	study, stopped := play(bar.set)
	bar.finish()
	if study == nil {
		if ctx.Err() != nil {
			return stopped
		}
		return bad(stopped)
	}
	if f.json {
		show = func(s *S) error { return t.json(s) }
	}
	if err := show(study); err != nil || stopped == nil {
		return err
	}
	return interrupted("these are the %s of %s games that were finished", count(float64(done(study))), count(float64(f.games)))
}
