package learners

import (
	"cmp"
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
		return map[string]string{"summary": Missing, "budgets": Missing, "games": Missing, "settings": Missing, "published": PublishedTable(nil)}
	}
	list, shown := Standings(all), []Run{}
	for _, of := range grouped(all, func(r *Run) string { return r.Game }) {
		shown = append(shown, compared(of)...)
	}
	return map[string]string{
		"summary": Summary(list) + command(list, shown) + origin(shown), "budgets": Budgets(all), "games": Games(list),
		"settings": Settings(shown), "published": PublishedTable(all),
	}
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

// Summary answers which learner is least exploitable: in a sentence over all games, in a table of all learners at all
// games, and in a verdict for each game.
func Summary(list []Standing) string {
	places := Places(list)
	if len(places) == 0 {
		return Missing
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n", overall(places, len(list)), records.Table(summaryRows(list, places)))
	b.WriteString("Bold: the least exploitable of a game, and those that cannot be told apart from it. *First* counts these games. *Times the least* is how many times as " +
		"exploitable as the first of a game a learner is, the geometric mean over games. " + chosen(list, places) + "\n\n")
	for i := range list {
		s := &list[i]
		fmt.Fprintf(&b, "- **%s** (%s decisions): %s. %s\n", s.Game, numbers.Count(s.Decisions), s.Verdict(), s.fourfold())
	}
	return b.String()
}

// overall says in a sentence which learners come first over some games.
func overall(places []Place, games int) string {
	first := &places[0]
	text := fmt.Sprintf("Over all games **`%s`** comes first: it is the least exploitable of a game, or cannot be told apart from that, at %d of %d, and %.3g times as exploitable as the first of a game in the geometric mean.",
		first.Arm, first.First, games, first.Times)
	var next []string
	for i := 1; i < min(3, len(places)); i++ {
		next = append(next, fmt.Sprintf("`%s` (%d of %d, %.3g times)", places[i].Arm, places[i].First, games, places[i].Times))
	}
	if len(next) > 0 {
		text += " Next: " + strings.Join(next, ", ") + "."
	}
	return text
}

// chosen says by what the settings of learners were chosen.
func chosen(list []Standing, places []Place) string {
	var swept []string
	for i := range places {
		if slices.ContainsFunc(list, func(s Standing) bool {
			r := s.learner(places[i].Arm)
			return r != nil && r.Tuned != nil
		}) {
			swept = append(swept, "`"+places[i].Arm+"`")
		}
	}
	switch len(swept) {
	case 0:
		return "Settings of all were chosen by hand: `ringer sweep` tuned none."
	case len(places):
		return "`ringer sweep` tuned all."
	}
	return fmt.Sprintf("`ringer sweep` tuned %s; settings of the others were chosen by hand.", strings.Join(swept, ", "))
}

// command returns what trains the first learner over all games, at the first game where it is first.
func command(list []Standing, shown []Run) string {
	places := Places(list)
	if len(places) == 0 {
		return ""
	}
	arm := places[0].Arm
	i := max(0, slices.IndexFunc(list, func(s Standing) bool { return s.First(arm) }))
	k := slices.IndexFunc(shown, func(r Run) bool { return r.Arm == arm && r.Game == list[i].Game })
	if k < 0 {
		return ""
	}
	r := &shown[k]
	words := "ringer train --config " + r.Config
	for _, pair := range append(slices.Clone(r.Set), fmt.Sprintf("decisions=%d", r.Budget)) {
		if strings.ContainsAny(pair, " ()[]|,") {
			pair = "'" + pair + "'"
		}
		words += " --set " + pair
	}
	return fmt.Sprintf("\nTo train `%s` at %s as here ([Settings](#settings) has all games):\n\n```sh\n%s\n```\n", arm, r.Game, words)
}

func summaryRows(list []Standing, places []Place) [][]string {
	rows := [][]string{{"learner", "first", "times the least"}, {"", ":", ":"}}
	uniform := []string{"uniform play", "–", "–"}
	for i := range list {
		rows[0], rows[1] = append(rows[0], list[i].Game), append(rows[1], ":")
		uniform = append(uniform, fmt.Sprintf("%.4f", list[i].Uniform))
	}
	for k := range places {
		p := &places[k]
		row := []string{"`" + p.Arm + "`", fmt.Sprintf("%d of %d", p.First, p.Games), fmt.Sprintf("%.2f", p.Times)}
		for i := range list {
			cell := "–"
			if r := list[i].learner(p.Arm); r != nil {
				cell = fmt.Sprintf("%.4f", r.Final.Value)
				if list[i].First(p.Arm) {
					cell = "**" + cell + "**"
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return append(rows, uniform)
}

// Fold is how many times less exploitable than uniform play a learner is to be.
const Fold = 4

// fourfold says who is less than Fold times less exploitable than uniform play.
func (s *Standing) fourfold() string {
	var short []string
	for i := range s.Learners() {
		if r := &s.Rows[i]; r.Final.Value*Fold > s.Uniform {
			short = append(short, fmt.Sprintf("`%s` (%.2g)", r.Arm, s.Uniform/r.Final.Value))
		}
	}
	if len(short) == 0 {
		return fmt.Sprintf("All are at least %d times less exploitable than uniform play.", Fold)
	}
	return fmt.Sprintf("Less than %d times less exploitable than uniform play: %s.", Fold, strings.Join(short, ", "))
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

// Settings returns what each learner was trained with: games with the same changes and choice share a row.
func Settings(all []Run) string {
	type row struct {
		arm, algorithm, changes, chosen string
		games                           []string
	}
	var list []row
	seen := map[string]bool{}
	for _, runs := range grouped(all, func(r *Run) string { return r.Arm }) {
		for i := range runs {
			r := &runs[i]
			if r.Solver || seen[r.Arm+" "+r.Game] {
				continue
			}
			seen[r.Arm+" "+r.Game] = true
			one := row{arm: r.Arm, algorithm: r.Algorithm, changes: "none", chosen: "hand"}
			if len(r.Set) > 0 {
				one.changes = "`" + strings.Join(slices.Sorted(slices.Values(r.Set)), "`, `") + "`"
			}
			if r.Tuned != nil {
				one.chosen = fmt.Sprintf("`ringer sweep`, %s trials of up to %s decisions, seed %d", numbers.Count(r.Tuned.Trials), numbers.Count(r.Tuned.Decisions), r.Tuned.Seed)
			}
			k := slices.IndexFunc(list, func(of row) bool { return of.arm == one.arm && of.changes == one.changes && of.chosen == one.chosen })
			if k < 0 {
				k, list = len(list), append(list, one)
			}
			list[k].games = append(list[k].games, r.Game)
		}
	}
	rows := [][]string{{"learner", "games", "algorithm", "changes", "chosen by"}, {"", "", "", "", ""}}
	for i := range list {
		r := &list[i]
		rows = append(rows, []string{"`" + r.arm + "`", strings.Join(r.games, ", "), r.algorithm, strings.ReplaceAll(r.changes, "|", `\|`), r.chosen})
	}
	return records.Table(rows)
}

// Budgets returns how many times less exploitable than uniform play each learner is at each game after each number of
// decisions that there are records of, and the number of seeds.
func Budgets(all []Run) string {
	var arms []string
	for i := range all {
		if r := &all[i]; !r.Solver && !slices.Contains(arms, r.Arm) {
			arms = append(arms, r.Arm)
		}
	}
	rows := [][]string{{"game", "decisions"}, {"", ":"}}
	for _, arm := range arms {
		rows[0], rows[1] = append(rows[0], "`"+arm+"`"), append(rows[1], ":")
	}
	for _, game := range grouped(all, func(r *Run) string { return r.Game }) {
		game = slices.DeleteFunc(game, func(r Run) bool { return r.Solver })
		slices.SortStableFunc(game, func(a, b Run) int { return cmp.Compare(a.Budget, b.Budget) })
		for _, of := range grouped(game, func(r *Run) string { return fmt.Sprint(r.Budget) }) {
			row := []string{of[0].Game, numbers.Count(of[0].Budget)}
			for _, arm := range arms {
				row = append(row, fold(slices.DeleteFunc(slices.Clone(of), func(r Run) bool { return r.Arm != arm })))
			}
			rows = append(rows, row)
		}
	}
	return records.Table(rows)
}

// fold says how many times less exploitable than uniform play the runs of one arm are on the mean, in bold from Fold on, and
// over how many seeds.
func fold(runs []Run) string {
	if len(runs) == 0 {
		return "–"
	}
	sum := 0.0
	for i := range runs {
		sum += runs[i].Final
	}
	times := runs[0].Uniform * float64(len(runs)) / math.Max(sum, leastFinal)
	cell := fmt.Sprintf("%.3g", times)
	if times >= Fold {
		cell = "**" + cell + "**"
	}
	return fmt.Sprintf("%s (%d)", cell, len(runs))
}

// PublishedTable returns figures of others beside the learner of the same kind here, where there is one, and beside the one that does
// best here: each after the most decisions of which there are records.
func PublishedTable(all []Run) string {
	rows := [][]string{{"game", "there", "figure", "budget there", "source", "what differs", "the same learner here", "met here", "best here"}, {"", "", ":", "", "", "", "", "", ""}}
	for _, p := range Elsewhere() {
		same, met, best := "–", "–", "–"
		var least *Figure
		if f, budget := atMost(all, p.Game, p.Arm); f != nil {
			same, met = budgeted(p.Arm, f, budget), verdict(f, p.Exploitability)
		}
		for _, arm := range armsAt(all, p.Game) {
			f, budget := atMost(all, p.Game, arm)
			if least == nil || f.Value < least.Value {
				least, best = f, budgeted(arm, f, budget)
			}
		}
		rows = append(rows, []string{p.Game, p.Algorithm, fmt.Sprintf("%.3g", p.Exploitability), p.Budget, p.Source, p.Differs, same, met, best})
	}
	return records.Table(rows)
}

// armsAt returns the learners of a game.
func armsAt(all []Run, game string) (arms []string) {
	for i := range all {
		if r := &all[i]; r.Game == game && !r.Solver && !slices.Contains(arms, r.Arm) {
			arms = append(arms, r.Arm)
		}
	}
	return arms
}

// atMost returns the figure that an arm ends with at a game after the most decisions of which there are records, nil
// without any.
func atMost(all []Run, game, arm string) (f *Figure, budget int) {
	var each []float64
	for i := range all {
		if r := &all[i]; r.Game == game && r.Arm == arm && !r.Solver && r.Budget >= budget {
			if r.Budget > budget {
				each, budget = nil, r.Budget
			}
			each = append(each, r.Final)
		}
	}
	if each == nil {
		return nil, 0
	}
	of := figureOf(each)
	return &of, budget
}

func budgeted(arm string, f *Figure, budget int) string {
	return fmt.Sprintf("`%s`: %s, %s decisions, %s", arm, f.write(), numbers.Count(budget), seeds(len(f.Each)))
}

// verdict says whether a figure is at most a published one: surely where its interval is.
func verdict(f *Figure, published float64) string {
	switch {
	case f.Low == nil && f.Value <= published:
		return "yes, with one seed"
	case f.Low == nil:
		return "no, with one seed"
	case *f.High <= published:
		return "yes"
	case *f.Low > published:
		return "no"
	case f.Value <= published:
		return "on the mean; the interval holds it"
	}
	return "not on the mean; the interval holds it"
}
