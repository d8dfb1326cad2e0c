package reporting

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/balance"
	"ringer/train/checkpoint"
	"ringer/train/sweep"
)

// TuneRules searches the rules of a game for a change that meets targets, by successive halving: all
// candidates are measured with few games, the best third with three times as many, and so on. All
// of a round have the same deals. The last ones, and the rules as they are, are measured once more on
// fresh seeds, and only those figures count.
//
// It goes on with a search of the same configuration that was stopped in the folder. The result does not
// depend on the workers. Errors that the person who configured the search can mend are input.Errors.
func TuneRules(ctx context.Context, t Tune) (*Tuned, error) {
	w, err := t.read()
	if err != nil {
		return nil, err
	}
	if w.folder, err = openFolder(&Config{Game: w.Game, Dir: w.Dir}); err != nil {
		return nil, err
	}
	out := &Tuned{Game: w.Game.Spec().String(), SpecHash: w.Game.Spec().Hash, Agent: w.Agent, Train: w.Train, Command: w.command()}
	ladder := sweep.Ladder{Eta: thirds, Rungs: make([]float64, w.Rounds)}
	trials := make([]sweep.Trial, len(w.list))
	for round := range w.Rounds {
		games := w.Games * int(math.Pow(thirds, float64(round)))
		base, err := w.measure(ctx, w.Game, games, w.Seed)
		if err != nil {
			return nil, err
		}
		w.scale(w.targets.Hold(base))
		climbers := ladder.Climbers(trials, [2]int{0, len(trials)}, round)
		out.Rounds = append(out.Rounds, len(climbers))
		for n, i := range climbers {
			if w.Progress != nil {
				w.Progress(fmt.Sprintf("round %d", round+1), n, len(climbers))
			}
			score, err := w.try(ctx, &w.list[i], games, round)
			if err != nil {
				return nil, err
			}
			trials[i].Results = append(trials[i].Results, sweep.Result{Score: score})
		}
		if w.Progress != nil {
			w.Progress(fmt.Sprintf("round %d", round+1), len(climbers), len(climbers))
		}
	}
	if err := w.finals(ctx, out, ladder.Climbers(trials, [2]int{0, len(trials)}, w.Rounds-1), trials); err != nil {
		return nil, err
	}
	out.Candidates, out.Played = w.list, w.played
	return out, w.keepBest(out)
}

// try measures a candidate in a round, and returns its score.
func (w *tuning) try(ctx context.Context, c *Candidate, games, round int) (float64, error) {
	measures, err := w.measure(ctx, c.game, games, w.Seed)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil { // nobody can sit at this table, or the game has no end
		c.Failed = err.Error()
		return math.Inf(1), nil
	}
	c.Round, c.Games, c.Results = round+1, games, w.targets.Hold(measures)
	c.Score = w.score(c.Results)
	return c.Score, nil
}

// measured holds the figures of a measurement that are kept.
type measured struct {
	Measures []balance.Measure `json:"measures"`
}

// measure plays games of some rules, with the agent in every seat, and returns the figures. They are kept.
func (w *tuning) measure(ctx context.Context, g env.Game, games int, seed uint64) ([]balance.Measure, error) {
	w.played += games
	part := fmt.Sprintf("%s of %d games, seed %d", g.Spec().Hash[:12], games, seed)
	m, err := balance.Kept(w.folder, part, fmt.Sprint(g.Spec().Hash, w.Agent, games, seed, w.panels, w.Build), func() (*measured, error) {
		agent, err := w.Trainer.Opener.Agent(g, w.Agent)
		if err != nil {
			return nil, err
		}
		entries := []eval.Entry{{Name: w.Agent, Agent: agent}}
		plan := balance.PlanOf(games)
		plan.LevelGames = games
		r, err := balance.Play(ctx, balance.Config{
			Game: g, Agents: entries, Levels: entries, Plan: plan, Only: w.panels, Seed: seed, Workers: w.Workers, Place: w.Place, Build: w.Build,
			Enter: func(other env.Game) ([]eval.Entry, error) {
				a, err := w.Trainer.Opener.Agent(other, w.Agent)
				return []eval.Entry{{Name: w.Agent, Agent: a}}, err
			},
		})
		if err != nil {
			return nil, err
		}
		return &measured{r.Measures}, nil
	})
	if err != nil {
		return nil, err
	}
	return m.Measures, nil
}

// miss returns how far a figure lies beyond the range of its target.
func miss(r *balance.Result) float64 {
	switch {
	case r.N == 0:
		return math.Inf(1)
	case r.Low != nil && r.Estimate < *r.Low:
		return *r.Low - r.Estimate
	case r.High != nil && r.Estimate > *r.High:
		return r.Estimate - *r.High
	}
	return 0
}

// scale notes what the rules as they are miss of each target, or where they miss nothing, half of their
// interval: the unit in which misses of different targets add up.
func (w *tuning) scale(base []balance.Result) {
	w.scales = nil
	for i := range base {
		r := &base[i]
		unit := max((r.EstimateHigh-r.EstimateLow)/2, 1e-9)
		if m := miss(r); m > 0 && !math.IsInf(m, 0) {
			unit = m
		}
		w.scales = append(w.scales, unit)
	}
}

