package whatif

import (
	"cmp"
	"fmt"
	"slices"

	"ringer/internal/chart"
)

// Lines returns the curve of a measure over the values of the knob that the rules differ
// in, a line for each kind of agents: sensitivity. The base is a point where it has a value.
// It returns false where no two rules have one.
func (s *Study) Lines(measure string) (chart.Lines, bool) {
	out := chart.Lines{Title: measure}
	games := 0
	for _, kind := range []Kind{Frozen, Tuned} {
		line := chart.Line{Label: kindShown(kind)}
		for _, r := range s.Rules {
			if r.Knob != "" {
				out.Across = r.Knob
			}
			if m := r.measure(kind, measure); m != nil && r.Value != nil {
				line.Points = append(line.Points, chart.Point{X: *r.Value, Value: m.Value, Low: m.Low, High: m.High})
				out.Share, games = m.Unit == Share, m.N
				out.Up = string(m.Unit)
			}
		}
		if len(line.Points) > 1 {
			slices.SortFunc(line.Points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
			out.Lines = append(out.Lines, line)
		}
	}
	out.Note = fmt.Sprintf("%d games a point, the same deals at each; bands are 95%% intervals over deals", games)
	return out, len(out.Lines) > 0
}

func kindShown(kind Kind) string {
	if kind == Tuned {
		return "agents that learned the change"
	}
	return "agents as they were"
}

// Names lists the measures, in the order in which they are shown.
func (s *Study) Names() (names []string) {
	seen := map[string]bool{}
	for _, r := range s.Rules {
		for _, k := range r.Kinds {
			for _, m := range k.Measures {
				if !seen[m.Name] {
					seen[m.Name] = true
					names = append(names, m.Name)
				}
			}
		}
	}
	return names
}

func (r *Result) measure(kind Kind, name string) *Measure {
	for i := range r.Kinds {
		if r.Kinds[i].Kind != kind {
			continue
		}
		for k := range r.Kinds[i].Measures {
			if r.Kinds[i].Measures[k].Name == name {
				return &r.Kinds[i].Measures[k]
			}
		}
	}
	return nil
}
