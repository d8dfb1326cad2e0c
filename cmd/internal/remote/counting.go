package remote

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
)

// PlayFlags are those of a command that lets agents play.
type PlayFlags struct {
	Elsewhere WorkersFlags
	Workers   int
	Seed      uint64
	JSON      bool
}

// SeedOfDeals explains --seed in most commands.
const SeedOfDeals = "seed of the deals and of everything random in the agents"

// Add adds the flags to a command. seed explains --seed, which is left out where seed is empty.
func (f *PlayFlags) Add(t *shell.Terminal, cmd *cobra.Command, seed string) {
	shell.AddFlag(cmd, &f.Workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	if seed != "" {
		shell.AddFlag(cmd, &f.Seed, "seed", 1, shell.ASeed, seed)
	}
	shell.AddJSON(cmd, &f.JSON)
	f.Elsewhere.Add(t, cmd)
}

// CountingFlags are those of a command that plays agents against each other and counts what
// they do.
type CountingFlags struct {
	PlayFlags
	opener     *open.Opener
	Game       string
	Games, Top int
}

// Add adds the flags but for --game, with games and lines as defaults.
func (f *CountingFlags) Add(t *shell.Terminal, cmd *cobra.Command, games, lines int, top string) {
	shell.AddFlag(cmd, &f.Top, "top", lines, shell.ACount, top)
	shell.AddFlag(cmd, &f.Games, "games", games, shell.AKeptCount, "games to play, rounded up to whole deals")
	f.opener = t.Opener
	f.PlayFlags.Add(t, cmd, SeedOfDeals)
}

// Enter checks the flags and builds the agents of a game.
func (f *CountingFlags) Enter(g env.Game, names []string) ([]eval.Entry, error) {
	if err := cmp.Or(shell.AtLeast("games", f.Games, 1), shell.AtLeast("workers", f.Workers, 0), shell.AtLeast("top", f.Top, 1)); err != nil {
		return nil, err
	}
	return f.opener.Entries(g, names)
}

// PlayCounting plays a study of games under a bar and prints it: also what there is of one that was
// interrupted. done returns the number of games of a study.
func PlayCounting[S any](ctx context.Context, t *shell.Terminal, f *CountingFlags, play func(progress func(done, total int)) (*S, error), done func(*S) int, show func(*S) error) error {
	bar := t.Progress("playing", f.Games)
	study, stopped := play(bar.Set)
	bar.Finish()
	if study == nil {
		if ctx.Err() != nil {
			return stopped
		}
		return input.Bad(stopped)
	}
	return shell.Show(t, f.JSON, study, stopped, func() error { return show(study) }, func() string {
		return fmt.Sprintf("these are the %s of %s games that were finished", shell.Count(float64(done(study))), shell.Count(float64(f.Games)))
	})
}
