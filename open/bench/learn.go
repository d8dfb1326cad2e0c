package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"ringer/env"
	"ringer/eval/tree"
	"ringer/internal/input"
	"ringer/internal/machine"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/solve"
	"ringer/open/study"
	"ringer/report/learners"
	"ringer/report/records"
	"ringer/train/algos"
	"ringer/train/cfr"
	"ringer/train/checkpoint"
)

// Learn compares learners by a plan: it trains each arm at each game with each seed, or goes on with
// that, and records how exploitable it was on its way. Runs go one after the other, so that processor
// seconds belong to one run.
type Learn struct {
	Trainer *study.Trainer
	Build   botfile.Build              // that measures solvers
	Compute func(compute string) error // makes this process compute networks so

	Plan        string   // shipped, or a file
	Games, Arms []string // of the plan; none: all
	Decisions   int      // of each game, in place of the plan's; 0: the plan's
	Seeds       string   // in place of the plan's, such as 201..203; empty: the plan's
	Dir         string   // of the runs; empty: runs/learn-PLAN
	Out         string   // file of the records; empty: learners.jsonl in Dir

	Progress Progress
}

// Learned is the object of `ringer bench learn --json`.
type Learned struct {
	Runs      []learners.Run      `json:"runs"`
	Standings []learners.Standing `json:"standings"`
	Records   string              `json:"records"`
	Done      int                 `json:"done"` // of the plan's runs, those that are over
	Of        int                 `json:"of"`
}

// learning is one arm at one game: a list of runs with a seed each.
type learning struct {
	game *LearnGame
	arm  *LearnArm
	set  []string // of the configuration, without what was searched
	tree *tree.Tree

	search *study.Search // nil: nothing is searched
	tuned  *learners.Tuned
	file   *algos.File // with the game's settings; of solvers too, for the game
	env    env.Game
}

// Measure trains what is not trained yet, and returns as much as was over at the first error. An
// interrupt loses nothing but the solution that was under way: the same plan goes on.
func (l *Learn) Measure(ctx context.Context) (result Learned, err error) {
	plan, err := ReadLearnPlan(l.Plan)
	if err != nil {
		return result, err
	}
	if err := plan.restrict(l.Games, l.Arms, l.Decisions, l.Seeds); err != nil {
		return result, err
	}
	if l.Dir == "" {
		l.Dir = filepath.Join("runs", "learn-"+open.ConfigTitle(l.Plan))
	}
	result.Records = l.Out
	if result.Records == "" {
		result.Records = filepath.Join(l.Dir, "learners.jsonl")
	}
	kept, err := readRecords(result.Records, learners.Read)
	if err != nil {
		return result, err
	}
	list, err := l.prepare(plan)
	if err != nil {
		return result, err
	}
	for _, w := range list {
		if err := l.Compute(w.file.Compute); err != nil {
			return result, err
		}
	}
	m := &learnMeter{tell: l.Progress}
	for _, w := range list {
		m.total += w.parts(len(plan.seeds))
		result.Of += len(w.seeds(plan.seeds))
	}
	put := func(one *learners.Run) error {
		kept = learners.Put(kept, *one)
		result.Done++
		return writeRecords(result.Records, kept, learners.Write)
	}
	err = l.measure(ctx, plan, list, m, put)
	result.Runs = kept
	result.Standings = learners.Standings(kept)
	return result, err
}

// prepare reads and checks all runs before one is begun.
func (l *Learn) prepare(plan *LearnPlan) (list []*learning, err error) {
	var faults []error
	told := map[string]bool{}
	fault := func(game, arm string, err error) {
		if err != nil && !told[game+err.Error()] {
			told[game+err.Error()] = true
			faults = append(faults, fmt.Errorf("%s at %s: %w", arm, game, err))
		}
	}
	for i := range plan.Games {
		g := &plan.Games[i]
		for k := range plan.Arms {
			a := &plan.Arms[k]
			if slices.Contains(a.Skip, g.Name) {
				continue
			}
			w, err := l.learning(plan, g, a)
			fault(g.Name, a.Name, err)
			list = append(list, w)
		}
	}
	return list, input.Bad(errors.Join(faults...))
}

// learning reads one arm at one game.
func (l *Learn) learning(plan *LearnPlan, g *LearnGame, a *LearnArm) (*learning, error) {
	w := &learning{game: g, arm: a, set: study.Overridden(study.Overridden(g.Set, a.Set), a.At[g.Name])}
	var err error
	if w.file, w.env, err = l.Trainer.Read(g.Config, append(slices.Clone(w.set), w.own(plan, g.Decisions)...)...); err != nil || a.Solver != "" {
		return w, err
	}
	if len(a.Search) == 0 {
		_, err = l.runs(plan, w)
		return w, err
	}
	decisions := max(1, int(plan.Tune.Share*float64(g.Decisions)))
	settings := map[string]string{}
	for _, pair := range append(slices.Clone(w.set), w.own(plan, decisions)...) {
		key, value, _ := strings.Cut(pair, "=")
		settings[strings.TrimSpace(key)] = value
	}
	settings["evaluation.every"] = "0"
	for key, value := range a.Search {
		settings[key] = value
	}
	w.tuned = &learners.Tuned{Trials: plan.Tune.Trials, Seed: plan.Tune.Seed, Decisions: decisions}
	w.search, err = l.Trainer.Search(study.SearchConfig{
		Config: g.Config, Settings: settings, Rungs: 3, Eta: 3, Seed: plan.Tune.Seed, Objective: study.Exploitability,
		Dir: filepath.Join(l.folder(g), a.Name+"-sweep"), Trials: plan.Tune.Trials, Finalists: 3, Seeds: plan.Tune.Seeds, Workers: 1,
	})
	return w, err
}

