package balance

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/flag"
	"ringer/report/page"
	"ringer/report/ratio"
	"ringer/report/whatif"
)

// Names of the panels of changed rules.
const (
	whatifID      = "what-if"
	sensitivityID = "sensitivity"
)

// playRules measures sets of rules beside a base.
func (w *work) playRules(ctx context.Context, part string, rules []whatif.Rules) (*whatif.Study, error) {
	c := whatif.Config{Base: rules[0], Variants: rules[1:], Games: w.Plan.RulesGames, Seed: w.Seed, Workers: w.Workers, Place: w.Place}
	var of []any
	for _, r := range rules {
		of = append(of, r.Game.Spec().Hash, r.Label, r.Thing)
		for _, s := range r.Sets {
			of = append(of, s.Kind, s.Seed, s.A.Name, s.B.Name)
		}
	}
	return do(w, part, []any{of, c.Games}, func(progress func(done, total int)) (*whatif.Study, error) {
		c.Progress = progress
		return whatif.Run(ctx, c)
	})
}

// playWhatIf measures parameters one step up and down.
func playWhatIf(ctx context.Context, w *work) (err error) {
	if len(w.Variants) > 1 || len(w.Variants) == 1 && w.Variants[0].Thing != "" {
		w.report.WhatIf, err = w.playRules(ctx, whatifID, w.Variants)
	}
	return err
}

// playSensitivity measures parameters over a range.
func playSensitivity(ctx context.Context, w *work) error {
	for i, rules := range w.Series {
		s, err := w.playRules(ctx, fmt.Sprintf("%s %d", sensitivityID, i+1), rules)
		if err != nil {
			return err
		}
		w.report.Sensitivity = append(w.report.Sensitivity, s)
	}
	return nil
}

// noFlags is for panels that answer a question and raise nothing by themselves.
func noFlags(*Report) []flag.Flag { return nil }

// noMeasures is for panels whose figures are of other rules than the report's.
func noMeasures(*Report) []Measure { return nil }

// moved is a change of a measure by a change of the rules.
type moved struct {
	rules, kind, measure string
	unit                 whatif.Unit
	value                float64
	thing                string // that the rules change; empty where the measure is not of it
	whatif.Change

	// Clear says that the change stands when at most 5% of all that stand may be wrong
	// (Benjamini and Hochberg, 1995), and that the trainings agree on its direction.
	clear bool
}

// size returns a change in halves of its interval.
func (m *moved) size() float64 {
	half := (m.High - m.Low) / 2
	if m.Value == 0 {
		return 0
	}
	return math.Abs(m.Value) / max(half, 1e-12)
}

