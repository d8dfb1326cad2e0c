package learners

import (
	"fmt"
	"math"
	"slices"

	"ringer/internal/chart"
	"ringer/report/ratio"
)

// ChartName returns the file of a game's picture.
func ChartName(game string) string { return game + ".svg" }

// wide is the width of a picture in pixels.
const wide = 760

// Chart draws the exploitability of the policies that the best arms of a game keep on their way, against
// decisions and against processor seconds; nil without learners.
func Chart(all []Run, game string) []byte {
	all = slices.DeleteFunc(slices.Clone(all), func(r Run) bool { return r.Game != game })
	if len(all) == 0 {
		return nil
	}
	all = compared(all)
	s := standing(all)
	if s.Learners() == 0 {
		return nil
	}
	shown := s.Rows
	note := "the averaged policy where a learner keeps one, else the last; means over seeds, bands are 95% intervals"
	if len(shown) > chart.MostLines {
		shown = shown[:chart.MostLines]
		note += fmt.Sprintf("; the first %d of %d", len(shown), len(s.Rows))
	}
	byDecisions := &chart.Lines{Title: "Exploitability at " + game + ", by decisions", Note: note, Across: "decisions", Up: "exploitability", Log: true}
	byTime := &chart.Lines{Title: "Exploitability at " + game + ", by processor seconds", Note: note, Across: "processor seconds of training", Up: "exploitability", Log: true}
	for i := range shown {
		runs := slices.DeleteFunc(slices.Clone(all), func(r Run) bool { return r.Arm != shown[i].Arm })
		points := curve(runs)
		if !shown[i].Solver {
			byDecisions.Lines = append(byDecisions.Lines, line(shown[i].Arm, points, func(p *mean) float64 { return p.at }))
		}
		byTime.Lines = append(byTime.Lines, line(shown[i].Arm, points, func(p *mean) float64 { return p.processor }))
	}
	return chart.Stack([]*chart.Lines{byDecisions, byTime}, wide)
}

// mean is a point of a curve: the mean over runs.
type mean struct{ at, processor, value, low, high float64 }

// least is the smallest exploitability that is drawn: below it, rounding decides.
const least = 1e-6

// curve returns the points that all runs of an arm have, by their place in the run.
func curve(runs []Run) (points []mean) {
	most := math.MaxInt
	for i := range runs {
		most = min(most, len(runs[i].Points))
	}
	for k := range most {
		p := mean{low: math.NaN(), high: math.NaN()}
		var values []float64
		for i := range runs {
			of := &runs[i].Points[k]
			if k == most-1 {
				of = &runs[i].Points[len(runs[i].Points)-1]
			}
			p.at += float64(of.At) / float64(len(runs))
			p.processor += of.Processor / float64(len(runs))
			values = append(values, max(least, of.Kept()))
		}
		p.value = values[0]
		if len(values) > 1 {
			m := ratio.OfMean(values)
			p.value, p.low, p.high = m.Value, max(m.Low, m.Value/10), m.High
		}
		points = append(points, p)
	}
	return points
}

func line(label string, points []mean, across func(*mean) float64) chart.Line {
	l := chart.Line{Label: label}
	for i := range points {
		p := &points[i]
		l.Points = append(l.Points, chart.Point{X: across(p), Value: p.value, Low: p.low, High: p.high})
	}
	return l
}
