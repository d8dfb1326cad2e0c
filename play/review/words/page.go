package words

import (
	"fmt"
	"math"
	"strings"

	"ringer/env"
	"ringer/internal/chart"
	"ringer/play/advice"
	"ringer/play/replay"
	"ringer/play/review"
	"ringer/report/page"
)

// drops is the number of costly decisions that the picture of a review marks.
const drops = 4

// Page returns a review as one HTML page.
func Page(r *review.Review, record *replay.Replay, g env.Game) []byte {
	view := "only what the seat could know was used"
	if r.Open {
		view = "with open cards: from what truly lay on the table"
	}
	p := page.Page{
		Title:   fmt.Sprintf("%s: the game of %s", g.Spec().Title, Who(record, r.Seat)),
		Made:    fmt.Sprintf("%s, seed %d; %s. Game %s, seed %d.", r.Source, r.Seed, view, record.Game, record.Seed),
		Verdict: Summary(r),
		Facts: []page.Fact{
			{Name: "At the start", Value: r.Start.Words(r.Unit)},
			{Name: "Clear errors cost", Value: r.Errors.Cost(r.Unit)},
			{Name: "Unclear ones cost", Value: r.Unclear.Cost(r.Unit)},
			{Name: "Luck", Value: Changed(r.Unit, r.Luck)},
			{Name: "Result", Value: Worth(r.Unit, r.Result)},
		},
		Sections: []page.Section{curveOf(r), errorsOf(r), allOf(r)},
	}
	return p.HTML()
}

func curveOf(r *review.Review) page.Section {
	s := page.Section{
		ID: "curve", Name: "Curve", Title: Summary(r)[0],
		Lead: "The value of the table for the seat before each of its decisions, when the adviser decides for it. What a decision cost, clearly or not, is that less the value of what was chosen. What changes between a decision and the next is luck: dice, cards, and what others chose.",
	}
	line := chart.Line{Label: "value"}
	data := [][]string{{"step", "value", "low", "high", "played", "cost", "luck"}}
	for _, d := range r.Decisions {
		line.Points = append(line.Points, chart.Point{X: float64(d.Step), Value: d.Value.Chance, Low: d.Value.Low, High: d.Value.High})
		data = append(data, []string{fmt.Sprint(d.Step), fmt.Sprint(d.Value.Chance), fmt.Sprint(d.Value.Low), fmt.Sprint(d.Value.High), d.Chosen.Words(), fmt.Sprint(d.Loss.Chance), fmt.Sprint(d.Luck)})
	}
	if n := len(r.Decisions); n > 0 {
		line.End = &chart.Point{X: float64(r.Decisions[n-1].Step + 1), Value: r.Result, Low: math.NaN(), High: math.NaN()}
	}
	c := &chart.Lines{
		Title: strings.ToUpper(r.Unit[:1]) + r.Unit[1:] + " over the game", Note: "Band: 95% interval. A hollow mark is the result; a dropping line a costly decision.",
		Across: "step of the game", Up: r.Unit, Share: r.Unit == advice.UnitWin, Lines: []chart.Line{line},
	}
	for n, i := range r.Costliest[:min(drops, len(r.Costliest))] {
		d := r.Decisions[i]
		x := float64(d.Step)
		c.Lines = append(c.Lines, chart.Line{Label: fmt.Sprintf("error %d, step %d", n+1, d.Step), Points: []chart.Point{
			{X: x, Value: d.Value.Chance, Low: math.NaN(), High: math.NaN()}, {X: x, Value: d.Chosen.Chance.Chance, Low: math.NaN(), High: math.NaN()},
		}})
	}
	s.Blocks = []page.Block{{Figure: &page.Figure{Picture: c, Caption: "Where the line falls without a mark, no clear error was found: luck, or decisions that cost too little to be sure of.", Name: "curve", Data: data}}}
	return s
}

func errorsOf(r *review.Review) page.Section {
	s := page.Section{ID: "errors", Name: "Costliest decisions"}
	lines := Summary(r)
	s.Title = lines[len(lines)-1]
	if len(r.Costliest) == 0 {
		s.Lead = "Decisions that looked costly in a few worlds were measured again in fresh ones: none held alone. What all decisions cost together was measured too."
		return s
	}
	s.Lead = "A few worlds pointed at them, and fresh worlds measured them, so they were not chosen by luck. The cost is the chance when the adviser decides less that after the action that was played, in the same worlds with the same dice."
	table := &page.Table{Caption: "The largest cost first", Head: []string{"played", "better", "cost", "step", "why"}, Left: []int{1, 4}, Name: "errors"}
	for _, i := range r.Costliest {
		d := r.Decisions[i]
		why := d.Why
		if d.Phase != "" {
			why = d.Phase + ". " + why
		}
		table.Rows = append(table.Rows, page.Row{Cells: []string{
			fmt.Sprintf("%s: %s", d.Chosen.Words(), Worth(r.Unit, d.Chosen.Chance.Chance)), fmt.Sprintf("%s: %s", d.Better.Words(), Worth(r.Unit, d.Better.Chance.Chance)),
			d.Loss.Cost(r.Unit), fmt.Sprint(d.Step), why,
		}})
	}
	s.Blocks = []page.Block{{Table: table}}
	return s
}

func allOf(r *review.Review) page.Section {
	s := page.Section{ID: "all", Name: "All decisions", Title: fmt.Sprintf("%d decisions with a choice", len(r.Decisions))}
	table := &page.Table{Caption: "In the order of the game", Head: []string{"played", "step", "value before", "cost", "luck after", "the adviser plays it"}, Name: "decisions"}
	for _, d := range r.Decisions {
		cost := d.Loss.Cost(r.Unit)
		if d.Worlds == 0 {
			cost = "" // of a long game: only what all cost is known
		}
		table.Rows = append(table.Rows, page.Row{Cells: []string{d.Chosen.Words(), fmt.Sprint(d.Step), d.Value.Words(r.Unit), cost, change(r.Unit, d.Luck), fmt.Sprintf("%.0f%%", 100*d.Chosen.Probability)}})
	}
	s.Blocks = []page.Block{{Table: table}}
	return s
}
