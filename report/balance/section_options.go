package balance

import (
	"context"
	"fmt"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/options"
	"ringer/report/page"
)

const optionsID = "decisions"

// playOptions measures what the choices of the game are worth.
func playOptions(ctx context.Context, w *work) (err error) {
	config := options.Config{Agent: w.Agents[0], PerQuestion: w.Plan.PerQuestion, Seed: w.Seed, Workers: w.Workers, Place: w.Place}
	w.report.Options, err = counted(ctx, w, optionsID, []any{config.Agent.Name, config.PerQuestion}, func(c *corpus.Corpus, progress func(done, total int)) (*options.Study, error) {
		config.Corpus, config.Progress = c, progress
		return options.Play(ctx, config)
	})
	return err
}

func flagsOfOptions(r *Report) []flag.Flag { return r.Options.Flags }

func measuresOfOptions(r *Report) (out []Measure) {
	for _, q := range r.Options.Questions {
		at := "decisions." + slug(q.Name)
		out = append(out, measure(at+".forced", q.Name+": decisions with one legal action", q.Forced, "decisions"))
		if q.Sampled > 0 {
			out = append(out,
				measure(at+".entropy", q.Name+": entropy of the policy, as a share of the largest", q.Entropy, "decisions"),
				measure(at+".spread", q.Name+": chance to win with the best action less that with the worst", q.Spread, "decisions"),
				measure(at+".matters", q.Name+": decisions whose best action is clearly better than the worst", q.Matters, "decisions"),
			)
		}
	}
	return out
}

func sectionOfOptions(r *Report) (page.Section, error) {
	s := r.Options
	sec := page.Section{
		Name: "Decisions", Title: r.answerOptions(),
		Lead: fmt.Sprintf("Which decisions matter: for each question, some decisions of %s games were taken back, and other actions played on %d times with the same dice by %s. A decision whose actions are all worth the same is a false choice; an action that is always taken is no choice.", number(s.Games), s.Playouts, s.Agent),
	}
	if len(s.Flags) > 0 {
		sec.Title = headline(s.Flags)
	}
	gaps := &chart.Dots{Title: "What a decision is worth", Axis: "chance to win", Share: true, Level: &chart.Level{Name: "nothing"}, Names: []string{"best less worst action", "best less second"}, Note: "Means over sampled decisions; luck alone gives 0 on average."}
	mixed := &chart.Dots{Title: "How mixed the policy is", Axis: "entropy, as a share of the largest", Share: true, Note: "0% always plays the same, 100% does not care."}
	table := &page.Table{
		Caption: "Decisions by question.", Name: optionsID,
		Head: []string{"question", "kind", "times", "forced", "legal actions", "sampled", "entropy", "best less worst", "best less second", "loss of the agent's choice", "that matter"}, Left: []int{1},
	}
	actions := &page.Table{Caption: "The actions taken most, where there was a choice.", Name: optionsID + "-actions", Head: []string{"action", "question", "times legal", "taken", "at random"}, Left: []int{1}}
	data := [][]string{{"question", "figure", "value", "low", "high", "decisions"}}
	for _, q := range s.Questions {
		table.Rows = append(table.Rows, page.Row{Cells: []string{
			q.Name, q.Kind, number(q.Times), q.Forced.String(), decimal(q.Legal.Value), number(q.Sampled), q.Entropy.String(), inPoints(q.Spread.Of, q.Spread.Value, q.Spread.Low, q.Spread.High),
			inPoints(q.Gap.Of, q.Gap.Value, q.Gap.Low, q.Gap.High), inPoints(q.Loss.Of, q.Loss.Value, q.Loss.Low, q.Loss.High), q.Matters.String(),
		}})
		for _, a := range q.Actions[:min(mostActions, len(q.Actions))] {
			actions.Rows = append(actions.Rows, page.Row{Cells: []string{a.Text, q.Name, number(a.Offered), a.Taken.String(), percent(a.Random)}})
		}
		if q.Sampled == 0 {
			continue
		}
		note := "n " + number(q.Sampled)
		gaps.Rows = append(gaps.Rows, chart.DotRow{Label: q.Name, Note: note, Dots: []chart.Dot{dot(0, q.Spread), dot(1, q.Gap)}})
		mixed.Rows = append(mixed.Rows, chart.DotRow{Label: q.Name, Note: note, Dots: []chart.Dot{dot(0, q.Entropy)}})
		data = append(data,
			[]string{q.Name, "spread", raw(q.Spread.Value), raw(q.Spread.Low), raw(q.Spread.High), fmt.Sprint(q.Sampled)},
			[]string{q.Name, "gap", raw(q.Gap.Value), raw(q.Gap.Low), raw(q.Gap.High), fmt.Sprint(q.Sampled)},
			[]string{q.Name, "entropy", raw(q.Entropy.Value), raw(q.Entropy.Low), raw(q.Entropy.High), fmt.Sprint(q.Sampled)})
	}
	sec.Blocks = append(sec.Blocks,
		page.Block{Figure: &page.Figure{Picture: gaps, Name: optionsID + "-worth", Data: data, Caption: "A question near the line asks for nothing that matters: cut it, or raise its stakes."}},
		page.Block{Figure: &page.Figure{Picture: mixed, Caption: "A question near 0% with much at stake has a right answer that players will learn; hiding information or raising costs makes it a choice again."}},
		page.Block{Table: table}, page.Block{Table: actions})
	return sec, nil
}

// mostActions is the number of actions that are listed of a question.
const mostActions = 5

// inPoints writes a difference of chances with its interval.
func inPoints(of int, value, low, high float64) string {
	if of == 0 {
		return numbers.None
	}
	return numbers.Points(value, low, high)
}
