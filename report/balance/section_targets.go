package balance

import (
	"fmt"

	"ringer/internal/numbers"
	"ringer/report/page"
)

// targetsSection shows what was wanted and what was found; nil without targets.
func (r *Report) targetsSection() *page.Section {
	if len(r.Targets) == 0 {
		return nil
	}
	t := &page.Table{Caption: "Targets.", Name: "targets", Head: []string{"target", "measure", "wanted", "figure", "n", "verdict"}, Left: []int{1, 2, 5}}
	fails, count := 0, map[string]int{}
	for i := range r.Targets {
		x := &r.Targets[i]
		verdict := x.Verdict
		count[x.Verdict]++
		switch {
		case x.Needed > 0:
			verdict += fmt.Sprintf(": needs about %s %s", number(x.Needed), x.Of)
		case x.Needed < 0:
			verdict += ": the figure lies on the bound, or is not known"
		}
		if x.Verdict == Fail {
			fails++
		}
		t.Rows = append(t.Rows, page.Row{Strong: x.Verdict == Fail, Cells: []string{x.Title(), x.Measure, x.Wanted(), x.Found(), number(x.N), verdict}, Measured: map[int][3]float64{3: {x.Estimate, x.EstimateLow, x.EstimateHigh}}})
	}
	title := fmt.Sprintf("%s of %s pass, and none fails", number(count[Pass]), plural(len(r.Targets), "target", "targets"))
	if n := count[Inconclusive]; n > 0 {
		title += fmt.Sprintf("; %s more games", plural(n, "needs", "need"))
	}
	if fails > 0 {
		title = fmt.Sprintf("%s of %s fail", plural(fails, "target", "targets"), number(len(r.Targets)))
	}
	return &page.Section{
		ID: "targets", Name: "Targets", Title: title, Alert: fails > 0,
		Lead:   "A target passes when the whole interval of its figure lies inside the range, and fails when the whole interval lies outside. In between, more games decide.",
		Blocks: []page.Block{{Table: t}},
	}
}

// mostChanges is the number of changes on the page; the data has all.
const mostChanges = 40

// comparedSection shows what differs from an earlier report; nil without one.
func (r *Report) comparedSection() *page.Section {
	if len(r.Compared) == 0 {
		return nil
	}
	t := &page.Table{Caption: "The clearest changes first.", Name: "compared", Head: []string{"measure", "what it is", "before", "now", "difference", "clear"}, Left: []int{1, 5}}
	clear := 0
	for i := range r.Compared {
		c := &r.Compared[i]
		verdict := "no"
		if c.Clear {
			clear++
			verdict = "yes"
		}
		if i >= mostChanges && !c.Clear {
			continue
		}
		cells := []string{c.Name, c.Words, decimal(c.Before), decimal(c.Value), numbers.Signed(c.Difference, c.DiffLow, c.DiffHigh), verdict}
		if c.Share {
			cells = []string{c.Name, c.Words, percent(c.Before), percent(c.Value), numbers.Points(c.Difference, c.DiffLow, c.DiffHigh) + " points", verdict}
		}
		t.Rows = append(t.Rows, page.Row{Strong: c.Clear, Cells: cells, Measured: map[int][3]float64{4: {c.Difference, c.DiffLow, c.DiffHigh}}})
	}
	title := "Nothing changed clearly since the earlier report" + r.couldCompare()
	if clear > 0 {
		title = fmt.Sprintf("%s changed clearly since the earlier report", plural(clear, "figure", "figures"))
	}
	return &page.Section{
		ID: "compared", Name: "Since the earlier report", Title: title,
		Lead:   fmt.Sprintf("%s figures are in both reports. Clear ones hold when one in twenty of those marked may be wrong.", number(len(r.Compared))),
		Blocks: []page.Block{{Table: t}},
	}
}
