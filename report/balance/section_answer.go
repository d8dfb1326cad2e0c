package balance

import (
	"context"
	"fmt"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/answer"
	"ringer/report/flag"
	"ringer/report/page"
)

const answerID = "answer"

// playAnswer trains an answer to the strategy that the report was asked about.
func playAnswer(ctx context.Context, w *work) (err error) {
	if w.Answer == nil {
		return nil
	}
	w.report.Answer, err = do(w, answerID, []any{w.AnswerKey, w.Plan.RulesGames}, func(progress func(done, total int)) (*answer.Study, error) {
		return w.Answer(ctx, w.Plan.RulesGames, progress)
	})
	return err
}

// flagsOfAnswer raises a flag for a strategy that wins more than its share of the strong
// agents, and one for a strategy that nothing was found against.
func flagsOfAnswer(r *Report) (out []flag.Flag) {
	s := r.Answer
	if s.Strength.Low > s.EqualShare {
		out = append(out, flag.Flag{
			Kind: "strategy", Subject: s.Strategy, N: s.Strength.N,
			Effect: s.Strength.Value - s.EqualShare, Low: s.Strength.Low - s.EqualShare, High: s.Strength.High - s.EqualShare,
			Words: fmt.Sprintf("One %s among the strong agents wins %s.", s.Strategy, numbers.Often(s.Strength.Value, s.Strength.Low, s.Strength.High, s.Strength.N, s.EqualShare)),
		})
	}
	return out
}

func measuresOfAnswer(r *Report) (out []Measure) {
	s := r.Answer
	for _, x := range []struct {
		name, words string
		answer.Rate
	}{
		{"answered", "wins of the answer among players of " + s.Strategy, s.Answered},
		{"untaught", "wins of the strong agent among players of " + s.Strategy, s.Untaught},
		{"strength", "wins of one player of " + s.Strategy + " among the strong agents", s.Strength},
	} {
		out = append(out, Measure{Name: "answer." + x.name, Words: x.words, Share: true, Value: x.Value, Low: x.Low, High: x.High, N: x.N, Of: "games"})
	}
	return out
}

func sectionOfAnswer(r *Report) (page.Section, error) {
	s := r.Answer
	sec := page.Section{
		Name:  "A named strategy",
		Title: fmt.Sprintf("“%s” has no answer that was found with this budget", s.Strategy),
		Lead:  fmt.Sprintf("The strategy plays by its rules. An agent was trained against it alone (%s) and met it on fresh deals, beside the strong agent that knows nothing of it.", s.Budget),
	}
	if s.Found {
		sec.Title = fmt.Sprintf("“%s” can be beaten: its answer wins %s of the games, %s points more than an agent that does not know it", s.Strategy, numbers.Share(s.Answered.Value, s.Answered.Low, s.Answered.High), numbers.Points(s.Gain.Value, s.Gain.Low, s.Gain.High))
	}
	if s.About != "" {
		sec.Blocks = append(sec.Blocks, page.Block{Text: s.About})
	}
	c := &chart.Dots{Title: "One player among others", Axis: "share of the wins", Share: true, Level: &chart.Level{Name: "even", Value: s.EqualShare}, Note: fmt.Sprintf("%s games of each match, on the same deals; bars are 95%% intervals over deals.", number(s.Games))}
	var who []bar
	for _, x := range []struct {
		name string
		answer.Rate
	}{{"the answer, among players of the strategy", s.Answered}, {s.Ringer + ", among players of the strategy", s.Untaught}, {"the strategy, among " + s.Ringer, s.Strength}} {
		who = append(who, bar{x.name, x.Value, x.Low, x.High, x.N})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Figure: bars(c, answerID, "who", "games", who, "A strategy that wins more than its share, and whose answer does not, dominates. One that has an answer that people will not find is worth a hint in the rules.")})
	rules := &page.Table{Caption: "The rules of the strategy, and how often each decided something.", Head: []string{"rule", "share of its choices"}}
	for _, x := range s.Rules {
		rules.Rows = append(rules.Rows, page.Row{Cells: []string{x.Rule, x.Applied.String()}})
	}
	sec.Blocks = append(sec.Blocks, page.Block{Table: rules})
	if len(s.Habits) > 0 {
		t := &page.Table{Caption: fmt.Sprintf("What the answer does otherwise (beyond luck among %s comparisons).", number(s.Compared)), Name: answerID + "-habits", Head: []string{"action", "decision", "the answer", "the strong agent", "difference, in points"}, Left: []int{1}}
		for _, h := range s.Habits {
			t.Rows = append(t.Rows, page.Row{
				Cells:    []string{h.Action, h.Kind, percent(h.Answer.Value), percent(h.Ringer.Value), numbers.Points(h.Change, h.Low, h.High)},
				Measured: map[int][3]float64{4: {h.Change, h.Low, h.High}},
			})
		}
		sec.Blocks = append(sec.Blocks, page.Block{Table: t})
	}
	if len(s.By) > 0 {
		sec.Blocks = append(sec.Blocks, page.Block{Text: "By seat, the answer is: " + strings.Join(s.By, "; ") + "."})
	}
	for _, x := range s.Examples {
		if err := r.tell(&sec, x.Words, x.Example); err != nil {
			return sec, err
		}
	}
	return sec, nil
}
