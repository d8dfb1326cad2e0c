package train

import (
	"fmt"
	"slices"
	"strings"

	"ringer/cmd/internal/shell"
	"ringer/internal/progress"
	"ringer/open/study"
	"ringer/open/workers"
	"ringer/train"
)

// trainingTold shows the progress of a run, one bar a phase. An alarm about a subject is
// printed when it first sounds; how often it did, at the end.
type trainingTold struct {
	*shell.Terminal
	elsewhere *workers.Training
	phase     train.Phase
	curves    study.Growing
	bar       *progress.Progress
	told      []train.Alarm // the first of each name and subject
}

func (s *trainingTold) tell(p train.Progress) {
	for _, a := range p.Alarms {
		s.sound(p.Iteration, a)
	}
	if p.Phase == train.Evaluating {
		return // seconds at most, in the middle of training
	}
	if p.Phase != s.phase {
		s.finish()
		s.phase, s.bar = p.Phase, s.Progress(phaseShown(p.Phase), p.Total)
		s.bar.Resume(p.Done)
		s.bar.Draws(CurveLines(&s.curves))
	}
	if p.Phase == train.Training {
		if s.curves.See(p) {
			s.bar.Draws(CurveLines(&s.curves))
		}
		s.bar.Describe(s.trainingNote(p) + s.elsewhere.Note())
	}
	s.bar.Set(min(p.Done, p.Total), p.Total)
}

// phaseShown names a phase; its estimate is for the phase alone.
func phaseShown(p train.Phase) string {
	if p == train.Imitating {
		return "imitating, before training"
	}
	return string(p)
}

func (s *trainingTold) sound(iteration int, a train.Alarm) {
	if slices.ContainsFunc(s.told, func(old train.Alarm) bool { return old.Name == a.Name && old.Subject == a.Subject }) {
		return
	}
	s.told = append(s.told, a)
	s.Warnf("alarm (%s), iteration %d: %s\n", a.Name, iteration, a.Text)
}

func (s *trainingTold) finish() {
	if s.bar != nil {
		s.bar.Finish()
	}
}

// sumUp prints the number of iterations in which each alarm sounded.
func (s *trainingTold) sumUp(r *train.Result) {
	if r == nil {
		return
	}
	for _, a := range r.Alarms {
		s.Warnf("alarm (%s) in %d of %d iterations\n", alarmName(a.Name, a.Subject), a.Iterations, r.Iterations)
	}
}

// alarmName names an alarm and its subject.
func alarmName(name, subject string) string {
	if subject == "" {
		return name
	}
	return name + ", " + subject
}

// trainingNote returns the text beside the bar: speed and, where no curve is drawn below it, the
// last evaluation.
func (s *trainingTold) trainingNote(p train.Progress) string {
	note := shell.Count(p.DecisionsPerSecond) + " decisions/s"
	if len(p.Evaluations) == 0 || s.bar.Screen {
		return note
	}
	var parts []string
	for _, e := range p.Evaluations {
		if e.Exploitability != nil {
			parts = append(parts, fmt.Sprintf("exploitability %.4f", *e.Exploitability))
		} else {
			parts = append(parts, e.Opponent+" "+shell.Percent(e.WinRate))
		}
	}
	return note + ", last: " + strings.Join(parts, ", ")
}
