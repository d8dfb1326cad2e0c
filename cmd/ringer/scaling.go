package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/configs"
	"ringer/disk"
	"ringer/report/ladder"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

type scalingFlags struct {
	config, out, runs string
	set               []string
	factors           []float64
	seeds             int
	json              bool
}

func newScaling(t *terminal) *cobra.Command {
	var f scalingFlags
	cmd := &cobra.Command{
		Use:   "scaling",
		Short: "Train a configuration for longer and shorter, and compare",
		Long: `Train a configuration on multiples of its decisions, with several seeds each, and
show what more training buys. A length is a number of decisions, so a busy machine
changes the minutes and not the result; schedules stretch with the length.

Every run is saved under --runs, and its report is added to a file in --out; the same
command continues where it was stopped, and trains nothing twice. The opponents are
those of the configuration's evaluation.

--json prints {"runs": [{"config", "set", "game", "factor", "seed", "decisions",
"seconds", "results": [{"opponent", "games", "win_rate", "low", "high",
"equal_share"}], "revision", "vectors", "date"}]}.`,
		Example: "  ringer scaling --config heat --factors 0.25,1,4\n  ringer scaling --config kuhn --set evaluation.exact=false --set evaluation.opponents=[random] --factors 0.1,0.2 --out runs/scaling",
		Args:    takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runScaling(cmd.Context(), t, &f) },
	}
	cmd.Flags().StringVar(&f.config, "config", "", "what to train: a shipped configuration")
	cmd.Flags().Float64SliceVar(&f.factors, "factors", []float64{.25, 1, 4}, "lengths, as multiples of the configured decisions")
	cmd.Flags().IntVar(&f.seeds, "seeds", 1, "runs of each length")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "change one key of all runs, key=value; may be repeated")
	cmd.Flags().StringVar(&f.out, "out", filepath.Join("docs", "scaling"), "folder of the results, one file a configuration")
	cmd.Flags().StringVar(&f.runs, "runs", filepath.Join("runs", "scaling"), "folder of the runs")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	return cmd
}

// check refuses bad flags.
func (f *scalingFlags) check() error {
	faults := []error{atLeast("seeds", f.seeds, 1)}
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
	if err := configs.Read("train", f.config, &file, f.set...); err != nil {
		return bad(err)
	}
	slices.Sort(f.factors)
	lengths := ablateFlags{config: f.config, set: f.set, seeds: f.seeds, out: filepath.Join(f.runs, f.config)}
	var variants []variant
	for _, x := range f.factors {
		decisions := max(1, int(math.Round(x*float64(file.Decisions))))
		variants = append(variants, variant{name: fmt.Sprintf("x%g", x), set: []string{fmt.Sprintf("decisions=%d", decisions)}})
	}
	runs, err := lengths.prepare(variants)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return bad(err)
	}
	path := filepath.Join(f.out, f.config+".jsonl")
	all, err := readTrainings(path)
	if err != nil {
		return err
	}
	// Every seed of the shortest length first: what there is after an interrupt is whole.
	for i := range variants {
		for seed := range f.seeds {
			r := runs[i][seed]
			if err := t.computeAs(r.file.Compute); err != nil {
				return err
			}
			result, err := readResult(filepath.Join(r.dir, resultName))
			if err != nil {
				if result, err = r.train(ctx, t); err != nil {
					return err
				}
			}
			if result.Interrupted {
				return interrupted("saved in %s; the same command continues", r.dir)
			}
			one, err := f.training(&r, result, f.factors[i], uint64(seed+1))
			if err != nil {
				return err
			}
			all = ladder.PutTraining(all, one)
			if err := writeTrainings(path, all); err != nil {
				return err
			}
		}
	}
	if f.json {
		return t.json(map[string]any{"runs": all})
	}
	return t.printf("%s", plainText(ladder.ScalingPage(all)))
}

// training returns the record of a finished run, with the build that trained it.
func (f *scalingFlags) training(r *ablationRun, result *trainResult, factor float64, seed uint64) (ladder.Training, error) {
	one := ladder.Training{
		Config: f.config, Set: f.set, Game: r.game.Spec().String(), Factor: factor, Seed: seed, Decisions: result.Decisions,
		Seconds: math.Round(result.Seconds*10) / 10,
	}
	for _, e := range result.Evaluations {
		if e.Exploitability == nil {
			one.Results = append(one.Results, ladder.Report{
				Opponent: e.Opponent, Games: e.Games, WinRate: e.WinRate, Low: e.Low, High: e.High, EqualShare: e.EqualShare,
			})
		}
	}
	run, _, err := checkpoint.Open(r.dir)
	if err != nil {
		return one, err
	}
	builds, err := readBuilds(run)
	if err != nil || len(builds) == 0 {
		return one, err
	}
	last := builds[len(builds)-1]
	one.Revision, one.Vectors = last.Revision, last.Vectors
	info, err := os.Stat(filepath.Join(r.dir, resultName))
	if err == nil {
		one.Date = info.ModTime().UTC().Format("2006-01-02")
	}
	return one, err
}

func readTrainings(path string) ([]ladder.Training, error) {
	text, err := disk.ReadFile(path, maxRunText)
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
