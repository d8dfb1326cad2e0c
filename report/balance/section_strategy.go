package balance

import (
	"context"
	"fmt"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/flag"
	"ringer/report/page"
	"ringer/report/strategy"
)

const strategyID = "answer"

// playStrategy trains a best response to the strategy that the report was asked about.
func playStrategy(ctx context.Context, w *work) (err error) {
	if w.Strategy == nil {
		return nil
	}
	w.report.Strategy, err = do(w, strategyID, []any{w.StrategyKey, w.Plan.RulesGames}, func(progress func(done, total int)) (*strategy.Study, error) {
		return w.Strategy(ctx, w.Plan.RulesGames, progress)
	})
	return err
}

// flagsOfStrategy raises a flag for a strategy that wins more than its share of the strong
// agents, and one for a strategy that nothing was found against.
func flagsOfStrategy(r *Report) (out []flag.Flag) {
	s := r.Strategy
	if s.Strength.Low > s.EqualShare {
		out = append(out, flag.Flag{
			Kind: "strategy", Subject: s.Strategy, N: s.Strength.N,
			Effect: s.Strength.Value - s.EqualShare, Low: s.Strength.Low - s.EqualShare, High: s.Strength.High - s.EqualShare,
			Words: fmt.Sprintf("One %s among the strong agents wins %s.", s.Strategy, numbers.Often(s.Strength.Value, s.Strength.Low, s.Strength.High, s.Strength.N, s.EqualShare)),
		})
	}
	return out
}

func measuresOfStrategy(r *Report) (out []Measure) {
	s := r.Strategy
	for _, x := range []struct {
		name, words string
		strategy.Rate
	}{
		{"answered", "wins of the best response among players of " + s.Strategy, s.Responding},
		{"untaught", "wins of the strong agent among players of " + s.Strategy, s.Untaught},
		{"strength", "wins of one player of " + s.Strategy + " among the strong agents", s.Strength},
	} {
		out = append(out, Measure{Name: "answer." + x.name, Words: x.words, Share: true, Value: x.Value, Low: x.Low, High: x.High, N: x.N, Of: "games"})
	}
	return out
}

func sectionOfStrategy(r *Report) (page.Section, error) {
	s := r.Strategy
	sec := page.Section{
		Name:  "A named strategy",
		Title: fmt.Sprintf("Nothing was found with this budget that beats “%s”", s.Strategy),
		Lead:  fmt.Sprintf("The strategy plays by its rules. A best response to it was trained (%s) and met it on fresh deals, beside the strong agent that knows nothing of it.", s.Budget),
	}
	if s.Found {
		sec.Title = fmt.Sprintf("“%s” can be beaten: a best response to it wins %s of the games, %s points more than an agent that does not know it", s.Strategy, numbers.Share(s.Responding.Value, s.Responding.Low, s.Responding.High), numbers.Points(s.Gain.Value, s.Gain.Low, s.Gain.High))
	}
	if s.About != "" {
		sec.Blocks = append(sec.Blocks, page.Block{Text: s.About})
	}
	c := &chart.Dots{Title: "One player among others", Axis: "share of the wins", Share: true, Level: &chart.Level{Name: "even", Value: s.EqualShare}, Note: fmt.Sprintf("%s games of each match, on the same deals; bars are 95%% intervals over deals.", number(s.Games))}
	var who []bar
	for _, x := range []struct {
		name string
		strategy.Rate
	}{{"the best response, among players of the strategy", s.Responding}, {s.Ringer + ", among players of the strategy", s.Untaught}, {"the strategy, among " + s.Ringer, s.Strength}} {
		who = append(who, bar{x.name, x.Value, x.Low, x.High, x.N})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Figure: bars(c, strategyID, "who", "games", who, "A strategy that wins more than its share dominates where its best response does not. A best response that people will not find is worth a hint in the rules.")})
	rules := &page.Table{Caption: "The rules of the strategy, and how often each decided something.", Head: []string{"rule", "share of its choices"}}
	for _, x := range s.Rules {
		rules.Rows = append(rules.Rows, page.Row{Cells: []string{x.Rule, x.Applied.String()}})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: rules})
	if len(s.Habits) > 0 {
		t := &page.Table{Caption: fmt.Sprintf("What the best response does otherwise (beyond luck among %s comparisons).", number(s.Compared)), Name: strategyID + "-habits", Head: []string{"action", "decision", "the best response", "the strong agent", "difference, in points"}, Left: []int{1}}
		for _, h := range s.Habits {
			t.Rows = append(t.Rows, page.Row{
				Cells:    []string{h.Action, h.Kind, percent(h.Response.Value), percent(h.Ringer.Value), numbers.Points(h.Change, h.Low, h.High)},
				Measured: map[int][3]float64{4: {h.Change, h.Low, h.High}},
			})
		}
		sec.Blocks = append(sec.Blocks, page.Block{Table: t})
	}
	if len(s.By) > 0 {
		sec.Blocks = append(sec.Blocks, page.Block{Text: "By seat, the best response is: " + strings.Join(s.By, "; ") + "."})
	}
	for _, x := range s.Examples {
		if err := r.tell(&sec, x.Words, x.Example); err != nil {
			return sec, err
		}
	}
	return sec, nil
}
