package study

import (
	"cmp"

	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open/study"
	"ringer/report/ladder"
)

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
	err := cmp.Or(t.Printf("%s: %d runs in %s%s\n\n", o.Game, len(over), s.Dir, shell.IfInterrupted(stopped)), t.Table(rows),
		t.Printf("\n%s\nLearning curves: ringer curves %s\n", study.HowOverSeeds, input.ShellWord(s.Dir)))
	for i := range over {
		if err == nil && over[i].Gains != nil {
			err = t.Printf("Exploited, %s × %g, seed %d: %s\n", over[i].VariantName(), over[i].Factor, over[i].Seed, over[i].Exploited())
		}
	}
	return err
}
