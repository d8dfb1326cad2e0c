package cmd

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/configs"
	"ringer/env"
	"ringer/open"
	"ringer/train/algos"
	"ringer/train/sweep"
)

type sweepFlags struct {
	elsewhere                      workersFlags
	config, params, out, objective string
	set                            []string
	trials, rungs, eta             int
	finalists, seeds, workers      int
	budget                         float64
	seed                           uint64
	grid, json                     bool
}

func newSweep(t *terminal) *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep [FILE]",
		Short: "Search settings of a training",
		Long: `Search the settings of a training: train a configuration with many choices of
values, give the best ones more decisions, and write the best as a configuration.

--set KEY=RANGE names a setting and its values; it may be repeated, and FILE (or
--params FILE) is a YAML file of such lines, in which config: NAME may stand for
--config. A range is LOW..HIGH, with log and int after it where they apply, or VALUE |
VALUE. A value alone changes the setting for all.

    --set 'ppo.entropy=0.003..0.1 log' --set 'ppo.epochs=1..8 int'
    --set 'network.hidden=[64, 64] | [128, 128]'

The first values are drawn at random, later ones near those that did well and
cost little. With --grid every combination of VALUE | VALUE is tried once, in order,
and --trials is left out. A trial begins with a part of the configured decisions; of those that
finish a rung, the best 1/--eta go on to the next, with --eta times the decisions,
up to all of them. Every run is whole: rates that fall, fall until its end. Then the
best --finalists are trained again, with --seeds seeds each, and the winner once more
with --seeds fresh ones. Only these last runs are reported as its strength: no seed
that chose a trial reports on it.

--objective is exploitability (exact, for small games), mean or worst: the win rate
over evaluation.opponents, or against the one of them that does best.

Everything is kept in --out. The same command goes on where it was stopped or killed:
finished runs are never trained again, unfinished ones go on from their checkpoint,
and --trials, --budget and --workers may change. best.yaml is the winner.

--json prints {"objective", "trials": [{"trial", "rung", "score", "seconds",
"pareto", "set"}], "finalists": [{"trial", "runs", "mean", "low", "high",
"seconds"}], "best": the same of the winner on fresh seeds, "config"}. low and high
bound a 95% interval (Student's t over the seeds).`,
		Example: "  ringer sweep -c kuhn --set 'ppo.entropy=0.003..0.1 log' --set 'ppo.kl=0.03..1 log' --trials 20\n  ringer sweep -c kuhn --set 'ppo.entropy=0.01 | 0.1' --set 'ema=0 | 0.99' --grid\n  ringer sweep ranges.yaml",
		Args:    takes("[FILE]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if f.params != "" {
					return badf("%s and --params %s both name the settings: leave one out", args[0], f.params)
				}
				f.params = args[0]
			}
			if f.grid && cmd.Flags().Changed("trials") {
				return badf("--grid tries every combination once: leave out --trials")
			}
			return runSweep(cmd.Context(), t, &f)
		},
	}
	cmd.Flags().StringVar(&f.config, "config", "", "what to train: a shipped configuration or a .yaml file")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "a setting with its range, key=range, or with one value; may be repeated")
	cmd.Flags().StringVar(&f.params, "params", "", "a .yaml file of settings with their ranges")
	cmd.Flags().StringVar(&f.objective, "objective", "", "exploitability, mean or worst (default: what the configuration measures)")
	cmd.Flags().IntVar(&f.trials, "trials", 30, "choices of values to try")
	cmd.Flags().BoolVar(&f.grid, "grid", false, "try every combination of the values, in order")
	cmd.Flags().Float64Var(&f.budget, "budget", 0, "seconds of training, of all trials together, after which none begins (0: no limit)")
	cmd.Flags().IntVar(&f.rungs, "rungs", 3, "budgets that a trial goes through, the last one the configuration's")
	cmd.Flags().IntVar(&f.eta, "eta", 3, "factor between budgets, and trials of which one goes on")
	cmd.Flags().IntVar(&f.finalists, "finalists", 2, "best trials that are trained again to choose among them")
	cmd.Flags().IntVar(&f.seeds, "seeds", 3, "runs of each finalist, and of the winner")
	cmd.Flags().IntVar(&f.workers, "workers", 1, "runs at a time")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the choices and of all runs")
	cmd.Flags().StringVar(&f.out, "out", "", "folder for the runs (default runs/NAME-sweep)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	f.elsewhere.addLate(cmd)
	return cmd
}

