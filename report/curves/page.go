package curves

import (
	"fmt"
	"math"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/report/page"
)

// Page returns one HTML file without links to others: for each metric its finding, the
// curves by decisions and by time, a table, and the data.
func Page(title, made string, metrics []Metric) string {
	p := page.Page{Title: title, Made: made}
	for i := range metrics {
		m := &metrics[i]
		p.Verdict = append(p.Verdict, m.Finding())
		s := page.Section{ID: fileName(m.Name), Name: Title(m.Name), Title: m.Finding()}
		for _, axis := range []string{ByDecisions, ByTime} {
			for _, c := range m.Charts(axis) {
				c.Title = map[string]string{ByDecisions: "By decisions", ByTime: "By time of training"}[axis] // the finding stands above
				s.Blocks = append(s.Blocks, page.Block{Figure: &page.Figure{Picture: c, Name: fileName(m.Name), Data: points(metrics[i : i+1])}})
			}
		}
		s.Blocks = append(s.Blocks, page.Block{Table: m.table()})
		p.Sections = append(p.Sections, s)
	}
	return string(p.HTML())
}

// fileName returns a metric's name without what file names and links may not hold.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) {
			return '-'
		}
		return r
	}, name)
}

// table returns the last figures of a metric.
func (m *Metric) table() *page.Table {
	t := &page.Table{Caption: "The last figures of each configuration.", Head: []string{"configuration", "seeds", "decisions", "last on the way", "report at the end"}}
	for i := range m.Curves {
		c := &m.Curves[i]
		last, final := "", ""
		if n := len(c.Points); n > 0 {
			last = ShowFigure(m.Name, c.Points[n-1].Figure)
		}
		if c.Final != nil {
			final = ShowFigure(m.Name, c.Final.Figure)
		}
		t.Rows = append(t.Rows, page.Row{Cells: []string{c.Label, fmt.Sprint(len(c.Runs)), numbers.Count(int(math.Round(c.Last().Decisions))), last, final}})
	}
	return t
}

// CSV returns the points of curves, a line each. Figures that are not known are empty.
func CSV(metrics []Metric) string { return input.CSV(points(metrics)) }

// points returns the points of curves with a head, a row each.
func points(metrics []Metric) [][]string {
	rows := [][]string{{"metric", "configuration", "seeds", "at", "step", "decisions", "seconds", "mean", "low", "high"}}
	for i := range metrics {
		for k := range metrics[i].Curves {
			c := &metrics[i].Curves[k]
			write := func(at string, p Point) {
				rows = append(rows, []string{
					metrics[i].Name, c.Label, fmt.Sprint(len(c.Runs)), at, fmt.Sprint(p.Step), number(p.Decisions), number(p.Seconds),
					number(p.Value), number(p.Low), number(p.High),
				})
			}
			for _, p := range c.Points {
				write("training", p)
			}
			if c.Final != nil {
				write("report", *c.Final)
			}
		}
	}
	return rows
}

func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.6g", v)
}

// Stack returns the pictures of all metrics, one below the other, as one SVG.
func Stack(metrics []Metric, axis string) []byte {
	var charts []*chart.Lines
	for i := range metrics {
		charts = append(charts, metrics[i].Charts(axis)...)
	}
	return chart.Stack(charts, 760)
}
