package balance

import (
	"context"
	"fmt"

	"ringer/internal/chart"
	"ringer/report/corpus"
	"ringer/report/ends"
	"ringer/report/flag"
	"ringer/report/page"
)

const endsID = "ends"

// playEnds counts how the games of the strong agents end.
func playEnds(ctx context.Context, w *work) (err error) {
	w.report.Ends, err = counted(ctx, w, endsID, nil, func(c *corpus.Corpus, _ func(done, total int)) (*ends.Study, error) {
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
		Name: "How games end", Title: r.answerEnds(),
		Lead: "An ending that never happens is a rule that nobody needs; one that hardly any other stands beside makes games alike.",
	}
	if len(s.Flags) > 0 {
		sec.Title = headline(s.Flags)
	}
	c := &chart.Dots{Axis: "share of the games", Share: true, Note: fmt.Sprintf("%s games of %s.", number(s.Games), list(s.Agents))}
	var met, happened []bar
	for _, e := range s.Ends {
		met = append(met, bar{e.Name, e.Share.Value, e.Share.Low, e.Share.High, s.Games})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Figure: bars(c, endsID, "ending", "games", met, "Look for endings at 0% and for one near 100%.")})
	for _, x := range s.Rules {
		happened = append(happened, bar{x.Name, x.Met.Value, x.Met.Low, x.Met.High, s.Games})
	}
	if len(happened) > 0 {
		c := &chart.Dots{Title: "What else happens", Axis: "share of the games", Share: true}
		sec.Blocks = append(sec.Blocks, page.Block{Figure: bars(c, "rules", "rule", "games", happened, "A rule near 0% is read by everybody and used by nobody.")})
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
