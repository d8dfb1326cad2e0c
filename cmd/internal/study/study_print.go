package study

import (
	"slices"
	"strings"

	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open/study"
	"ringer/report/ladder"
)

// ParseSeeds reads a list of seeds such as 1..5 or 1,3,7.
func ParseSeeds(text string) ([]uint64, error) {
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
			return nil, input.Badf("--seeds %q: %s", part, want)
		case last < first:
			return nil, input.Badf("--seeds %q: want the smaller number first", part)
		case last-first >= shell.MostSeeds || len(seeds)+int(last-first) >= shell.MostSeeds:
			return nil, input.Badf("--seeds %q: want at most %d seeds", part, shell.MostSeeds)
		}
		for n := range last - first + 1 {
			if slices.Contains(seeds, first+n) {
				return nil, input.Badf("--seeds: %d: given twice: want each seed once", first+n)
			}
			seeds = append(seeds, first+n)
		}
	}
	return seeds, nil
}

// studyObject is the object of `ringer study --json`.
type studyObject struct {
	Study       string            `json:"study"`
	Game        string            `json:"game"`
	Runs        []ladder.Training `json:"runs"`
	Summary     []study.Summary   `json:"summary"`
	Interrupted bool              `json:"interrupted"`
}

// show prints the study as far as it is over, and keeps its card.
func (f *studyFlags) show(t *shell.Terminal, s *study.Study, stopped bool) error {
	over := s.Over()
	o := studyObject{s.Dir, s.Runs[0].Game.Spec().String(), s.Kept.All, study.Summarize(over), stopped}
	rows := s.Table(o.Summary)
	if err := s.KeepCard(rows); err != nil {
		return err
	}
	if f.json {
		return t.JSON(o)
	}
	if err := t.Printf("%s: %d runs in %s%s\n\n", o.Game, len(over), s.Dir, shell.IfInterrupted(stopped)); err != nil {
		return err
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	if err := t.Printf("\n%s\nLearning curves: ringer curves %s\n", study.HowOverSeeds, input.ShellWord(s.Dir)); err != nil {
		return err
	}
	for i := range over {
		if over[i].Gains == nil {
			continue
		}
		if err := t.Printf("Exploited, %s × %g, seed %d: %s\n", over[i].VariantName(), over[i].Factor, over[i].Seed, over[i].Exploited()); err != nil {
			return err
		}
	}
	return nil
}
