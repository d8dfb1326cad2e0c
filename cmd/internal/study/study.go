package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/internal/input"
	"ringer/models/graph"
	"ringer/open/compare"
	"ringer/open/study"
	"ringer/report/ladder"
)

type studyFlags struct {
	elsewhere                  remote.WorkersFlags
	config, seeds, out, record string
	set, variants              []string
	factors                    []float64
	deals, ringer, workers     int
	exploit                    float64
	json                       bool
}

func NewStudy(t *shell.Terminal) *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:   "study",
		Short: "Train a configuration with several seeds, changes or lengths, and compare",
		Long: `Train a configuration once with each seed, and show the mean over seeds with its
interval, for each opponent of its evaluation and for exploitability. A run is the
unit of sampling: intervals are those of Student's t over the seeds.

--variant NAME(key=value,...) also trains a change, in the keys of ringer train --set;
its gain over the unchanged configuration is taken seed by seed. --set changes all runs,
where a variant does not say otherwise.

--factors 0.25,1,4 trains on these multiples of the configured decisions (or of a
variant's own), and shows what more training buys. Schedules stretch with the length.

--deals N lets the networks of the same length and seed play N deals against each
other, each in all rotations of the seats, and --ringer N against the bot that ships
for the game, which takes all other seats; --exploit 0.25 trains best responses to each on a
quarter of its decisions, or walks the tree of a small game, as ringer exploit does.

Every run is saved under --out, and its report is a line of --record; the same command
goes on where it was stopped, trains nothing twice, and with more seeds adds to what is
there. Results do not depend on --workers.`,
		Annotations: shell.Keys(`--json prints {"study", "game", "runs": [{"config", "set", "variant", "change", "game",
"factor", "seed", "decisions", "seconds", "results": [{"opponent", "games", "win_rate",
"low", "high", "equal_share"}], "exploitability", "peers" and "ringer" (like "results"),
"gains", "budget", "revision", "vectors", "date"}], "summary": [{"variant", "factor",
"measure", "opponent", "seeds", "values", "games", "equal_share", "mean", "low", "high",
"decisions", "decisions_per_second", "gain": {"mean", "low", "high"}}], "interrupted"}.
runs are those of --record; a measure is win_rate, win_rate_against_variant or
exploitability.`),
		Example: "  ringer study --config leduc --seeds 1..5\n  ringer study --config kuhn --variant 'cold(ppo.entropy=0.01)' --seeds 1..3\n  ringer study --config heat --factors 0.25,1,4 --seeds 1..3\n  ringer study -c heist --factors 0.25 --variant 'alone(opponents={past_share: 0})' --deals 1000",
		Args:    shell.Takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runStudy(cmd.Context(), t, &f) },
	}
	shell.AddFlag(cmd, &f.config, "config", "", shell.AConfig, "what to train: a shipped configuration or a .yaml file")
	shell.AddFlag(cmd, &f.seeds, "seeds", "1..3", shell.AText, "train once with each of these seeds: 1..5 or 1,3,7")
	shell.AddFlag(cmd, &f.variants, "variant", nil, shell.AVariant, "a change to compare, NAME(key=value,...); may be repeated")
	shell.AddFlag(cmd, &f.factors, "factors", nil, shell.ANumber, "lengths, as multiples of the configured decisions")
	shell.AddFlag(cmd, &f.set, "set", nil, shell.ASetting, "change one key of all runs, key=value; may be repeated")
	shell.AddFlag(cmd, &f.deals, "deals", 0, shell.UpTo(1_000_000), "deals that variants play against each other (0: none)")
	shell.AddFlag(cmd, &f.ringer, "ringer", 0, shell.UpTo(1_000_000), "deals that each run plays against the bot that ships for the game, where there is one (0: none)")
	shell.AddFlag(cmd, &f.exploit, "exploit", 0, shell.AShare, "train best responses on this share of the decisions (0: none)")
	shell.AddFlag(cmd, &f.workers, "workers", 1, shell.AWorkers, "runs at a time")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder of the runs (default runs/NAME-study)")
	shell.AddFlag(cmd, &f.record, "record", "", shell.AFile, "file of the reports, one line a run (default study.jsonl in --out)")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.AddLate(t, cmd)
	return cmd
}

