package curves

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/numbers"
)

// Show writes a value of a metric.
func Show(name string, v float64) string {
	switch {
	case strings.HasPrefix(name, winRate):
		return numbers.Percent(v)
	case name == Exploitability:
		return fmt.Sprintf("%.4f", v)
	case name == LearnedExploitability:
		return fmt.Sprintf("%s%.4f", bounded, v)
	}
	return fmt.Sprintf("%.4g", v)
}

// bounded begins a figure that is a lower bound.
const bounded = "at least "

// ShowFigure writes a figure of a metric with its interval.
func ShowFigure(name string, f Figure) string {
	switch {
	case math.IsNaN(f.Low):
		return Show(name, f.Value)
	case IsShare(name):
		return numbers.Share(f.Value, f.Low, f.High)
	case name == LearnedExploitability:
		return bounded + numbers.Mean(f.Value, f.Low, f.High)
	}
	return numbers.Mean(f.Value, f.Low, f.High)
}

// Title returns the name of a metric in words.
func Title(name string) string {
	switch {
	case name == Exploitability:
		return "exploitability"
	case name == LearnedExploitability:
		return "learned exploitability (a lower bound)"
	case strings.HasPrefix(name, winRate):
		return "win rate against " + strings.TrimPrefix(name, winRate)
	}
	return name
}

// better compares two values of a metric: negative when a is better. A metric of
// training has no better.
func better(name string, a, b float64) int {
	switch {
	case !Evaluated(name) || a == b:
		return 0
	case (a < b) == (class(name) == 0):
		return -1
	}
	return 1
}

// Finding returns what the curves show, in a sentence made of their figures.
func (m *Metric) Finding() string {
	if len(m.Curves) == 1 {
		c := &m.Curves[0]
		last := c.Last()
		end := fmt.Sprintf("at %s after %s decisions", ShowFigure(m.Name, last.Figure), numbers.Count(int(math.Round(last.Decisions))))
		if len(c.Points) == 0 || c.Final == nil && len(c.Points) == 1 {
			return sentence(Title(m.Name) + " is " + end)
		}
		return sentence(fmt.Sprintf("%s goes from %s to %s", Title(m.Name), Show(m.Name, c.Points[0].Value), strings.TrimPrefix(end, "at ")))
	}
	list := slices.Clone(m.Curves)
	slices.SortStableFunc(list, func(a, b Curve) int { return better(m.Name, a.Last().Value, b.Last().Value) })
	first, second := list[0].Last(), list[1].Last()
	if !Evaluated(m.Name) {
		var parts []string
		for i := range list {
			parts = append(parts, fmt.Sprintf("%s %s", list[i].Label, ShowFigure(m.Name, list[i].Last().Figure)))
		}
		return sentence(Title(m.Name) + " ends at: " + strings.Join(parts, "; "))
	}
	said := fmt.Sprintf("%s %s, then %s %s", list[0].Label, ShowFigure(m.Name, first.Figure), list[1].Label, ShowFigure(m.Name, second.Figure))
	clear := !math.IsNaN(first.Low) && !math.IsNaN(second.Low) && (first.High < second.Low || second.High < first.Low)
	if !clear {
		return sentence("the two best cannot be told apart in " + Title(m.Name) + ": " + said)
	}
	return sentence("best in " + Title(m.Name) + ": " + said)
}

func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Note says what is drawn, and of how many runs.
func (m *Metric) Note() string {
	fewest, most := math.MaxInt, 0
	final, games := false, 0
	for i := range m.Curves {
		fewest, most = min(fewest, len(m.Curves[i].Runs)), max(most, len(m.Curves[i].Runs))
		final = final || m.Curves[i].Final != nil
		for _, p := range m.Curves[i].Points {
			games = max(games, p.Of)
		}
	}
	seeds := fmt.Sprintf("%d seeds a curve", most)
	switch {
	case fewest != most:
		seeds = fmt.Sprintf("%d to %d seeds a curve", fewest, most)
	case most == 1:
		seeds = "1 seed a curve"
	}
	var parts []string
	switch {
	case most > 1:
		parts = append(parts, seeds+"; bands are 95% intervals of the mean over seeds (Student's t)")
	case strings.HasPrefix(m.Name, winRate), m.Name == LearnedExploitability:
		parts = append(parts, seeds+"; bands are 95% intervals over the games of that seed, and say nothing of other seeds")
	default:
		parts = append(parts, seeds+": no interval over seeds")
	}
	if final {
		parts = append(parts, "hollow marks: the report at the end, on games that chose nothing")
	}
	if m.Name == LearnedExploitability {
		parts = append(parts, "a lower bound: a better response may gain more, and only bounds of one budget compare: "+m.Budget)
	}
	return sentence(strings.Join(parts, "; ")) + "."
}

// Axes of a chart.
const (
	ByDecisions = "decisions"
	ByTime      = "seconds"
)

// most is the number of points of a line that are drawn.
const most = 300

// Charts returns the pictures of the metric along an axis, at most chart.MostLines lines
// each; none where no point knows its place.
func (m *Metric) Charts(axis string) []*chart.Lines {
	var out []*chart.Lines
	for from := 0; from < len(m.Curves); from += chart.MostLines {
		c := &chart.Lines{Title: m.Finding(), Note: m.Note(), Up: Title(m.Name), Share: IsShare(m.Name), Across: "decisions of the learner"}
		if axis == ByTime {
			c.Across = "seconds of training, evaluations included"
		}
		any := false
		for _, curve := range m.Curves[from:min(len(m.Curves), from+chart.MostLines)] {
			line := chart.Line{Label: curve.Label}
			every := (len(curve.Points) + most - 1) / most
			for i, p := range curve.Points {
				if x := p.along(axis); !math.IsNaN(x) && (i%every == 0 || i == len(curve.Points)-1) {
					line.Points = append(line.Points, chart.Point{X: x, Value: p.Value, Low: p.Low, High: p.High})
				}
			}
			if f := curve.Final; f != nil && !math.IsNaN(f.along(axis)) {
				line.End = &chart.Point{X: f.along(axis), Value: f.Value, Low: f.Low, High: f.High}
			}
			any = any || len(line.Points) > 0 || line.End != nil
			c.Lines = append(c.Lines, line)
		}
		if any {
			out = append(out, c)
		}
	}
	return out
}

func (p *Point) along(axis string) float64 {
	if axis == ByTime {
		return p.Seconds
	}
	return p.Decisions
}
