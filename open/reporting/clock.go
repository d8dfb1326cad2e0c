package reporting

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ringer/eval"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open/study"
	"ringer/report/balance"
	"ringer/report/corpus"
)

// clock measures the time of a report that ends after some minutes.
type clock struct {
	ends time.Time
	all  time.Duration // of the report
}

// startClock returns the clock of a report: of one that was stopped, with the time that is left of
// its minutes.
func (w *work) startClock(began time.Time) *clock {
	c := &clock{all: time.Duration(w.Minutes * float64(time.Minute))}
	left := c.all
	if kept := &w.folder.kept; !kept.Ended && kept.Minutes == w.Minutes {
		left = max(left/10, left-time.Duration(kept.Seconds*float64(time.Second)))
	}
	c.ends = began.Add(left)
	return c
}

func (c *clock) left() time.Duration { return time.Until(c.ends) }

// Of the minutes of a report, all of its trainings together take a share, and looking for rules that
// matter another. The page is written in the last part.
const (
	learnShare  = 0.2
	screenShare = 0.1
	writeShare  = 0.03
)

// leastLearning is the number of decisions below which a training is not worth its time.
const leastLearning = 2000

// budget finds out how many decisions are learned, and how many rules are looked for, in the part of
// the time that is theirs: by a training and by games that are measured here and now. What an earlier
// run of the same report found is kept.
func (w *work) budget(ctx context.Context) error {
	kept := &w.folder.kept
	if w.clock == nil || len(w.Agents) > 0 {
		return nil
	}
	if kept.Minutes != w.Minutes {
		*kept = state{Format: kept.Format, SpecHash: kept.SpecHash, Minutes: w.Minutes, Seconds: kept.Seconds}
	}
	if w.Tune < 0 {
		if kept.Tune == nil {
			n, err := w.decisionsInTime(ctx)
			if err != nil {
				return err
			}
			kept.Tune = &n
		}
		w.Tune = *kept.Tune
	}
	if w.looksForRules() {
		if kept.Steps == nil {
			n := w.Telling
			per, err := w.perGame(ctx, w.clock.all/100)
			if err != nil {
				return err
			}
			tried, err := screened(w.Game)
			if err != nil {
				return err
			}
			if per*float64(screeningGames*(1+len(tried))) > screenShare*w.clock.all.Seconds() {
				n = 0
				w.warnShort()
			}
			kept.Steps = &n
		}
		w.Telling = *kept.Steps
	}
	return w.folder.keep()
}

func (w *work) warnShort() {
	w.warn("too short to look for rules that matter: name one with --step, or give more --minutes\n")
}

// looksForRules reports whether the report looks by itself for rules that matter.
func (w *work) looksForRules() bool {
	return !w.namesRules() && w.Telling > 0 && (w.wants("what-if") || w.wants("sensitivity"))
}

// decisionsInTime returns the decisions of each training, so that all trainings take their share of
// the time by the speed of a first small one; 0 where that is too little to learn anything, or nobody
// has to learn.
func (w *work) decisionsInTime(ctx context.Context) (int, error) {
	start := startFor(w.Game)
	trainings := w.trainings(start)
	if trainings == 0 {
		return 0, nil
	}
	speed, err := w.learningSpeed(ctx, start)
	if err != nil {
		return 0, err
	}
	n := int(speed * learnShare * w.clock.all.Seconds() / trainings)
	if n < leastLearning && start != nil {
		w.warn("too short to learn: the agents play as they are; %s decisions a second are learned here\n", numbers.Count(int(speed)))
		return 0, nil
	}
	return max(n, leastLearning), nil
}