// own returns the settings that follow from the plan.
func (w *learning) own(plan *LearnPlan, decisions int) []string {
	set := []string{fmt.Sprintf("decisions=%d", decisions), "evaluation.exact=true", "evaluation.opponents=[]"}
	if w.file == nil {
		return append(set, "evaluation.every=0")
	}
	every := max(1, int(math.Round(float64(decisions)/float64(w.file.Collect.Batch)/float64(plan.Evaluations))))
	return append(set, fmt.Sprintf("evaluation.every=%d", every))
}

// folder returns where the runs of a game with its budget are.
func (l *Learn) folder(g *LearnGame) string {
	return filepath.Join(l.Dir, fmt.Sprintf("%s-%d", g.Name, g.Decisions))
}

// runs describes the runs of an arm, by seed.
func (l *Learn) runs(plan *LearnPlan, w *learning) ([]*study.Run, error) {
	set := w.settled()
	return l.Trainer.Plan(study.Plan{
		Config: w.game.Config, Set: append(set, w.own(plan, w.game.Decisions)...), Arms: []study.Arm{{Name: w.arm.Name}}, Seeds: plan.seeds, Dir: l.folder(w.game),
	})
}

// settled returns the settings of the runs, with those that a search has chosen.
func (w *learning) settled() []string {
	set := slices.Clone(w.set)
	if w.tuned != nil {
		set = study.Overridden(set, w.tuned.Chosen)
	}
	return set
}

// seeds returns the seeds of the runs: the algorithms that draw nothing have one.
func (w *learning) seeds(all []uint64) []uint64 {
	if a := cfr.Algorithm(w.arm.Solver); a != "" && a != cfr.External && a != cfr.Outcome {
		return all[:1]
	}
	return all
}

// parts returns how much work an arm is, as a share of a run each 1,000 parts, and a search as it
// counts itself.
func (w *learning) parts(seeds int) int {
	n := seeds * study.MeterParts
	if w.search != nil {
		n += int(float64(searchRuns(w.search)*study.MeterParts) * float64(w.tuned.Decisions) / float64(w.game.Decisions))
	}
	return n
}

// searchRuns returns about how many whole runs a search is.
func searchRuns(s *study.Search) int {
	runs := float64(s.Seeds * (s.Finalists + 3))
	for k, n := range s.Ladder.Runs(s.Trials) {
		runs += float64(n) * s.Ladder.Share(k)
	}
	return int(math.Ceil(runs))
}

// learnMeter counts what is done of all runs.
type learnMeter struct {
	tell        Progress
	what        string
	done, total int
}

func (m *learnMeter) at(parts int)  { m.tell.tell(m.what, min(m.done+parts, m.total), m.total) }
func (m *learnMeter) add(parts int) { m.done += parts; m.at(0) }

// measure chooses settings where they are searched, trains the same seed of all arms before the next,
// and hands every run to put.
func (l *Learn) measure(ctx context.Context, plan *LearnPlan, list []*learning, m *learnMeter, put func(*learners.Run) error) error {
	runs := make([][]*study.Run, len(list))
	for i, w := range list {
		if w.search != nil {
			m.what = fmt.Sprintf("choosing settings of %s at %s", w.arm.Name, w.game.Name)
			if err := w.choose(ctx, m); err != nil {
				return err
			}
		}
		if w.arm.Solver != "" {
			continue
		}
		var err error
		if runs[i], err = l.runs(plan, w); err != nil {
			return err
		}
	}
	for k := range plan.seeds {
		for i, w := range list {
			m.what = fmt.Sprintf("%s at %s, seed %d", w.arm.Name, w.game.Name, plan.seeds[k])
			if w.arm.Solver != "" {
				if k < len(w.seeds(plan.seeds)) {
					one, err := l.solve(ctx, w, plan.seeds[k])
					if err == nil {
						err = put(one)
					}
					if err != nil {
						return err
					}
				}
				m.add(study.MeterParts)
				continue
			}
			err := l.Trainer.All(ctx, runs[i][k:k+1], 1, &study.Meter{Changed: m.at}, func(r *study.Run, result *open.Result) error {
				one, err := w.record(r, result, plan.seeds[k])
				if err != nil {
					return err
				}
				if err := put(one); err != nil {
					return err
				}
				return forget(r.Dir)
			})
			if err != nil {
				return err
			}
			m.add(study.MeterParts)
		}
	}
	return nil
}

