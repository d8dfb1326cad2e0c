package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"ringer/env"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/models/graph"
	"ringer/open"
	"ringer/report/ratio"
	"ringer/train/checkpoint"
)

// mostSeeds is the length of the longest list of --seeds.
const mostSeeds = 1000

// parseSeeds reads a list of seeds such as 1..5 or 1,3,7.
func parseSeeds(text string) ([]uint64, error) {
	const want = "want numbers from 0 up, such as 1..5 or 1,3,7"
	var seeds []uint64
	for part := range strings.SplitSeq(text, ",") {
		low, high, span := strings.Cut(strings.TrimSpace(part), "..")
		if !span {
			high = low
		}
		first, ok1 := input.Unsigned(low)
		last, ok2 := input.Unsigned(high)
		switch {
		case !ok1 || !ok2:
			return nil, badf("--seeds %q: %s", part, want)
		case last < first:
			return nil, badf("--seeds %q: want the smaller number first", part)
		case last-first >= mostSeeds || len(seeds)+int(last-first) >= mostSeeds:
			return nil, badf("--seeds %q: want at most %d seeds", part, mostSeeds)
		}
		for n := range last - first + 1 {
			if slices.Contains(seeds, first+n) {
				return nil, badf("--seeds: %d: given twice: want each seed once", first+n)
			}
			seeds = append(seeds, first+n)
		}
	}
	return seeds, nil
}

// seedStudy is the object of `ringer train --seeds --json`: runs that differ in their
// seeds alone.
type seedStudy struct {
	Study       string        `json:"study"`
	Game        string        `json:"game"`
	Runs        []seededRun   `json:"runs"`
	Summary     []seedSummary `json:"summary"`
	Interrupted bool          `json:"interrupted"`
}

// seededRun is the result of one seed.
type seededRun struct {
	Seed uint64 `json:"seed"`
	*open.Result
}

// seedSummary holds one measure of all runs: the rate of wins against an opponent, or
// the exploitability.
type seedSummary struct {
	Measure  string    `json:"measure"` // win_rate or exploitability
	Opponent string    `json:"opponent"`
	Values   []float64 `json:"values"` // one a seed
	Games    int       `json:"games"`  // of each seed
	Equal    float64   `json:"equal_share"`
	Mean     float64   `json:"mean"`

	// Low and High bound the 95% interval of Student's t over the seeds; nil with one
	// seed.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// Measures of a seedSummary.
const (
	measureWins    = "win_rate"
	measureExploit = "exploitability"
)

// runSeeds trains one configuration with several seeds, in folders below one.
func runSeeds(ctx context.Context, t *terminal, f *trainFlags) error {
	seeds, err := parseSeeds(f.seeds)
	if err != nil {
		return err
	}
	if f.resume != "" {
		return badf("--seeds goes on by the same command: leave out --resume")
	}
	file, err := prepareRun(f)
	if err != nil {
		return err
	}
	g, err := gameOfRun(f, file)
	if err != nil {
		return err
	}
	if err := checkAgentsOf(f, g, file); err != nil {
		return err
	}
	if err := t.computeAs(file.Compute); err != nil {
		return err
	}
	if !graph.SIMD() {
		t.warnf("%s", noVectors)
	}
	dir := f.out
	if dir == "" {
		dir = filepath.Join("runs", configTitle(f.config)+"-seeds")
	}
	study := &seedStudy{Study: dir, Game: g.Spec().String()}
	for i, seed := range seeds {
		t.warnf("seed %d (%d of %d)\n", seed, i+1, len(seeds))
		whole, err := trainSeed(ctx, t, f, g, filepath.Join(dir, fmt.Sprintf("seed-%d", seed)), seed)
		if _, stopped := errors.AsType[*interruption](err); stopped || err == nil && whole.Interrupted {
			study.Interrupted = true
			break
		}
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		study.Runs = append(study.Runs, seededRun{seed, whole})
	}
	study.sumUp()
	return study.show(t, f)
}

// noVectors warns of a build that trains slowly.
const noVectors = "ringer: this build has no vector instructions, so training is up to ten times slower; see ringer version\n"

// configTitle returns the name of a configuration, without the folder and the extension
// of a file.
func configTitle(config string) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(config), ".yml"), ".yaml")
}

