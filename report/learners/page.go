package learners

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// Missing stands in the page before anything was measured.
const Missing = "`make learners` has not been run yet.\n"

// Blocks returns the parts of docs/learners.md that follow from records, by name.
func Blocks(all []Run) map[string]string {
	if len(all) == 0 {
		return map[string]string{"summary": Missing, "games": Missing, "settings": Missing, "published": PublishedTable(nil)}
	}
	list, shown := Standings(all), []Run{}
	for _, of := range grouped(all, func(r *Run) string { return r.Game }) {
		shown = append(shown, compared(of)...)
	}
	return map[string]string{"summary": Summary(list) + origin(shown), "games": Games(list), "settings": Settings(shown), "published": PublishedTable(list)}
}

// origin says when records were made, and by which builds.
func origin(all []Run) string {
	var stamps []records.Stamp
	for i := range all {
		stamps = append(stamps, all[i].Stamp)
	}
	when, builds := records.Origin(stamps)
	return fmt.Sprintf("\nMeasured %s; %s.\n", when, builds)
}

// write writes a figure with its interval.
func (f *Figure) write() string {
	if f == nil {
		return "–"
	}
	if f.Low == nil {
		return fmt.Sprintf("%.4g", f.Value)
	}
	return numbers.Mean(f.Value, *f.Low, *f.High)
}

// Verdict says in a sentence who is least exploitable at a game, and who cannot be told apart from that.
func (s *Standing) Verdict() string {
	n := s.Learners()
	if n == 0 {
		return "no learner was trained"
	}
	first := &s.Rows[0]
	words := fmt.Sprintf("`%s`, %s over %s", first.Arm, first.Final.write(), seeds(len(first.Seeds)))
	var near, unknown []string
	for i := 1; i < n; i++ {
		switch r := &s.Rows[i]; {
		case r.Behind == nil:
			unknown = append(unknown, "`"+r.Arm+"`")
		case !r.Apart():
			near = append(near, "`"+r.Arm+"`")
		}
	}
	if len(near) > 0 {
		words += "; not told apart from it: " + strings.Join(near, ", ")
	}
	if len(unknown) > 0 {
		words += "; with too few seeds to tell: " + strings.Join(unknown, ", ")
	}
	if n > 1 && len(near)+len(unknown) == 0 {
		words += "; all others are more exploitable"
	}
	return words
}

func seeds(n int) string {
	if n == 1 {
		return "1 seed"
	}
	return fmt.Sprintf("%d seeds", n)
}

// Summary returns a table of all learners at all games, and a verdict for each game.
func Summary(list []Standing) string {
	rows := [][]string{{"learner"}, {""}}
	var arms []string
	for i := range list {
		s := &list[i]
		rows[0], rows[1] = append(rows[0], s.Game), append(rows[1], ":")
		for k := range s.Learners() {
			if !slices.Contains(arms, s.Rows[k].Arm) {
				arms = append(arms, s.Rows[k].Arm)
			}
		}
	}
	var b strings.Builder
	for _, arm := range arms {
		row := []string{"`" + arm + "`"}
		for i := range list {
			s := &list[i]
			cell := "–"
			if k := slices.IndexFunc(s.Rows[:s.Learners()], func(r Row) bool { return r.Arm == arm }); k >= 0 {
				r := &s.Rows[k]
				cell = fmt.Sprintf("%.4f", r.Final.Value)
				if k == 0 || !r.Apart() {
					cell = "**" + cell + "**"
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	b.WriteString(records.Table(rows) + "\nBold: the least exploitable of a game, and those that cannot be told apart from it.\n\n")
	for i := range list {
		s := &list[i]
		fmt.Fprintf(&b, "- **%s** (%s decisions): %s.\n", s.Game, numbers.Count(s.Decisions), s.Verdict())
	}
	return b.String()
}

// Games returns a section for each game, with its table and its chart.
func Games(list []Standing) string {
	var b strings.Builder
	for i := range list {
		s := &list[i]
		fmt.Fprintf(&b, "### %s\n\n`%s`: %s decisions of each learner; uniform play has %.4g.\n\n", s.Game, s.Spec, numbers.Count(s.Decisions), s.Uniform)
		if s.Learners() > 0 {
			fmt.Fprintf(&b, "![exploitability at %s against decisions and processor seconds](learners/%s)\n\n", s.Game, ChartName(s.Game))
		}
		b.WriteString(records.Table(s.Table()) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Table returns the rows of a standing in words, the heading first.
func (s *Standing) Table() [][]string {
	rows := [][]string{
		{"learner", "n", "as it ends", "more than the first", "last", "averaged", "processor seconds", fmt.Sprintf("after %s", secondsWords(s.Seconds)), "uniform ÷"},
		{"", ":", ":", ":", ":", ":", ":", ":", ":"},
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		name, more := "`"+r.Arm+"`", "–"
		if r.Solver {
			name += fmt.Sprintf(" (solver, %s iterations)", numbers.Count(r.Budget))
		}
		if r.Behind != nil {
			more = numbers.Signed(r.Behind.Value, r.Behind.Low, r.Behind.High)
		}
		rows = append(rows, []string{
			name, fmt.Sprint(len(r.Seeds)), r.Final.write(), more, r.Last.write(), r.Averaged.write(),
			secondsWords(r.Processor), r.AtTime.write(), fmt.Sprintf("%.3g", s.Uniform/math.Max(r.Final.Value, 1e-12)),
		})
	}
	return rows
}

// secondsWords writes processor seconds.
func secondsWords(x float64) string {
	if x >= 10 {
		return fmt.Sprintf("%.0f s", x)
	}
	return fmt.Sprintf("%.2g s", x)
}

// Settings returns what each learner was trained with, game by game.
func Settings(all []Run) string {
	rows := [][]string{{"learner", "game", "algorithm", "configuration", "changes", "chosen by"}, {"", "", "", "", "", ""}}
	seen := map[string]bool{}
	for i := range all {
		r := &all[i]
		if r.Solver || seen[r.Arm+" "+r.Game] {
			continue
		}
		seen[r.Arm+" "+r.Game] = true
		changes, chosen := "none", "hand"
		if len(r.Set) > 0 {
			changes = "`" + strings.Join(r.Set, "`, `") + "`"
		}
		if r.Tuned != nil {
			chosen = fmt.Sprintf("`ringer sweep`, %s trials of up to %s decisions, seed %d", numbers.Count(r.Tuned.Trials), numbers.Count(r.Tuned.Decisions), r.Tuned.Seed)
		}
		rows = append(rows, []string{"`" + r.Arm + "`", r.Game, r.Algorithm, "`" + r.Config + "`", strings.ReplaceAll(changes, "|", `\|`), chosen})
	}
	return records.Table(rows)
}

// PublishedTable returns figures of others beside the learner that does best here.
func PublishedTable(list []Standing) string {
	rows := [][]string{{"game", "there", "figure", "budget there", "source", "what differs", "best here"}, {"", "", ":", "", "", "", ""}}
	for _, p := range Elsewhere() {
		here := "–"
		if i := slices.IndexFunc(list, func(s Standing) bool { return s.Game == p.Game && s.Learners() > 0 }); i >= 0 {
			first := &list[i].Rows[0]
			here = fmt.Sprintf("`%s`: %s, %s decisions", first.Arm, first.Final.write(), numbers.Count(list[i].Decisions))
		}
		rows = append(rows, []string{p.Game, p.Algorithm, fmt.Sprintf("%.3g", p.Exploitability), p.Budget, p.Source, p.Differs, here})
	}
	return records.Table(rows)
}