// forget removes the checkpoints of a run that is over and recorded. With the memories of learners of values they take
// hundreds of megabytes, and what is compared is its curve.
func forget(dir string) error {
	run, _, err := checkpoint.Resume(dir)
	if err != nil {
		return err
	}
	return errors.Join(run.Keep(nil, nil), run.Close())
}

// choose searches the settings of an arm at a game, or goes on with that.
func (w *learning) choose(ctx context.Context, m *learnMeter) error {
	_, total, err := w.search.Open()
	if err != nil {
		return err
	}
	share := float64(w.parts(0)) / float64(max(1, total))
	w.search.Meter.Changed = func(parts int) { m.at(int(share * float64(parts))) }
	found, err := w.search.Run(ctx)
	if err != nil {
		return err
	}
	w.tuned.Chosen = found.Set
	m.add(w.parts(0))
	return nil
}

// uniform returns how exploitable uniform play is.
func (w *learning) uniform(ctx context.Context) (float64, error) {
	if w.tree == nil {
		t, err := tree.Build(ctx, w.env, tree.DefaultLimit)
		if err != nil {
			return 0, solve.CannotWalk(w.env, err, solve.Instead)
		}
		w.tree = t
	}
	return exploitability(w.tree, w.tree.Uniform()), nil
}

func exploitability(t *tree.Tree, policy tree.Policy) float64 {
	nashConv, values, _ := t.NashConv(policy)
	return nashConv / float64(len(values))
}

// record returns the record of a run that has ended, from its metrics and its result.
func (w *learning) record(r *study.Run, result *open.Result, seed uint64) (*learners.Run, error) {
	reader, _, err := checkpoint.Open(r.Dir)
	if err != nil {
		return nil, input.Bad(err)
	}
	curve, err := study.ReadCurve(reader, r.File)
	if err != nil {
		return nil, err
	}
	_, stamp, err := study.StampOf(r.Dir)
	if err != nil {
		return nil, err
	}
	one := &learners.Run{
		Game: w.game.Name, Spec: r.Game.Spec().String(), Arm: w.arm.Name, Algorithm: r.File.Algorithm, Config: open.ConfigTitle(w.game.Config), Set: w.settled(),
		Seed: seed, Budget: w.game.Decisions, Tuned: w.tuned, Stamp: stamp,
	}
	for _, e := range result.Evaluations {
		if e.Exploitability != nil {
			one.Final = *e.Exploitability
		}
	}
	if one.Uniform, err = w.uniform(context.Background()); err != nil {
		return nil, err
	}
	for i, s := range curve.Points {
		p := learners.Point{At: int(s.Decisions), Processor: s.Processor}
		kept, measured := s.Values["exploitability"]
		last, both := s.Values["exploitability_of_last"]
		switch {
		case i == len(curve.Points)-1 && result.LastExploitability != nil:
			p.Last, p.Averaged = *result.LastExploitability, result.AveragedExploitability
		case i == len(curve.Points)-1:
			p.Last = one.Final
		case measured && both:
			p.Last, p.Averaged = last.Value, &kept.Value
		case measured:
			p.Last = kept.Value
		default:
			continue
		}
		if math.IsNaN(p.Processor) {
			return nil, input.Badf("%s: its events do not say how much processor time it took: train it anew", r.Dir)
		}
		one.Points = append(one.Points, p)
	}
	return one, nil
}

// solve runs a solver, measured at 1, 2, 5, 10 … iterations.
func (l *Learn) solve(ctx context.Context, w *learning, seed uint64) (*learners.Run, error) {
	uniform, err := w.uniform(ctx)
	if err != nil {
		return nil, err
	}
	config := cfr.Defaults(cfr.Algorithm(w.arm.Solver))
	config.Seed = seed
	solver, err := cfr.New(w.tree, config)
	if err != nil {
		return nil, input.Bad(err)
	}
	one := &learners.Run{
		Game: w.game.Name, Spec: w.env.Spec().String(), Arm: w.arm.Name, Algorithm: w.arm.Solver, Solver: true, Seed: seed, Budget: w.arm.Iterations, Uniform: uniform,
		Stamp: records.Now(l.Build.Revision, l.Build.Vectors),
	}
	policy, took := w.tree.Uniform(), 0.0
	for solver.Iterations() < w.arm.Iterations {
		next := min(w.arm.Iterations, cfr.NextRung(solver.Iterations()))
		for solver.Iterations() < next {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			begun := machine.Spent()
			solver.Iterate(min(next-solver.Iterations(), 1+solver.Iterations()/10))
			took += machine.Spent() - begun
		}
		solver.Current(policy)
		p := learners.Point{At: solver.Iterations(), Processor: took, Last: exploitability(w.tree, policy)}
		average, _ := solver.Measure(policy)
		p.Averaged = &average.Exploitability
		one.Points, one.Final = append(one.Points, p), average.Exploitability
	}
	return one, nil
}
