package balance

import (
	"context"
	"fmt"
	"math"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/page"
	"ringer/report/trust"
)

const trustID = "trust"

// playTrust lets the agents of the report meet, and judges how far to believe them, where any
// of them has learned.
func playTrust(ctx context.Context, w *work) (err error) {
	if !trust.Applies(w.Cast) {
		return nil
	}
	c := trust.Config{
		Game: w.Game, Agents: w.Cast, Games: w.Plan.TrustGames, SearchGames: w.Plan.SearchGames, Margin: w.Margin, Seed: w.Seed, Workers: w.Workers, Place: w.Place,
	}
	var of []any
	for i := range w.Cast {
		of = append(of, w.Cast[i].Command, w.Cast[i].Role, w.Cast[i].Training)
	}
	w.report.Trust, err = do(w, trustID, []any{of, c.Games, c.SearchGames, c.Margin}, func(progress func(done, total int)) (*trust.Study, error) {
		c.Progress = progress
		return trust.Run(ctx, c)
	})
	return err
}

func measuresOfTrust(r *Report) (out []Measure) {
	for i := range r.Trust.Pairs {
		p := &r.Trust.Pairs[i]
		out = append(out, Measure{
			Name: "trust." + slug(p.One) + "." + slug(p.Others), Words: p.One + " against " + p.Others + " in all other seats: share of the wins",
			Share: true, Value: p.WinRate, Low: p.Low, High: p.High, N: p.Games, Of: "games",
		})
	}
	return out
}

func sectionOfTrust(r *Report) (page.Section, error) {
	s := r.Trust
	sec := page.Section{
		Name:  "Trust",
		Title: map[trust.Level]string{trust.High: "These agents can be trusted", trust.Fair: "Trust large effects; small ones may be the agents' own mistakes", trust.Low: "Do not rest a decision on these agents yet"}[s.Verdict.Level],
		Lead:  "A report is as good as its players. Read this before anything below.",
	}
	for _, line := range s.Verdict.Lines {
		sec.Blocks = append(sec.Blocks, page.Block{Text: line})
	}
	var first string
	c := &chart.Dots{Title: "One agent against another in all other seats", Axis: "share of the wins of the one", Share: true}
	table := &page.Table{Caption: "All pairs, on shared deals, seats rotated.", Name: "trust-pairs", Head: []string{"one", "against", "wins, or return", "even", "games"}, Left: []int{1}}
	data := [][]string{{"one", "others", "value", "low", "high", "equal", "games"}}
	for i := range s.Pairs {
		p := s.Pairs[i]
		show, even := numbers.Share, numbers.Even(p.EqualShare)
		if p.Chips {
			show, even = numbers.Signed, "0"
			p.WinRate, p.Low, p.High, p.EqualShare = p.MeanReturn, p.ReturnLow, p.ReturnHigh, 0
			c.Share, c.Axis = false, "mean return of the one"
		}
		if first == "" {
			first = fmt.Sprintf("%s games a pair.", number(p.Games))
			c.Level = &chart.Level{Name: "even", Value: p.EqualShare}
		}
		c.Rows = append(c.Rows, chart.DotRow{
			Label: p.One + " – " + p.Others, Note: show(p.WinRate, math.NaN(), math.NaN()), Strong: p.Behind(),
			Dots: []chart.Dot{{Value: p.WinRate, Low: p.Low, High: p.High}},
		})
		table.Rows = append(table.Rows, page.Row{
			Strong: p.Behind(), Measured: map[int][3]float64{2: {p.WinRate, p.Low, p.High}},
			Cells: []string{p.One, p.Others, show(p.WinRate, p.Low, p.High), even, number(p.Games)},
		})
		data = append(data, []string{p.One, p.Others, raw(p.WinRate), raw(p.Low), raw(p.High), raw(p.EqualShare), fmt.Sprint(p.Games)})
	}
	c.Note = first + " Bars are 95% intervals over deals."
	if len(c.Rows) > 0 {
		sec.Blocks = append(sec.Blocks, page.Block{Figure: &page.Figure{
			Picture: c, Name: "trust", Data: data,
			Caption: "A strong agent lies right of the line against everything that needs no training. Where it does not, train longer, or use search.",
		}}, page.Block{Table: table})
	}
	if len(s.Seeds) > 0 {
		spread := &page.Table{
			Caption: "Trainings that differ in their seeds alone.", Name: "trust-seeds",
			Head: []string{"against", "trainings", "mean", "best less worst, in points", "disagree"}, Left: []int{4},
		}
		for _, x := range s.Seeds {
			mean := [3]float64{x.Mean, math.NaN(), math.NaN()}
			if x.Low != nil && x.High != nil {
				mean[1], mean[2] = *x.Low, *x.High
			}
			disagree := "no"
			if x.Disagree {
				disagree = "yes"
			}
			spread.Rows = append(spread.Rows, page.Row{
				Strong: x.Disagree, Measured: map[int][3]float64{2: mean, 3: {x.Gap, x.GapLow, x.GapHigh}},
				Cells: []string{x.Against, number(len(x.Values)), numbers.Share(mean[0], mean[1], mean[2]), numbers.Points(x.Gap, x.GapLow, x.GapHigh), disagree},
			})
		}
		sec.Blocks = append(sec.Blocks, page.Block{Table: spread})
	}
	agents := &page.Table{Caption: "The agents and how they came to be.", Name: "agents", Head: []string{"agent", "as commands take it", "role", "training"}, Left: []int{1, 2, 3}}
	for _, a := range s.Agents {
		agents.Rows = append(agents.Rows, page.Row{Cells: []string{a.Name, a.Command, string(a.Role), trained(a.Training)}})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: agents})
	return sec, nil
}

// trained says how an agent was trained.
func trained(t *trust.Training) string {
	if t == nil {
		return "none"
	}
	text := fmt.Sprintf("seed %d, %s decisions from %s", t.Seed, number(t.Decisions), t.From)
	if f := t.Final; f != nil {
		text += "; then it " + numbers.Beats(t.Against, f.WinRate, f.Low, f.High, f.Games, t.Equal)
	}
	return text
}
