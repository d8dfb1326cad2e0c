package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
	"ringer/internal/disk"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/report/ablation"
	"ringer/report/ladder"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

type ablateFlags struct {
	elsewhere     workersFlags
	config, out   string
	set, variants []string
	seeds         int
	firstSeed     int
	exact         bool // whether a configuration may be evaluated by exploitability
	json          bool
}

func newAblate(t *terminal) *cobra.Command {
	f := ablateFlags{firstSeed: 1}
	cmd := &cobra.Command{
		Use:   "ablate",
		Short: "Train variants of a configuration and compare them",
		Long: `Train a configuration as it is and with changes, on the same budget and with
several seeds each, and compare the strength of the results.

--variant NAME(key=value,...) names a change, in the keys of ringer train --set.
--set changes all of them, where a variant does not say otherwise. Every run is
saved under --out; the same command continues where it was stopped, and prints at
once when all runs are done. A run is the unit of sampling: intervals are those of
Student's t over the seeds, and the gain over the unchanged configuration is taken
seed by seed.

--json prints {"seeds", "variants": [{"name", "game", "decisions",
"decisions_per_second", "opponents": [{"opponent", "games", "runs", "mean", "low",
"high", "gain": {"mean", "low", "high"}}]}]}.`,
		Example: "  ringer ablate --config kuhn --variant 'cold(ppo.entropy=0.01)' --out runs/kuhn-entropy",
		Args:    takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runAblate(cmd.Context(), t, &f) },
	}
	cmd.Flags().StringVar(&f.config, "config", "", "what to train: a shipped configuration or a .yaml file")
	cmd.Flags().StringArrayVar(&f.variants, "variant", nil, "a change to compare, NAME(key=value,...); may be repeated")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "change one key of all variants, key=value; may be repeated")
	cmd.Flags().IntVar(&f.seeds, "seeds", 3, "runs of each variant")
	cmd.Flags().StringVar(&f.out, "out", "", "folder for the runs (default runs/NAME-ablation)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	f.elsewhere.addLate(cmd)
	return cmd
}

// variant is a configuration to train, once with each seed.
type variant struct {
	name string
	set  []string
}

func runAblate(ctx context.Context, t *terminal, f *ablateFlags) error {
	variants, err := f.read()
	if err != nil {
		return err
	}
	runs, err := f.prepare(variants)
	if err != nil {
		return err
	}
	at, err := f.elsewhere.settle(ctx, t, computesOf(runs)...)
	if err != nil {
		return err
	}
	if err := at.trainAhead(ctx, t, all(runs)); err != nil {
		return stoppedTrainings(ctx, f.out, err)
	}
	done := make([][]ablation.Run, len(variants))
	for i := range variants {
		for seed := range f.seeds {
			r := runs[i][seed]
			result, err := open.ReadResult(filepath.Join(r.dir, open.ResultName))
			if err != nil {
				if result, err = r.train(ctx, t, at); err != nil {
					return err
				}
			}
			if result.Interrupted {
				return interrupted("saved in %s; the same command continues", r.dir)
			}
			done[i] = append(done[i], ablation.Run{Variant: variants[i].name, Game: r.game.Spec().String(), Result: result.Result})
		}
	}
	study, err := ablation.New(done)
	if err != nil {
		return err
	}
	if f.json {
		return t.json(study)
	}
	return printAblation(t, study)
}

// computesOf returns how the networks of runs are computed, by variants.
func computesOf(runs [][]ablationRun) (computes []string) {
	for i := range runs {
		computes = append(computes, runs[i][0].file.Compute)
	}
	return computes
}

// read checks the flags and returns the variants, the configuration as it is
// first.
func (f *ablateFlags) read() ([]variant, error) {
	switch {
	case f.config == "":
		return nil, badf("--config is missing: name one of %s, or a .yaml file", strings.Join(configs.Names("train"), ", "))
	case f.seeds < 2:
		return nil, badf("--seeds %d: want at least 2, which an interval needs", f.seeds)
	case len(f.variants) == 0:
		return nil, badf("--variant is missing: name a change, such as --variant 'cold(ppo.entropy=0.01)'")
	}
	if f.out == "" {
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(f.config), ".yml"), ".yaml")
		f.out = filepath.Join("runs", name+"-ablation")
	}
	return readVariants(f.variants)
}

// readVariants reads changes as NAME(key=value,...), and returns the configuration as it
// is before them.
func readVariants(texts []string) ([]variant, error) {
	variants := []variant{{name: ladder.Shipped}}
	for _, text := range texts {
		expr, err := callexpr.Parse(text)
		if err != nil {
			return nil, bad(fmt.Errorf("--variant %w", err))
		}
		if len(expr.Args) == 0 {
			return nil, badf("--variant %s changes nothing: want %s(key=value,...)", text, expr.Name)
		}
		if slices.ContainsFunc(variants, func(v variant) bool { return v.name == expr.Name }) {
			return nil, badf("--variant %s: there is a variant of this name already", expr.Name)
		}
		v := variant{name: expr.Name}
		for _, a := range expr.Args {
			v.set = append(v.set, strings.TrimPrefix(a.Key+"="+a.Value, "="))
		}
		variants = append(variants, v)
	}
	return variants, nil
}

// ablationRun is one run of a variant, finished or not.
type ablationRun struct {
	dir      string
	game     env.Game
	file     *algos.File
	resolved []byte
	start    []byte // the bot that the run begins with; nil for none
}