func runSweep(ctx context.Context, t *terminal, f *sweepFlags) error {
	plan, err := f.plan()
	if err != nil {
		return err
	}
	if _, err := f.elsewhere.settle(ctx, t, plan.computes()...); err != nil {
		return err
	}
	s, err := openSweep(t, f, plan)
	if err != nil {
		return err
	}
	result, err := s.run(ctx)
	if err != nil {
		return err
	}
	if f.json {
		return t.json(result)
	}
	return printSweep(t, plan, result)
}

// sweepPlan holds everything that changes the proposals and runs of a sweep, and nothing
// that may change while it goes on.
type sweepPlan struct {
	config string // name or file
	fixed  []string
	space  sweep.Space
	grid   [][]float64 // the points to try in order, nil: they are proposed
	ladder sweep.Ladder
	base   *algos.File // the configuration with the fixed settings
	game   env.Game
	score  objective
	seed   uint64
}

// plan reads the flags, and tries every end of every range, before anything is
// written or trained.
func (f *sweepFlags) plan() (*sweepPlan, error) {
	settings, err := f.settings()
	if err != nil {
		return nil, err
	}
	if f.config == "" {
		return nil, badf("--config is missing: name one of %s, or a .yaml file", strings.Join(configs.Names("train"), ", "))
	}
	err = errors.Join(
		atLeast("trials", f.trials, 1), atLeast("rungs", f.rungs, 1), atLeast("eta", f.eta, 2), atLeast("budget", f.budget, 0),
		atLeast("finalists", f.finalists, 1), atLeast("seeds", f.seeds, 2), atLeast("workers", f.workers, 1),
	)
	if err != nil {
		return nil, err
	}
	p := &sweepPlan{config: f.config, ladder: sweep.NewLadder(f.rungs, f.eta), seed: f.seed}
	if err := p.split(settings); err != nil {
		return nil, err
	}
	if f.grid {
		if p.grid, err = p.space.Grid(); err != nil {
			return nil, badf("--grid: %w", err)
		}
		f.trials = len(p.grid)
	}
	if p.base, p.game, err = p.read(); err != nil {
		return nil, err
	}
	var faults []error
	for i := range p.space {
		for _, value := range p.space[i].Ends() {
			if _, _, err := p.read(p.space[i].Key + "=" + value); err != nil {
				faults = append(faults, err)
			}
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, bad(err)
	}
	p.score, err = newObjective(f.objective, p.base)
	return p, err
}

// computes returns how the networks of the trials are computed.
func (p *sweepPlan) computes() []string {
	computes := []string{p.base.Compute}
	for i := range p.space {
		if p.space[i].Key == "compute" {
			computes = append(computes, p.space[i].Ends()...)
		}
	}
	return computes
}

// settings returns all settings of the flags by key; --set comes before the file.
func (f *sweepFlags) settings() (map[string]string, error) {
	settings := map[string]string{}
	if f.params != "" {
		if err := configs.ReadAll(&settings, configs.Named("train", f.params)); err != nil {
			return nil, bad(err)
		}
		if config, ok := settings["config"]; ok {
			if f.config != "" && f.config != config {
				return nil, badf("--config %s: %s says %s: leave one out", f.config, f.params, config)
			}
			f.config = config
			delete(settings, "config")
		}
	}
	said := map[string]bool{}
	for _, pair := range f.set {
		key, value, ok := strings.Cut(pair, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case !ok || key == "":
			return nil, badf("--set: %q: want key=range or key=value", pair)
		case said[key]:
			return nil, badf("--set: %s: given twice: want each key once", key)
		}
		said[key] = true
		settings[key] = value
	}
	return settings, nil
}

// split sorts settings into ranges and fixed values.
func (p *sweepPlan) split(settings map[string]string) error {
	var faults []error
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		value := settings[key]
		switch {
		case key == "seed":
			faults = append(faults, errors.New("seed: every run has its own: use --seed of the sweep"))
		case sweep.IsRange(value):
			r, err := sweep.ParseRange(key, value)
			faults = append(faults, err)
			p.space = append(p.space, r)
		default:
			p.fixed = append(p.fixed, key+"="+value)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return bad(fmt.Errorf("--set: %w", err))
	}
	if len(p.space) == 0 {
		return badf("--set is missing a range: name a setting and its values, such as --set 'ppo.entropy=0.003..0.1 log'")
	}
	return nil
}

// read returns the configuration with the fixed settings and some more.
func (p *sweepPlan) read(more ...string) (*algos.File, env.Game, error) {
	file := algos.Defaults()
	if err := readTraining(p.config, &file, overridden(p.fixed, more)...); err != nil {
		return nil, nil, bad(err)
	}
	g, err := open.Game(file.Game)
	if err != nil {
		return nil, nil, err
	}
	if err := checkNewRun(g, &file); err != nil {
		return nil, nil, err
	}
	file.Rules = string(g.Spec().Configuration)
	return &file, g, nil
}

// ofRung returns the configuration of a run: a trial's settings, a share of the
// decisions and a seed.
func (p *sweepPlan) ofRung(set []string, share float64, seed uint64) (*algos.File, env.Game, error) {
	file, g, err := p.read(append(slices.Clone(set), fmt.Sprintf("seed=%d", seed))...)
	if err != nil {
		return nil, nil, err
	}
	file.Decisions = max(1, int(share*float64(file.Decisions)))
	return file, g, nil
}

// seedOf derives the seed of a run. It is short, because people type it.
func (p *sweepPlan) seedOf(purpose env.Purpose, index int) uint64 {
	seed := env.StreamSeed(p.seed, purpose, uint64(index))
	return uint64(binary.LittleEndian.Uint32(seed[:]))
}

// objective says how good a run is, by its final evaluation.
type objective struct {
	name  string
	score func(*open.Result) float64 // smaller is better
	show  func(score float64) string
}

func newObjective(name string, file *algos.File) (objective, error) {
	if name == "" {
		name = "worst"
		if file.Evaluation.Exact {
			name = "exploitability"
		}
	}
	if err := oneOf("objective", name, "exploitability", "mean", "worst"); err != nil {
		return objective{}, err
	}
	if name == "exploitability" {
		if !file.Evaluation.Exact {
			return objective{}, badf("--objective exploitability: want evaluation.exact=true, for games small enough")
		}
		return objective{name, exploitabilityOf, func(x float64) string { return fmt.Sprintf("%.4f", x) }}, nil
	}
	if len(file.Evaluation.Opponents) == 0 {
		return objective{}, badf("--objective %s: evaluation.opponents: []: want opponents to measure by", name)
	}
	of := meanLoss
	if name == "worst" {
		of = worstLoss
	}
	return objective{name, of, func(x float64) string { return percent(-x) }}, nil
}

func exploitabilityOf(r *open.Result) float64 {
	for _, e := range r.Evaluations {
		if e.Exploitability != nil {
			return *e.Exploitability
		}
	}
	panic("ringer: a run with exact evaluation has no exploitability")
}

// meanLoss returns the mean win rate over all opponents, negative.
func meanLoss(r *open.Result) float64 {
	sum, n := 0.0, 0
	for _, e := range r.Evaluations {
		if e.Exploitability == nil {
			sum, n = sum-e.WinRate, n+1
		}
	}
	return sum / float64(n)
}

// worstLoss returns the win rate against the opponent that does best, negative.
func worstLoss(r *open.Result) float64 {
	worst := -1.0
	for _, e := range r.Evaluations {
		if e.Exploitability == nil {
			worst = max(worst, -e.WinRate)
		}
	}
	return worst
}

// folderOf returns the default folder of a sweep.
func (f *sweepFlags) folder() string {
	if f.out != "" {
		return f.out
	}
	return filepath.Join("runs", configTitle(f.config)+"-sweep")
}
