package cmd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ringer/configs"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/ladder"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

type scalingFlags struct {
	elsewhere         workersFlags
	config, out, runs string
	set, variants     []string
	factors           []float64
	seeds, deals      int
	firstSeed, ringer int
	exploit           float64
	json              bool
}

func newScaling(t *terminal) *cobra.Command {
	var f scalingFlags
	cmd := &cobra.Command{
		Use:   "scaling",
		Short: "Train a configuration for longer and shorter, or with changes, and compare",
		Long: `Train a configuration on multiples of its decisions, with several seeds each, and
show what more training buys. A length is a number of decisions, so a busy machine
changes the minutes and not the result; schedules stretch with the length.

--variant NAME(key=value,...) also trains a change, in the keys of ringer train --set;
one of decisions sets the variant's own number, which the lengths multiply.
--deals N lets the networks of the same length and seed play N deals against each
other, each in all rotations of the seats, and --ringer N against the bot that ships
for the game, one among its like; --exploit 0.25 trains exploiters against
each on a quarter of its decisions, or walks the tree of a small game, as ringer
exploit does.

Every run is saved under --runs, and its report is added to a file in --out; the same
command continues where it was stopped, and trains nothing twice. The opponents are
those of the configuration's evaluation; where that is exact, the report is the
exploitability. Seeds are 1, 2 and so on, or from --first-seed on.

--json prints {"runs": [{"config", "set", "game", "factor", "seed", "decisions",
"seconds", "results": [{"opponent", "games", "win_rate", "low", "high",
"equal_share"}], "revision", "vectors", "date"}]}; runs of a --variant also have
"variant" and "change", an exact evaluation brings "exploitability" (and "results"
only where it has opponents too), --deals adds "peers" (like "results", by variant),
--ringer "ringer" (likewise, with "weights", the checksum of the bot's),
and --exploit "exploitability" or "gains" (by seat) and "budget".`,
		Example: "  ringer scaling --config heat --factors 0.25,1,4\n  ringer scaling -c kuhn --set 'evaluation={exact: false, opponents: [random]}' --factors 0.1,0.2\n  ringer scaling -c heist --factors 0.25 --variant 'alone(opponents={past_share: 0})' --deals 1000",
		Args:    takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runScaling(cmd.Context(), t, &f) },
	}
	cmd.Flags().StringVar(&f.config, "config", "", "what to train: a shipped configuration")
	cmd.Flags().Float64SliceVar(&f.factors, "factors", []float64{.25, 1, 4}, "lengths, as multiples of the configured decisions")
	cmd.Flags().IntVar(&f.seeds, "seeds", 1, "runs of each length")
	cmd.Flags().IntVar(&f.firstSeed, "first-seed", 1, "seed of the first run of each length")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "change one key of all runs, key=value; may be repeated")
	cmd.Flags().StringArrayVar(&f.variants, "variant", nil, "a change to compare, NAME(key=value,...); may be repeated")
	cmd.Flags().IntVar(&f.deals, "deals", 0, "deals that variants play against each other (0: none)")
	cmd.Flags().IntVar(&f.ringer, "ringer", 0, "deals that each run plays against the bot that ships for the game, where there is one (0: none)")
	cmd.Flags().Float64Var(&f.exploit, "exploit", 0, "train exploiters on this share of the decisions (0: none)")
	cmd.Flags().StringVar(&f.out, "out", filepath.Join("docs", "scaling"), "folder of the results, one file a configuration")
	cmd.Flags().StringVar(&f.runs, "runs", filepath.Join("runs", "scaling"), "folder of the runs")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	f.elsewhere.addLate(cmd)
	return cmd
}

// check refuses bad flags.
func (f *scalingFlags) check() error {
	faults := []error{atLeast("seeds", f.seeds, 1), atLeast("first-seed", f.firstSeed, 0), atLeast("deals", f.deals, 0), atLeast("ringer", f.ringer, 0), atLeast("exploit", f.exploit, 0)}
	if !slices.Contains(configs.Names("train"), f.config) {
		faults = append(faults, badf("--config %q: want one of %s", f.config, strings.Join(configs.Names("train"), ", ")))
	}
	if len(f.factors) == 0 {
		faults = append(faults, badf("--factors: want at least one, such as 0.25,1,4"))
	}
	for _, x := range f.factors {
		if !(x > 0) || math.IsInf(x, 0) {
			faults = append(faults, badf("--factors %v: want a number above 0", x))
		}
	}
	return bad(errors.Join(faults...))
}