// check refuses bad flags, and returns the seeds.
func (f *studyFlags) check() ([]uint64, error) {
	seeds, err := study.ParseSeeds(f.seeds)
	faults := []error{err, shell.AtLeast("deals", f.deals, 0), shell.AtLeast("ringer", f.ringer, 0), shell.AtLeast("exploit", f.exploit, 0), shell.AtLeast("workers", f.workers, 1)}
	if f.config == "" {
		faults = append(faults, input.Badf("--config is missing: name one of %s, or a .yaml file", strings.Join(configs.Names("train"), ", ")))
	}
	for _, x := range f.factors {
		if !(x > 0) || math.IsInf(x, 0) {
			faults = append(faults, input.Badf("--factors %v: want a number above 0", x))
		}
	}
	return seeds, input.Bad(errors.Join(faults...))
}

// design checks the flags, and returns what they ask for.
func (f *studyFlags) design() (d study.Design, err error) {
	d = study.Design{Config: f.config, Set: f.set, Factors: f.factors, Dir: f.out, Record: f.record}
	if d.Seeds, err = f.check(); err != nil {
		return d, err
	}
	for _, text := range f.variants {
		a, err := study.ParseArm(text)
		if err != nil {
			return d, input.Badf("--variant %w", err)
		}
		if a.Name == ladder.Shipped || slices.ContainsFunc(d.Variants, func(b study.Arm) bool { return a.Name == b.Name }) {
			return d, input.Badf("--variant %s: there is a variant of this name already", a.Name)
		}
		d.Variants = append(d.Variants, a)
	}
	d.Command = "ringer study --config " + input.ShellWord(f.config)
	for _, set := range f.set {
		d.Command += " --set " + input.ShellWord(set)
	}
	for _, change := range f.variants {
		d.Command += " --variant " + input.ShellWord(change)
	}
	if len(f.factors) > 0 {
		d.Command += " --factors " + strings.ReplaceAll(strings.Trim(fmt.Sprint(f.factors), "[]"), " ", ",")
	}
	d.Command += " --seeds " + f.seeds
	return d, nil
}

func runStudy(ctx context.Context, t *shell.Terminal, f *studyFlags) error {
	design, err := f.design()
	if err != nil {
		return err
	}
	trainer := lookup.Trainer(t)
	s, err := trainer.Study(design)
	if err != nil {
		return err
	}
	var computes []string
	for _, r := range s.Runs {
		computes = append(computes, r.File.Compute)
	}
	at, err := f.elsewhere.Settle(ctx, t, computes...)
	if err != nil {
		return err
	}
	if !graph.SIMD() {
		t.Warnf("%s", buildinfo.NoVectors)
	}
	trainer.Elsewhere = at.Train
	most := f.workers
	if at != nil {
		most = len(s.Runs)
	}
	total, over := len(s.Runs)*study.MeterParts, 0
	bar := t.Progress("training", total)
	err = s.Train(ctx, most, &study.Meter{Changed: func(parts int) { bar.Set(parts, total) }}, func(r *study.Run) {
		over++
		t.Warnf("%s is over, %d of %d\n", r.Dir, over, len(s.Runs))
	})
	bar.Finish()
	switch {
	case err == nil:
		stages := t.Stages()
		err = (&compare.Comparison{
			Study: s, Trainer: trainer, Elsewhere: at, Compute: shell.ComputeHere, Deals: f.deals, Ringer: f.ringer, Exploit: f.exploit, Progress: stages.Set,
		}).Run(ctx)
		stages.Finish()
		if err != nil && ctx.Err() != nil {
			return shell.Interrupted("what was measured is in %s: the same command goes on", s.Kept.Path)
		}
	case ctx.Err() != nil:
		if over = len(s.Over()); over > 0 {
			if err := f.show(t, s, true); err != nil {
				return err
			}
		}
		return shell.Interrupted("%d of %d runs are over; the same command goes on in %s", over, len(s.Runs), s.Dir)
	}
	if err != nil {
		return err
	}
	return f.show(t, s, false)
}
