package balance

import (
	"context"
	"fmt"

	"ringer/internal/chart"
	"ringer/report/ends"
	"ringer/report/flag"
	"ringer/report/page"
)

const endsID = "ends"

// playEnds counts how the games of the strong agents end.
func playEnds(ctx context.Context, w *work) error {
	c, err := w.strong(ctx)
	if err != nil {
		return err
	}
	w.report.Ends, err = do(w, endsID, []any{c.Agents, len(c.Games)}, func(func(done, total int)) (*ends.Study, error) {
		return ends.Of(ctx, c, w.Workers)
	})
	return err
}

func flagsOfEnds(r *Report) []flag.Flag { return r.Ends.Flags }

func measuresOfEnds(r *Report) (out []Measure) {
	for _, e := range r.Ends.Ends {
		out = append(out, measure("ends."+slug(e.Name), "games that end by: "+e.Name, e.Share, "games"))
	}
	for _, x := range r.Ends.Rules {
		out = append(out, measure("rules."+slug(x.Name), "games in which it happens: "+x.Name, x.Met, "games"))
	}
	return out
}

func sectionOfEnds(r *Report) (page.Section, error) {
	s := r.Ends
	sec := page.Section{
		Name: "How games end", Title: "Every ending of the rules happens",
		Lead: "An ending that never happens is a rule that nobody needs; one that hardly any other stands beside makes games alike.",
	}
	if len(s.Flags) > 0 {
		sec.Title = headline(s.Flags)
	}
	c := &chart.Dots{Axis: "share of the games", Share: true, Note: fmt.Sprintf("%s games of %s.", number(s.Games), list(s.Agents))}
	data := [][]string{{"ending", "value", "low", "high", "games"}}
	for _, e := range s.Ends {
		c.Rows = append(c.Rows, chart.DotRow{Label: e.Name, Note: percent(e.Share.Value), Dots: []chart.Dot{dot(0, e.Share)}})
		data = append(data, []string{e.Name, raw(e.Share.Value), raw(e.Share.Low), raw(e.Share.High), fmt.Sprint(s.Games)})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Figure: &page.Figure{Picture: c, Name: endsID, Data: data, Caption: "Look for endings at 0% and for one near 100%."}})
	if len(s.Rules) > 0 {
		met := &chart.Dots{Title: "What else happens", Axis: "share of the games", Share: true}
		data := [][]string{{"rule", "value", "low", "high", "games"}}
		for _, r := range s.Rules {
			met.Rows = append(met.Rows, chart.DotRow{Label: r.Name, Note: percent(r.Met.Value), Dots: []chart.Dot{dot(0, r.Met)}})
			data = append(data, []string{r.Name, raw(r.Met.Value), raw(r.Met.Low), raw(r.Met.High), fmt.Sprint(s.Games)})
		}
		sec.Blocks = append(sec.Blocks, page.Block{Figure: &page.Figure{Picture: met, Name: "rules", Data: data, Caption: "A rule near 0% is read by everybody and used by nobody."}})
	}
	return sec, nil
}

// headline returns the first flag of a panel, and how many more there are.
func headline(flags []flag.Flag) string {
	if n := len(flags) - 1; n > 0 {
		return fmt.Sprintf("%s And %s more.", flags[0].Words, number(n))
	}
	return flags[0].Words
}