// score returns the mean miss of the targets: 0 where all are met, and 1 for rules that are no better than
// they are.
func (w *tuning) score(results []balance.Result) (sum float64) {
	for i := range results {
		unit := 1.
		if i < len(w.scales) {
			unit = w.scales[i]
		}
		sum += miss(&results[i]) / unit
	}
	return sum / float64(max(1, len(results)))
}

// finals measures the best candidates and the rules as they are on fresh seeds.
func (w *tuning) finals(ctx context.Context, out *Tuned, last []int, trials []sweep.Trial) error {
	round := w.Rounds - 1
	slices.SortStableFunc(last, func(a, b int) int {
		return cmp.Compare(trials[a].Results[round].Score, trials[b].Results[round].Score)
	})
	last = slices.DeleteFunc(last, func(i int) bool { return math.IsInf(trials[i].Results[round].Score, 1) })
	seed := env.Stream(w.Seed, purposeTuneFinal).Uint64() >> 11 // every reader of JSON holds 53 bits
	count := w.Games * int(math.Pow(thirds, float64(w.Rounds)))
	before, err := w.last(ctx, w.Game, "base", count, seed)
	if err != nil {
		return err
	}
	out.Base = w.targets.Hold(before)
	w.scale(out.Base)
	for n, i := range last[:min(w.Finals, len(last))] {
		if w.Progress != nil {
			w.Progress("final", n, min(w.Finals, len(last)))
		}
		c := &w.list[i]
		measures, err := w.last(ctx, c.game, fmt.Sprintf("%s=%s", c.Path, c.Value), count, seed)
		if err != nil {
			return err
		}
		c.Final = w.targets.Hold(measures)
		c.Verdict = worst(c.Final)
		for _, m := range balance.Changes(before, measures) {
			wanted := slices.ContainsFunc(c.Final, func(r balance.Result) bool { return sameFigure(r.Measure, m.Name) })
			told := slices.ContainsFunc(c.Moved, func(x balance.Change) bool { return sameFigure(x.Name, m.Name) })
			if m.Clear && !wanted && !told && len(c.Moved) < mostMovedByTune {
				c.Moved = append(c.Moved, m)
			}
		}
		if out.Best == nil || better(w, c, out.Best) {
			out.Best = c
		}
	}
	return nil
}

// sameFigure reports whether two measures are of one figure: of one panel and with one last part, so that they
// differ in who it is of. All win rates of seats move together.
func sameFigure(a, b string) bool {
	one, other := strings.Split(a, "."), strings.Split(b, ".")
	rates := func(last string) string { return strings.Replace(last, "over_equal", "win_rate", 1) }
	return one[0] == other[0] && rates(one[len(one)-1]) == rates(other[len(other)-1])
}

// mostMovedByTune is the number of other figures that a candidate tells of.
const mostMovedByTune = 3

// last measures rules on fresh seeds: by agents that learned them, where there is a budget for that.
func (w *tuning) last(ctx context.Context, g env.Game, label string, count int, seed uint64) ([]balance.Measure, error) {
	if w.Train == 0 {
		return w.measure(ctx, g, count, seed)
	}
	w.played += count
	r, err := Run(ctx, Config{
		Game: g, Dir: filepath.Join(w.Dir, "finals", open.FileWord(label)), Trainer: w.Trainer, Workers: w.Workers, Games: count, Seed: seed,
		Only: w.panels, Band: usualBand, Tune: w.Train, Trainings: 1, Build: w.Build, Progress: w.Progress,
	})
	if err != nil {
		return nil, err
	}
	return r.Measures, nil
}

// verdicts from the best to the worst.
var verdicts = []string{balance.Pass, balance.Inconclusive, balance.Fail}

// worst returns the worst verdict of some results.
func worst(results []balance.Result) string {
	at := 0
	for i := range results {
		at = max(at, slices.Index(verdicts, results[i].Verdict))
	}
	return verdicts[at]
}

// better reports whether a finalist is better than another one: by verdict, then by what it misses, then
// by what else it moves.
func better(w *tuning, a, b *Candidate) bool {
	by := cmp.Or(
		cmp.Compare(slices.Index(verdicts, a.Verdict), slices.Index(verdicts, b.Verdict)),
		cmp.Compare(w.score(a.Final), w.score(b.Final)),
		cmp.Compare(len(a.Moved), len(b.Moved)),
	)
	return by < 0
}

// keepBest writes the change of the best finalist, where it misses less of the targets than the rules as
// they are, and proves that the file gives its rules.
func (w *tuning) keepBest(out *Tuned) error {
	c := out.Best
	if c == nil || w.score(c.Final) >= w.score(out.Base) {
		out.Best = nil
		return nil
	}
	file := w.overlay()
	text := fmt.Sprintf("# %s\n# Found by: %s\n%s: %s\n", c.Words, out.Command, c.Path, c.Value)
	if err := checkpoint.WriteFile(file, []byte(text)); err != nil {
		return input.Bad(err)
	}
	g, err := games.NewChanged(w.Game.Spec().String(), file)
	if err != nil {
		return err
	}
	if g.Spec().Hash != c.game.Spec().Hash {
		return fmt.Errorf("%s: gives other rules than %s = %s", file, c.Path, c.Value)
	}
	out.Overlay = file
	return nil
}
