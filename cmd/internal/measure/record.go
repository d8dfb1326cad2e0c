package measure

import (
	"context"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/open/match"
)

type recordFlags struct {
	remote.PlayFlags
	match.RecordOptions
	game string
}

// NewRecord makes the command that records decisions.
func NewRecord(t *shell.Terminal) *cobra.Command {
	var f recordFlags
	cmd := &cobra.Command{
		Use:   "record AGENT…",
		Short: "Record the decisions of agents, for offline learning",
		Long: `Let agents play and record every decision, for learning without playing: what the
seat that decides may see, the mask of legal actions, the action, the probabilities of
the agent, the seat's return in the end, seat, kind of decision, agent, episode and
step. A row holds nothing that its seat does not know. Deals are shared and seats
rotated as in ringer match, with the same games for the same seed.

--out DIR gets a manifest (game, spec hash, agents, fields, columns, seed, checksums)
and shards: .npz files that numpy maps into memory, or .parquet files. The same command
gives the same bytes on any number of --workers, and goes on where it was stopped. In
Python, ringer.load("DIR") reads either.`,
		Annotations: shell.Keys(`--json prints {"out", "game", "spec_hash", "games", "rows", "shards", "bytes"}.`),
		Example:     "  ringer record expert greedy -g 'heat(players=4)' --games 2000 --out data\n  ringer record 'bot(leduc)' --game leduc --games 100000 --format parquet --out leduc-data",
		Args:        shell.Takes("AGENT…"),
		RunE:        func(cmd *cobra.Command, args []string) error { return runRecord(cmd.Context(), t, &f, args) },
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFolder, "folder for the recording")
	shell.AddFlag(cmd, &f.Format, "format", match.NPZ, shell.Choice(shell.These(match.NPZ, match.Parquet)), "files to write: npz or parquet")
	shell.AddFlag(cmd, &f.Games, "games", 1000, shell.ACount, "games to play, rounded up to whole deals")
	shell.AddFlag(cmd, &f.Shard, "shard", 0, shell.AKeptCount, "games of a file (0: as many as fit into 256 MiB)")
	f.Add(t, cmd, remote.SeedOfDeals)
	return cmd
}

func runRecord(ctx context.Context, t *shell.Terminal, f *recordFlags, names []string) (err error) {
	o := f.RecordOptions
	if o.Game, err = lookup.GameOrBots(f.game, names...); err != nil {
		return err
	}
	bar := t.Progress("recording", o.Games)
	o.Agents, o.Seed, o.Workers, o.Place, o.Progress = names, f.Seed, f.PlayFlags.Workers, f.Elsewhere.At.Games(), bar.Continued()
	o.Build, o.Warn = buildinfo.ThisVersion().Build(), t.Warnf
	r, err := match.Record(ctx, t.Opener, o)
	bar.Finish()
	switch {
	case r != nil && err != nil && ctx.Err() != nil:
		return shell.Interrupted("%s of %s games are in %s; the same command goes on", shell.Count(float64(r.Played)), shell.Count(float64(r.Games)), r.Out)
	case err != nil:
		return err
	case f.JSON:
		return t.JSON(r)
	}
	return t.Printf("%s: %s decisions of %s games in %d files, %.1f MiB: %s\nIn Python: ringer.load(%q)\n", r.Game, shell.Count(float64(r.Rows)),
		shell.Count(float64(r.Games)), r.Shards, float64(r.Bytes)/(1<<20), r.Out, r.Out)
}
