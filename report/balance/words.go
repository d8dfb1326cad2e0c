package balance

import (
	"fmt"
	"math"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/page"
	"ringer/report/ratio"
)

// percent writes a share without its interval.
func percent(v float64) string { return numbers.Percent(v) }

// number writes a count with its thousands.
func number(n int) string { return numbers.Count(n) }

// nothing bounds the sums of numbers that cancel out, but for the rounding of each.
const nothing = 1e-12

// decimal writes a figure with three digits.
func decimal(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	if math.Abs(v) < nothing {
		v = 0
	}
	return fmt.Sprintf("%.3g", v)
}

// measured returns a number with its interval for the file of a table's data.
func measured(f ratio.Figure) [3]float64 { return [3]float64{f.Value, f.Low, f.High} }

// dot returns a figure as a dot of a series.
func dot(series int, f ratio.Figure) chart.Dot {
	if f.Of == 0 && f.Games == 0 {
		return chart.Dot{Series: series, Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	}
	return chart.Dot{Series: series, Value: f.Value, Low: f.Low, High: f.High}
}

// raw writes a number for a program.
func raw(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.6g", v)
}

// list joins names: "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// plural writes a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}

// slug makes a part of a name of a measure, a file or a link.
func slug(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// measure returns a figure as a measure.
func measure(name, words string, f ratio.Figure, of string) Measure {
	n := f.Of
	if !f.Share && f.Games > 0 {
		n = f.Games
	}
	return Measure{Name: name, Words: words, Share: f.Share, Value: f.Value, Low: f.Low, High: f.High, N: n, Of: of}
}

// bar is a figure with its 95% interval and the number of its cases, beside others like it.
type bar struct {
	name             string
	value, low, high float64
	n                int
}

// bars returns figures as a picture, a row for each, with their data: what says what a row is,
// and of what is counted.
func bars(c *chart.Dots, name, what, of string, list []bar, caption string) *page.Figure {
	f := &page.Figure{Picture: c, Name: name, Caption: caption, Data: [][]string{{what, "value", "low", "high", of}}}
	for _, x := range list {
		c.Rows = append(c.Rows, chart.DotRow{Label: x.name, Note: percent(x.value), Dots: []chart.Dot{{Value: x.value, Low: x.low, High: x.high}}})
		f.Data = append(f.Data, []string{x.name, raw(x.value), raw(x.low), raw(x.high), fmt.Sprint(x.n)})
	}
	return f
}