func runScaling(ctx context.Context, t *terminal, f *scalingFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	file := algos.Defaults()
	if err := readTraining(f.config, &file, f.set...); err != nil {
		return bad(err)
	}
	changes := []variant{{}}
	if len(f.variants) > 0 {
		var err error
		if changes, err = readVariants(f.variants); err != nil {
			return err
		}
	}
	slices.Sort(f.factors)
	var variants []variant
	var places []ladder.Training // of the variants, without a seed
	for _, x := range f.factors {
		for i, c := range changes {
			whole, others := ownDecisions(c.set, file.Decisions)
			decisions := max(1, int(math.Round(x*float64(whole))))
			v := variant{name: fmt.Sprintf("x%g", x), set: append(others, fmt.Sprintf("decisions=%d", decisions))}
			place := ladder.Training{Config: f.config, Set: f.set, Factor: x, Change: c.set}
			if i > 0 {
				v.name, place.Variant = v.name+"-"+c.name, c.name
			}
			variants, places = append(variants, v), append(places, place)
		}
	}
	lengths := ablateFlags{config: f.config, set: f.set, seeds: f.seeds, firstSeed: f.firstSeed, exact: true, out: filepath.Join(f.runs, f.config)}
	runs, err := lengths.prepare(variants)
	if err != nil {
		return err
	}
	at, err := f.elsewhere.settle(ctx, t, computesOf(runs)...)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return bad(err)
	}
	kept := scalingFile{path: filepath.Join(f.out, f.config+".jsonl")}
	if kept.all, err = readTrainings(kept.path); err != nil {
		return err
	}
	if err := at.trainAhead(ctx, t, all(runs)); err != nil {
		return stoppedTrainings(ctx, lengths.out, err)
	}
	// Every seed of the shortest length first, all variants of a seed together: what there
	// is after an interrupt is whole.
	for from := 0; from < len(variants); from += len(changes) {
		for seed := range f.seeds {
			var peers []peer
			for i := from; i < from+len(changes); i++ {
				one := places[i]
				one.Seed = uint64(f.firstSeed + seed)
				if err := f.train(ctx, t, &runs[i][seed], &one); err != nil {
					return err
				}
				kept.recall(&one)
				if err := kept.put(&one); err != nil {
					return err
				}
				peers = append(peers, peer{run: &runs[i][seed], record: &one})
			}
			if err := f.compare(ctx, t, &kept, peers); err != nil {
				return err
			}
		}
	}
	if f.json {
		return t.json(map[string]any{"runs": kept.all})
	}
	page := ladder.ScalingPage(kept.all, nil)
	if len(changes) > 1 {
		page = ladder.AblationPage(kept.all, f.out)
	}
	return t.printf("%s", plainText(page))
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

// train trains a run to its end, unless it has ended, and completes its record.
func (f *scalingFlags) train(ctx context.Context, t *terminal, r *ablationRun, one *ladder.Training) error {
	result, err := open.ReadResult(filepath.Join(r.dir, open.ResultName))
	if err != nil {
		if result, err = r.train(ctx, t, f.elsewhere.at); err != nil {
			return err
		}
	}
	if result.Interrupted {
		return interrupted("saved in %s; the same command continues", r.dir)
	}
	return r.record(result, one)
}

// record writes a finished run into its record, with the build that trained it.
func (r *ablationRun) record(result *open.Result, one *ladder.Training) error {
	one.Game, one.Decisions, one.Seconds = r.game.Spec().String(), result.Decisions, math.Round(result.Seconds*10)/10
	for _, e := range result.Evaluations {
		if e.Exploitability != nil {
			one.Exploitability = e.Exploitability
		} else {
			one.Results = append(one.Results, ladder.Report{
				Opponent: e.Opponent, Games: e.Games, WinRate: e.WinRate, Low: e.Low, High: e.High, EqualShare: e.EqualShare,
			})
		}
	}
	run, _, err := checkpoint.Open(r.dir)
	if err != nil {
		return err
	}
	builds, err := open.Builds(run)
	if err != nil || len(builds) == 0 {
		return err
	}
	last := builds[len(builds)-1]
	one.Revision, one.Vectors = last.Revision, last.Vectors
	info, err := os.Stat(filepath.Join(r.dir, open.ResultName))
	if err == nil {
		one.Date = info.ModTime().UTC().Format(time.DateOnly)
	}
	return err
}

// scalingFile holds the records of a configuration.
type scalingFile struct {
	path string
	all  []ladder.Training
}

// recall copies into the record of a run what was measured of the same run beside its
// training.
func (k *scalingFile) recall(one *ladder.Training) {
	if old := ladder.FindTraining(k.all, one); old != nil && old.Seconds == one.Seconds && slices.Equal(old.Results, one.Results) {
		one.Peers, one.Ringer, one.Responses = old.Peers, old.Ringer, old.Responses
		one.Exploitability = cmp.Or(one.Exploitability, old.Exploitability)
	}
}

// put keeps the record of a run on the disk.
func (k *scalingFile) put(one *ladder.Training) error {
	k.all = ladder.PutTraining(k.all, *one)
	return writeTrainings(k.path, k.all)
}

func readTrainings(path string) ([]ladder.Training, error) {
	text, err := disk.ReadText(path, open.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, bad(err)
	}
	runs, err := ladder.ReadTrainings(bytes.NewReader(text))
	if err != nil {
		return nil, badf("%s: %w", path, err)
	}
	return runs, nil
}

func writeTrainings(path string, runs []ladder.Training) error {
	var b bytes.Buffer
	if err := ladder.WriteTrainings(&b, runs); err != nil {
		return err
	}
	return checkpoint.WriteFile(path, b.Bytes())
}