func movedOf(s *whatif.Study) (out []moved) {
	for _, r := range s.Rules {
		for _, k := range r.Kinds {
			for _, m := range k.Measures {
				if m.Change != nil {
					x := moved{rules: r.Label, kind: kindWords(k.Kind), measure: m.Name, unit: m.Unit, value: m.Value, Change: *m.Change}
					if m.Own {
						x.thing = r.Thing
					}
					out = append(out, x)
				}
			}
		}
	}
	var ps []float64
	for i := range out {
		ps = append(ps, math.Erfc(z*out[i].size()/math.Sqrt2))
	}
	for i, rate := range ratio.DiscoveryRates(ps) {
		out[i].clear = rate <= .05 && !out[i].Disagree
	}
	slices.SortStableFunc(out, func(a, b moved) int {
		if a.clear != b.clear {
			if a.clear {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.size(), a.size())
	})
	return out
}

func kindWords(k whatif.Kind) string {
	if k == whatif.Tuned {
		return "learned the change"
	}
	return "as they were"
}

// mostMoved is the number of changes on the picture, and mostChanged that in the table.
const (
	mostMoved   = 12
	mostChanged = 24
)

func sectionOfWhatIf(r *Report) (page.Section, error) {
	all := movedOf(r.WhatIf)
	clear := 0
	for i := range all {
		if all[i].clear {
			clear++
		}
	}
	sec := page.Section{
		Name: "What if", Title: answerRules(all, r.Plan.Games),
		Lead: "Each rule is changed by one step and played on the same deals as the rules as they are: by agents that know nothing of the change, and by agents that have learned it. The first shows the shock, the second where the game settles. Decide on the second.",
	}
	if clear > 0 {
		sec.Title = movesMost(&all[0])
	}
	if about := aboutWords(r.WhatIf); len(about) > 0 {
		sec.Title = strings.Join(about, " ")
	}
	if f := worthChart(r.WhatIf); f != nil {
		sec.Blocks = append(sec.Blocks, page.Block{Figure: f})
	}
	if own := ownTable(r.WhatIf); own != nil {
		sec.Blocks = append(sec.Blocks, page.Block{Table: own})
	}
	c := &chart.Dots{
		Title: "The clearest changes", Share: true, Axis: "change of a share, in points", Level: &chart.Level{Name: "no change"},
	}
	table := &page.Table{
		Caption: fmt.Sprintf("The clearest %s of %s changes; bold ones stand when one in twenty of those that stand may be wrong. The data of the picture has all.", number(min(mostChanged, len(all))), number(len(all))),
		Head:    []string{"rules", "figure", "agents", "value", "change", "games", "seeds agree"}, Left: []int{1, 2, 6},
	}
	rows := map[string]int{}
	for i := range all {
		m := &all[i]
		key := m.rules + ": " + m.measure
		if len(r.WhatIf.Rules) == 2 { // all are of the one change
			key, c.Title = m.measure, "The clearest changes by "+m.rules
		}
		if at, ok := rows[key]; m.unit == whatif.Share && (ok || len(c.Rows) < mostMoved) {
			if !ok {
				at = len(c.Rows)
				rows[key] = at
				c.Rows = append(c.Rows, chart.DotRow{Label: key})
			}
			series := 0
			if m.kind == kindWords(whatif.Tuned) {
				series, c.Names = 1, []string{"as they were", "learned the change"}
			}
			c.Rows[at].Dots = append(c.Rows[at].Dots, chart.Dot{Series: series, Value: m.Value, Low: m.Low, High: m.High})
		}
		if i >= mostChanged {
			continue
		}
		agree := "yes"
		if m.Disagree {
			agree = "no: it may be one training's doing"
		} else if len(m.BySeed) < 2 {
			agree = "one training"
		}
		table.Rows = append(table.Rows, page.Row{Strong: m.clear, Cells: []string{
			m.rules, m.measure, m.kind, inUnit(m.unit, m.value), change(m), number(m.N), agree,
		}})
	}
	data := [][]string{{"rules", "figure", "agents", "change", "low", "high", "games"}}
	for _, m := range all {
		data = append(data, []string{m.rules, m.measure, m.kind, raw(m.Value), raw(m.Low), raw(m.High), fmt.Sprint(m.N)})
	}
	if len(all) == 0 { // the rules as they are, and a thing of them
		return sec, nil
	}
	sec.Blocks = append(sec.Blocks, page.Block{Figure: &page.Figure{Picture: c, Name: whatifID + "-changes", Data: data, Caption: "Changes whose interval leaves out zero for agents that learned the change are the ones to expect at the table."}}, page.Block{Table: table})
	return sec, nil
}

func change(m *moved) string {
	if m.unit == whatif.Share || m.unit == whatif.Worth {
		return numbers.Points(m.Value, m.Low, m.High) + " points"
	}
	return numbers.Signed(m.Value, m.Low, m.High)
}

func inUnit(u whatif.Unit, v float64) string {
	switch u {
	case whatif.Share:
		return percent(v)
	case whatif.Worth:
		return fmt.Sprintf("%+.1f points", 100*v)
	}
	return fmt.Sprintf("%.3g", v)
}

// ownTable shows what became of the changed things themselves, by rules; nil where rules change none.
func ownTable(s *whatif.Study) *page.Table {
	t := &page.Table{
		Caption: "The changed thing itself, before and after on the same deals. The wins of those who have it do not show what it is worth: players who are ahead have other things.",
		Name:    whatifID + "-own", Head: []string{"rules", "figure", "agents", "before", "after", "change", "games"}, Left: []int{1, 2},
	}
	for _, r := range s.Rules {
		for _, k := range r.Kinds {
			for _, m := range k.Measures {
				if !m.Own || m.Change == nil {
					continue
				}
				x := moved{unit: m.Unit, value: m.Value, Change: *m.Change}
				t.Rows = append(t.Rows, page.Row{Strong: m.Change.Beyond, Cells: []string{
					r.Label, m.Name, kindWords(k.Kind), inUnit(m.Unit, m.Value-m.Change.Value), inUnit(m.Unit, m.Value), change(&x), number(m.Change.N),
				}, Measured: map[int][3]float64{5: {m.Change.Value, m.Change.Low, m.Change.High}}})
			}
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// ownWords says what became of the changed things, a sentence for each of the rules: of the agents that
// learned the change where there are some.
func ownWords(s *whatif.Study) (lines []string) {
	for _, r := range s.Rules {
		if len(r.Kinds) == 0 {
			continue
		}
		var parts []string
		for _, m := range r.Kinds[len(r.Kinds)-1].Measures {
			if m.Own && m.Change != nil {
				x := moved{unit: m.Unit, Change: *m.Change}
				parts = append(parts, fmt.Sprintf("%s %s → %s (%s)", m.Name, inUnit(m.Unit, m.Value-m.Change.Value), inUnit(m.Unit, m.Value), change(&x)))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, r.Label+": "+strings.Join(parts, "; ")+".")
		}
	}
	return lines
}

// mostLines is the number of pictures for a range of a parameter.
const mostLines = 6

func sectionOfSensitivity(r *Report) (page.Section, error) {
	sec := page.Section{
		Name: "Sensitivity", Title: "How figures follow a parameter over its range",
		Lead: "Look for the range in which the figure that you care about stays inside its target, and for cliffs. Where the two lines part, players will learn to use the change.",
	}
	for k, s := range r.Sensitivity {
		shown := 0
		for _, name := range s.Names() {
			lines, ok := s.Lines(name)
			if !ok || shown == mostLines {
				continue
			}
			shown++
			data := [][]string{{"agents", "x", "value", "low", "high"}}
			for _, l := range lines.Lines {
				for _, p := range l.Points {
					data = append(data, []string{l.Label, raw(p.X), raw(p.Value), raw(p.Low), raw(p.High)})
				}
			}
			sec.Blocks = append(sec.Blocks, page.Block{Figure: &page.Figure{
				Picture: &lines, Name: fmt.Sprintf("%s-%d-%s", sensitivityID, k+1, slug(name)), Data: data, Caption: "The band is the 95% interval over deals.",
			}})
		}
	}
	return sec, nil
}