// trainings returns how many trainings of the agents a report has time for, all others in proportion;
// 0: nobody learns.
func (w *work) trainings(start *firstBot) float64 {
	if start != nil && start.exact && !slices.ContainsFunc(learners, w.wants) {
		return 0
	}
	all := float64(w.Trainings)
	if w.wants("what-if") || w.wants("sensitivity") {
		rules := 2*float64(len(w.Steps)) + float64(len(w.Changes))
		if !w.namesRules() {
			rules = 2 * float64(w.Telling)
		}
		for _, series := range w.Vary {
			if list, _, err := seriesOf(w.Game, series); err == nil { // checkRules has tried it
				rules += float64(len(list))
			}
		}
		if rules > 0 {
			all += rulesSeeds * (1 + rules) / rulesPart
		}
	}
	return all
}

// probed is the number of decisions of the training that measures the speed.
const probed = 1500

// learningSpeed returns the decisions a second of a small training, its begin and its end among
// them, which is removed.
func (w *work) learningSpeed(ctx context.Context, start *firstBot) (float64, error) {
	dir := filepath.Join(w.agentsDir(), "probe")
	if err := os.RemoveAll(dir); err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	began := time.Now()
	p := &learning{dir: dir, decisions: probed, seeds: 1, games: 4, progress: w.of("measuring the speed of learning", probed)}
	file, home, err := w.settings(p, w.Game, start, baselines[0])
	if err != nil {
		return 0, err
	}
	run, err := w.trainer.Prepare(filepath.Join(dir, seedName(0)), home, file)
	if err != nil {
		return 0, err
	}
	result, err := w.trainer.Train(ctx, run, study.Options{})
	if err != nil {
		return 0, err
	}
	return float64(result.Decisions) / time.Since(began).Seconds(), nil
}

// perGame returns the seconds of a game of the first strong agent, or before there is one, of the
// bot that ships; it plays for about so long.
func (w *work) perGame(ctx context.Context, limit time.Duration) (float64, error) {
	entries := w.play.Agents
	if len(entries) == 0 {
		name := baselines[0]
		if start := startFor(w.Game); start != nil {
			name = start.agent()
		}
		agent, err := w.opener.Agent(w.Game, name)
		if err != nil {
			return 0, err
		}
		entries = []eval.Entry{{Name: name, Agent: agent}}
	}
	for games := 8; ; games *= 4 { // cheap games first, so that slow ones do not take long to find out about
		began := time.Now()
		_, err := corpus.Play(ctx, corpus.Config{Game: w.Game, Entries: entries[:1], Games: games, Seed: w.Seed, Workers: w.Workers, Place: w.play.Place})
		if err != nil {
			return 0, input.Bad(err)
		}
		if took := time.Since(began); took > limit || games >= 2048 {
			return took.Seconds() / float64(games), nil
		}
	}
}

// Bounds of the games of a report that ends by the clock.
const (
	leastGames = 40
	mostGames  = 100_000
)

// planByClock plans the games that fit into the time that is left, and gives the report a clock that
// makes less of them where it turns out to be too short.
func (w *work) planByClock(ctx context.Context) error {
	kept := &w.folder.kept
	write := time.Duration(writeShare * float64(w.clock.all))
	left := func() time.Duration { return w.clock.left() - write }
	if kept.Games == 0 || kept.Plan.Games != kept.Games {
		per, err := w.perGame(ctx, w.clock.all/100)
		if err != nil {
			return err
		}
		kept.Games = min(mostGames, max(leastGames, int(left().Seconds()/per/balance.CostOf(&w.play))))
		kept.Plan, kept.Fixed = balance.PlanOf(kept.Games), nil
		if err := w.folder.keep(); err != nil {
			return err
		}
		w.warn("%s games fit into %g minutes\n", numbers.Count(kept.Games), w.Minutes)
	}
	w.Games, w.play.Plan = kept.Games, kept.Plan
	w.play.Clock = &balance.Clock{Left: left, Fixed: slices.Clone(kept.Fixed), Fix: func(panel string, p balance.Plan) error {
		kept.Plan = p
		if !slices.Contains(kept.Fixed, panel) {
			kept.Fixed = append(kept.Fixed, panel)
		}
		return w.folder.keep()
	}}
	return nil
}
