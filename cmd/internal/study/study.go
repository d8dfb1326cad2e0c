package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
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
	"ringer/open"
	"ringer/open/study"
	"ringer/report/ladder"
	"ringer/train/algos"
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
for the game, one among its like; --exploit 0.25 trains exploiters against each on a
quarter of its decisions, or walks the tree of a small game, as ringer exploit does.

Every run is saved under --out, and its report is a line of --record; the same command
goes on where it was stopped, trains nothing twice, and with more seeds adds to what is
there. Results do not depend on --workers.

--json prints {"study", "game", "runs": [{"config", "set", "variant", "change", "game",
"factor", "seed", "decisions", "seconds", "results": [{"opponent", "games", "win_rate",
"low", "high", "equal_share"}], "exploitability", "peers" and "ringer" (like "results"),
"gains", "budget", "revision", "vectors", "date"}], "summary": [{"variant", "factor",
"measure", "opponent", "seeds", "values", "games", "equal_share", "mean", "low", "high",
"decisions", "decisions_per_second", "gain": {"mean", "low", "high"}}], "interrupted"}.
runs are those of --record; a measure is win_rate, win_rate_against_variant or
exploitability.`,
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
	shell.AddFlag(cmd, &f.exploit, "exploit", 0, shell.AShare, "train exploiters on this share of the decisions (0: none)")
	shell.AddFlag(cmd, &f.workers, "workers", 1, shell.AWorkers, "runs at a time")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder of the runs (default runs/NAME-study)")
	shell.AddFlag(cmd, &f.record, "record", "", shell.AFile, "file of the reports, one line a run (default study.jsonl in --out)")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.AddLate(t, cmd)
	return cmd
}

// check refuses bad flags, and returns the seeds.
func (f *studyFlags) check() ([]uint64, error) {
	seeds, err := ParseSeeds(f.seeds)
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

// studied is a study that is under way. Its runs are listed by arm, and then by seed.
type studied struct {
	flags   *studyFlags
	seeds   []uint64
	dir     string
	trainer *study.Trainer
	runs    []*study.Run
	records []ladder.Training // of the runs; without decisions where one is not over
	kept    *study.Records
	changes int // variants of each length, the configuration as it is included
}

func runStudy(ctx context.Context, t *shell.Terminal, f *studyFlags) error {
	s, err := planStudy(t, f)
	if err != nil {
		return err
	}
	var computes []string
	for _, r := range s.runs {
		computes = append(computes, r.File.Compute)
	}
	at, err := f.elsewhere.Settle(ctx, t, computes...)
	if err != nil {
		return err
	}
	if !graph.SIMD() {
		t.Warnf("%s", buildinfo.NoVectors)
	}
	s.trainer = lookup.Trainer(t)
	s.trainer.Elsewhere = at.Train
	if err := s.train(ctx, t); err != nil {
		if ctx.Err() == nil {
			return err
		}
		return s.stopped(t)
	}
	if err := s.compare(ctx, t); err != nil {
		return err
	}
	return s.show(t, false)
}

// planStudy reads and checks everything before anything is written or trained.
func planStudy(t *shell.Terminal, f *studyFlags) (*studied, error) {
	seeds, err := f.check()
	if err != nil {
		return nil, err
	}
	s := &studied{flags: f, seeds: seeds, dir: f.out, changes: 1 + len(f.variants)}
	if s.dir == "" {
		s.dir = study.Folder(f.config, 1) + "-study"
	}
	file := algos.Defaults()
	if err := open.ReadTraining(f.config, &file, f.set...); err != nil {
		return nil, err
	}
	changes := []study.Arm{{Name: ladder.Shipped}}
	for _, text := range f.variants {
		a, err := study.ParseArm(text)
		if err != nil {
			return nil, input.Badf("--variant %w", err)
		}
		if slices.ContainsFunc(changes, func(b study.Arm) bool { return a.Name == b.Name }) {
			return nil, input.Badf("--variant %s: there is a variant of this name already", a.Name)
		}
		changes = append(changes, a)
	}
	p := study.Plan{Config: f.config, Set: f.set, Seeds: seeds, Dir: s.dir}
	factors := slices.Sorted(slices.Values(f.factors))
	if len(factors) == 0 {
		factors = []float64{1}
	}
	for _, x := range factors {
		for i, c := range changes {
			record := ladder.Training{Config: f.config, Set: f.set, Factor: x, Change: c.Set}
			a := c
			if i > 0 {
				record.Variant = c.Name
			} else if s.changes == 1 {
				a.Name = "seed"
			}
			if len(f.factors) > 0 {
				whole, others := ownDecisions(c.Set, file.Decisions)
				a = study.Arm{Name: fmt.Sprintf("x%g", x), Set: append(others, fmt.Sprintf("decisions=%d", max(1, int(math.Round(x*float64(whole))))))}
				if i > 0 {
					a.Name += "-" + c.Name
				}
			}
			p.Arms = append(p.Arms, a)
			for _, seed := range seeds {
				record.Seed = seed
				s.records = append(s.records, record)
			}
		}
	}
	if s.runs, err = lookup.Trainer(t).Plan(p); err != nil {
		return nil, err
	}
	path := f.record
	if path == "" {
		path = filepath.Join(s.dir, "study.jsonl")
	}
	s.kept, err = study.ReadRecords(path)
	return s, err
}

// ownDecisions returns the decisions that a change asks for, or the configured ones, and
// its other keys.
func ownDecisions(set []string, configured int) (decisions int, others []string) {
	decisions = configured
	for _, s := range set {
		if value, ok := strings.CutPrefix(s, "decisions="); ok {
			if n, ok := input.Whole(value); ok && n > 0 && n <= math.MaxInt {
				decisions = int(n)
				continue
			}
		}
		others = append(others, s)
	}
	return decisions, others
}

// train trains all runs, the same seed of all variants together, and keeps their records.
func (s *studied) train(ctx context.Context, t *shell.Terminal) error {
	var order []*study.Run
	at := map[*study.Run]int{}
	for from := 0; from < len(s.runs); from += s.changes * len(s.seeds) {
		for k := range s.seeds {
			for c := range s.changes {
				i := from + c*len(s.seeds) + k
				order, at[s.runs[i]] = append(order, s.runs[i]), i
			}
		}
	}
	most := s.flags.workers
	if s.flags.elsewhere.At != nil {
		most = len(order)
	}
	total := len(order) * study.MeterParts
	bar := t.Progress("training", total)
	defer bar.Finish()
	over := 0
	meter := &study.Meter{Changed: func(parts int) { bar.Set(parts, total) }}
	return s.trainer.All(ctx, order, most, meter, func(r *study.Run, result *open.Result) error {
		one := &s.records[at[r]]
		if err := r.Record(result, one); err != nil {
			return err
		}
		s.kept.Recall(one)
		over++
		t.Warnf("%s is over, %d of %d\n", r.Dir, over, len(order))
		return s.kept.Put(one)
	})
}

// stopped shows what there is of a study that was interrupted.
func (s *studied) stopped(t *shell.Terminal) error {
	over := 0
	for i := range s.records {
		over += min(1, s.records[i].Decisions)
	}
	if over > 0 {
		if err := s.show(t, true); err != nil {
			return err
		}
	}
	return shell.Interrupted("%d of %d runs are over; the same command goes on in %s", over, len(s.runs), s.dir)
}
