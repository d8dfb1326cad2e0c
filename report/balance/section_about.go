package balance

import (
	"fmt"
	"math"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/flag"
	"ringer/report/page"
	"ringer/report/whatif"
)

// aboutWords says what the thing is worth that a report was asked about, and how it is used, under the
// rules as they are; nothing where it was asked about none.
func aboutWords(s *whatif.Study) (lines []string) {
	base := &s.Rules[0]
	if base.Thing == "" || len(base.Kinds) == 0 {
		return nil
	}
	var worth *whatif.Measure
	var use []string
	list := base.Kinds[len(base.Kinds)-1].Measures
	for i := range list {
		switch m := &list[i]; {
		case m.OfWorth():
			worth = m
		case m.Own && m.Unit == whatif.Share:
			use = append(use, m.Name+" "+numbers.Share(m.Value, m.Low, m.High))
		case m.Own:
			use = append(use, m.Name+" "+numbers.Mean(m.Value, m.Low, m.High))
		}
	}
	if worth == nil || worth.Low == worth.High {
		lines = append(lines, fmt.Sprintf("What %s is worth is not known: nobody could be given it in place of another in these games.", base.Thing))
	} else {
		lines = append(lines, worthWords(base, worth))
	}
	if len(use) > 0 {
		lines = append(lines, strings.Join(use, "; ")+".")
		lines[len(lines)-1] = strings.ToUpper(lines[len(lines)-1][:1]) + lines[len(lines)-1][1:]
	}
	return lines
}

// worthWords says whether a thing is worth clearly more, or less, than what stands in its place, or what
// these games could see of it.
func worthWords(r *whatif.Result, m *whatif.Measure) string {
	c := flag.Claim{Value: m.Value, Low: m.Low, High: m.High, Least: -r.Margin, Most: r.Margin}
	show, size, margin := points, abovePoints, fmt.Sprintf("%.0f points", 100*r.Margin)
	if m.Unit != whatif.Worth {
		show = numbers.Signed
		size = func(x float64) string { return "±" + rough(x) }
		margin = fmt.Sprintf("%.3g", r.Margin)
	}
	figure := fmt.Sprintf("%s against the average of what stands in its place, in forks of %s", show(m.Value, m.Low, m.High), numbers.Games(m.N))
	switch {
	case c.Answer() == flag.Inside:
		return fmt.Sprintf("%s is neither too strong nor too weak: %s, with the whole interval within %s.", r.Thing, figure, margin)
	case c.Answer() == flag.Outside && m.Value > 0:
		return fmt.Sprintf("%s is too strong: %s, with the whole interval beyond %s.", r.Thing, figure, margin)
	case c.Answer() == flag.Outside:
		return fmt.Sprintf("%s is too weak: %s, with the whole interval beyond %s.", r.Thing, figure, margin)
	}
	than := "too strong"
	if m.Value < 0 {
		than = "too weak"
	}
	claims := flag.Claims{c}
	text := fmt.Sprintf("These games do not decide whether %s is %s: %s; they could only see effects above %s", r.Thing, than, figure, size(claims.Sees()))
	if times := c.Times(); !math.IsInf(times, 0) {
		text += fmt.Sprintf(", and about %s would decide, were the figure as it is now", more(m.N, times))
	}
	return text + "."
}

// worthChart draws what the things are worth that the rules were asked about or change, before and after;
// nil where nobody knows.
func worthChart(s *whatif.Study) *page.Figure {
	c := &chart.Dots{Title: "What it is worth to get it, or to play it", Note: "bars are 95% intervals over deals", Level: &chart.Level{Name: "the average of what stands in its place"}}
	data := [][]string{{"thing", "rules", "agents", "worth", "low", "high", "games"}}
	add := func(thing string, r *whatif.Result) {
		row := chart.DotRow{Label: thing + ", " + r.Label}
		for _, k := range r.Kinds {
			for i := range k.Measures {
				m := &k.Measures[i]
				if !m.OfWorth() || m.Low == m.High {
					continue
				}
				series := 0
				if k.Kind == whatif.Tuned {
					series, c.Names = 1, []string{"as they were", "learned the change"}
				}
				c.Share, c.Axis = m.Unit == whatif.Worth, "worth, in "+string(m.Unit)
				if c.Share {
					c.Axis = "worth, in points of the win"
				}
				c.Band = &chart.Band{Name: "ordinary", Low: -r.Margin, High: r.Margin}
				row.Note = "n " + number(m.N)
				row.Dots = append(row.Dots, chart.Dot{Series: series, Value: m.Value, Low: m.Low, High: m.High})
				data = append(data, []string{thing, r.Label, kindWords(k.Kind), raw(m.Value), raw(m.Low), raw(m.High), fmt.Sprint(m.N)})
			}
		}
		if len(row.Dots) > 0 {
			c.Rows = append(c.Rows, row)
		}
	}
	for i := range s.Rules {
		if r := &s.Rules[i]; r.Thing != "" {
			add(r.Thing, r)
		}
	}
	if len(c.Rows) == 0 {
		return nil
	}
	return &page.Figure{Picture: c, Name: whatifID + "-worth", Data: data, Caption: "With the whole interval right of the band: too strong. With the whole interval left of it: too weak. Where an interval crosses the edge of the band, more games decide."}
}