// trainSeed trains the run of one seed, goes on with it, or reads the result that it has.
func trainSeed(ctx context.Context, t *terminal, f *trainFlags, g env.Game, dir string, seed uint64) (_ *open.Result, err error) {
	mine := *f
	mine.set = append(slices.Clone(f.set), fmt.Sprintf("seed=%d", seed))
	file, err := prepareRun(&mine)
	if err != nil {
		return nil, err
	}
	file.Rules = string(g.Spec().Configuration)
	run, err := openOrResume(dir, g, file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	done, err := open.ReadResult(filepath.Join(dir, open.ResultName))
	if err == nil && done.Result != nil {
		return done, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return trainRun(ctx, t, g, file, run, f.seconds, nil)
}

// sumUp computes the summary of the runs, which measured the same things in the same
// order.
func (s *seedStudy) sumUp() {
	if len(s.Runs) == 0 {
		return
	}
	for i, e := range s.Runs[0].Evaluations {
		sum := seedSummary{Measure: measureWins, Opponent: e.Opponent, Games: e.Games, Equal: e.EqualShare}
		low, high := 0.0, 1.0
		if e.Exploitability != nil {
			sum.Measure, high = measureExploit, math.Inf(1)
		}
		for _, r := range s.Runs {
			of := r.Evaluations[i]
			if of.Exploitability != nil {
				sum.Values = append(sum.Values, *of.Exploitability)
			} else {
				sum.Values = append(sum.Values, of.WinRate)
			}
		}
		sum.Mean = sum.Values[0]
		if len(sum.Values) > 1 {
			m := ratio.OfMean(sum.Values)
			m.Low, m.High = max(low, m.Low), min(high, m.High)
			sum.Mean, sum.Low, sum.High = m.Value, &m.Low, &m.High
		}
		s.Summary = append(s.Summary, sum)
	}
}

// show prints the study, keeps its card, and says how to go on with one that was
// interrupted.
func (s *seedStudy) show(t *terminal, f *trainFlags) error {
	if len(s.Runs) > 0 {
		if err := checkpoint.WriteFile(filepath.Join(s.Study, cardName), []byte(s.card(f))); err != nil {
			return err
		}
		show := s.print
		if f.json {
			show = func(t *terminal) error { return t.json(s) }
		}
		if err := show(t); err != nil {
			return err
		}
	}
	if s.Interrupted {
		return interrupted("%d seeds are done; the same command goes on in %s", len(s.Runs), s.Study)
	}
	return nil
}

// rows returns the table of the summary, in words.
func (s *seedStudy) rows() [][]string {
	rows := [][]string{{"OPPONENT", "SEEDS", "GAMES EACH", "MEAN", "EVEN", "EACH SEED"}}
	for _, m := range s.Summary {
		show, write, games, equal := percent, numbers.Share, count(float64(m.Games)), numbers.Even(m.Equal)
		name := m.Opponent
		if m.Measure == measureExploit {
			show, write, games, equal = func(x float64) string { return fmt.Sprintf("%.4f", x) }, numbers.Mean, "exact", "-"
			name = measureExploit
		}
		mean := show(m.Mean)
		if m.Low != nil {
			mean = write(m.Mean, *m.Low, *m.High)
		}
		var each []string
		for _, v := range m.Values {
			each = append(each, show(v))
		}
		rows = append(rows, []string{name, fmt.Sprint(len(m.Values)), games, mean, equal, strings.Join(each, " ")})
	}
	return rows
}

// howOverSeeds says what the interval of a study is.
const howOverSeeds = "Mean over seeds; the interval is Student's t with (seeds - 1) degrees of freedom, over the seeds: it holds the luck of a training and of its games together."

func (s *seedStudy) print(t *terminal) error {
	if err := t.printf("%s: %d seeds in %s%s\n\n", s.Game, len(s.Runs), s.Study, ifInterrupted(s.Interrupted)); err != nil {
		return err
	}
	if err := t.table(s.rows()); err != nil {
		return err
	}
	return t.printf("\n%s\nLearning curves: ringer curves %s\n", howOverSeeds, input.ShellWord(s.Study))
}