// prepare reads all configurations before anything is written or trained. A run
// that is there already must be of the same configuration.
func (f *ablateFlags) prepare(variants []variant) ([][]ablationRun, error) {
	runs := make([][]ablationRun, len(variants))
	var faults []error
	told := map[string]bool{} // a fault that several variants share is told once
	for i, v := range variants {
		for seed := f.firstSeed; seed < f.firstSeed+f.seeds; seed++ {
			r, err := f.prepareRun(v, seed)
			if err != nil {
				if !told[err.Error()] {
					faults = append(faults, fmt.Errorf("%s: %w", v.name, err))
				}
				told[err.Error()] = true
				break // the other seeds differ in nothing else
			}
			runs[i] = append(runs[i], r)
		}
	}
	return runs, bad(errors.Join(faults...))
}

func (f *ablateFlags) prepareRun(v variant, seed int) (ablationRun, error) {
	file := algos.Defaults()
	set := append(overridden(f.set, v.set), fmt.Sprintf("seed=%d", seed))
	if err := readTraining(f.config, &file, set...); err != nil {
		return ablationRun{}, err
	}
	g, err := open.Game(file.Game)
	if err != nil {
		return ablationRun{}, err
	}
	if err := checkNewRun(g, &file); err != nil {
		return ablationRun{}, err
	}
	switch opponents := len(file.Evaluation.Opponents) > 0; {
	case f.exact && !file.Evaluation.Exact && !opponents:
		return ablationRun{}, errors.New("evaluation: want opponents to compare by, or exact: true")
	case !f.exact && (file.Evaluation.Exact || !opponents):
		return ablationRun{}, fmt.Errorf("evaluation.opponents: %v: want opponents to compare by, and evaluation.exact=false", file.Evaluation.Opponents)
	}
	file.Rules = string(g.Spec().Configuration)
	start, err := open.Start(g, &file)
	if err != nil {
		return ablationRun{}, err
	}
	r := ablationRun{dir: filepath.Join(f.out, fmt.Sprintf("%s-%d", v.name, seed)), game: g, file: &file, start: start}
	if r.resolved, err = resolve(&file); err != nil {
		return r, err
	}
	same, err := sameRun(r.dir, &file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r, nil
	case err != nil:
		return r, err
	case !same:
		return r, fmt.Errorf("%s holds a run of another configuration: name another folder with --out", r.dir)
	}
	return r, nil
}

// sameRun reports whether the run in a folder has the configuration of file, but for
// the report seed of the build that began it, which file then gets.
func sameRun(dir string, file *algos.File) (bool, error) {
	path := filepath.Join(dir, "config.yaml")
	text, err := disk.ReadText(path, open.MaxText)
	if err != nil {
		return false, err
	}
	there := algos.Defaults()
	if err := configs.ReadAll(&there, configs.Text(path, text)); err != nil {
		return false, err
	}
	mine := *file
	mine.ReportSeed = there.ReportSeed
	want, err := mine.Text()
	if err != nil || string(text) != string(want) {
		return false, err
	}
	file.ReportSeed = there.ReportSeed
	return true, nil
}

// overridden returns the assignments of own, after those of all whose keys own
// does not set.
func overridden(all, own []string) []string {
	key := func(assignment string) string {
		k, _, _ := strings.Cut(assignment, "=")
		return strings.TrimSpace(k)
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(a string) bool {
		return slices.ContainsFunc(own, func(b string) bool { return key(a) == key(b) })
	})
	return append(rest, own...)
}

// all lists runs.
func all(runs [][]ablationRun) (list []*ablationRun) {
	for i := range runs {
		for k := range runs[i] {
			list = append(list, &runs[i][k])
		}
	}
	return list
}

// stoppedTrainings returns the error of trainings that were interrupted, or any other as it is.
func stoppedTrainings(ctx context.Context, dir string, err error) error {
	if ctx.Err() != nil {
		return interrupted("runs that are over are in %s: the same command continues", dir)
	}
	return err
}

// open locks the run's folder, which it makes where there is none.
func (r *ablationRun) open() (*checkpoint.Run, error) {
	if _, missing := os.Stat(filepath.Join(r.dir, "config.yaml")); missing == nil {
		return open.ResumeRun(r.dir)
	}
	copies, err := opener.Copies(r.game, r.file, r.start)
	if err != nil {
		return nil, err
	}
	return open.NewTraining(r.dir, r.resolved, copies)
}

// train begins the run, or continues it.
func (r *ablationRun) train(ctx context.Context, t *terminal, at *elsewhere) (_ *open.Result, err error) {
	run, err := r.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	if whole, err := at.train(ctx, run, r.file); whole != nil || err != nil {
		return whole, err
	}
	return trainRun(ctx, t, r.game, r.file, run, 0, nil)
}

func printAblation(t *terminal, s *ablation.Study) error {
	if err := t.printf("%d seeds each; one learner against the opponent in all other seats; 95%% intervals over seeds\n\n", s.Seeds); err != nil {
		return err
	}
	rows := [][]string{{"VARIANT", "GAME", "DECISIONS", "A SECOND", "OPPONENT", "GAMES", "WINS", "GAIN, IN POINTS"}}
	for _, v := range s.Variants {
		for i, o := range v.Opponents {
			row := []string{v.Name, v.Game, count(float64(v.Decisions)), count(v.DecisionsPerSecond)}
			if i > 0 {
				row = []string{"", "", "", ""}
			}
			row = append(row, o.Opponent, count(float64(o.Games)), numbers.Share(o.Value, max(0, o.Low), min(1, o.High)))
			if o.Gain != nil {
				row = append(row, numbers.Points(o.Gain.Value, o.Gain.Low, o.Gain.High))
			}
			rows = append(rows, row)
		}
	}
	return t.table(rows)
}
