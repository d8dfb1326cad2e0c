package study

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open/study"
	"ringer/report/ladder"
	"ringer/report/records"
	"ringer/train/checkpoint"
)

// ParseSeeds reads a list of seeds such as 1..5 or 1,3,7.
func ParseSeeds(text string) ([]uint64, error) {
	const want = "want numbers from 0 up, such as 1..5 or 1,3,7"
	var seeds []uint64
	for part := range strings.SplitSeq(text, ",") {
		low, high, span := strings.Cut(strings.TrimSpace(part), "..")
		if !span {
			high = low
		}
		first, ok1 := input.Unsigned(low)
		last, ok2 := input.Unsigned(high)
		switch {
		case !ok1 || !ok2:
			return nil, input.Badf("--seeds %q: %s", part, want)
		case last < first:
			return nil, input.Badf("--seeds %q: want the smaller number first", part)
		case last-first >= shell.MostSeeds || len(seeds)+int(last-first) >= shell.MostSeeds:
			return nil, input.Badf("--seeds %q: want at most %d seeds", part, shell.MostSeeds)
		}
		for n := range last - first + 1 {
			if slices.Contains(seeds, first+n) {
				return nil, input.Badf("--seeds: %d: given twice: want each seed once", first+n)
			}
			seeds = append(seeds, first+n)
		}
	}
	return seeds, nil
}

// studyObject is the object of `ringer study --json`.
type studyObject struct {
	Study       string            `json:"study"`
	Game        string            `json:"game"`
	Runs        []ladder.Training `json:"runs"`
	Summary     []study.Summary   `json:"summary"`
	Interrupted bool              `json:"interrupted"`
}

// show prints the study as far as it is over, and keeps its card.
func (s *studied) show(t *shell.Terminal, stopped bool) error {
	over := slices.DeleteFunc(slices.Clone(s.records), func(r ladder.Training) bool { return r.Decisions == 0 })
	o := studyObject{s.dir, s.runs[0].Game.Spec().String(), s.kept.All, study.Summarize(over), stopped}
	rows := s.rows(o.Summary)
	if err := checkpoint.WriteFile(filepath.Join(s.dir, study.CardName), []byte(s.card(o.Game, rows))); err != nil {
		return err
	}
	if s.flags.json {
		return t.JSON(o)
	}
	if err := t.Printf("%s: %d runs in %s%s\n\n", o.Game, len(over), s.dir, shell.IfInterrupted(stopped)); err != nil {
		return err
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	if err := t.Printf("\n%s\nLearning curves: ringer curves %s\n", howOverSeeds, input.ShellWord(s.dir)); err != nil {
		return err
	}
	for i := range over {
		if over[i].Gains == nil {
			continue
		}
		if err := t.Printf("Exploited, %s × %g, seed %d: %s\n", over[i].VariantName(), over[i].Factor, over[i].Seed, over[i].Exploited()); err != nil {
			return err
		}
	}
	return nil
}

// howOverSeeds says what the interval of a study is.
const howOverSeeds = "Mean over seeds; the interval is Student's t with (seeds - 1) degrees of freedom, over the seeds: it holds the luck of a training and of its games together. With one seed it is over its games alone."

// rows returns the table of a summary, in words.
func (s *studied) rows(list []study.Summary) [][]string {
	rows := [][]string{{"VARIANT", "LENGTH", "DECISIONS", "A SECOND", "OPPONENT", "SEEDS", "GAMES EACH", "MEAN", "EVEN", "GAIN", "EACH SEED"}}
	before := ""
	for i := range list {
		m := &list[i]
		show, write, games, equal := shell.Percent, numbers.Share, shell.Count(float64(m.Games)), numbers.Even(m.Equal)
		name, gain := m.Opponent, numbers.Points
		if m.Measure == study.Exploitability {
			show, write, games, equal = func(x float64) string { return fmt.Sprintf("%.4f", x) }, numbers.Mean, "exact", "-"
			name, gain = study.Exploitability, numbers.Mean
		}
		if m.Measure == study.WinsOfNetworks {
			name += ", of the same seed"
		}
		row := []string{variantName(m.Variant), fmt.Sprintf("× %g", m.Factor), shell.Count(m.Decisions), "-"}
		if m.PerSecond > 0 {
			row[3] = shell.Count(m.PerSecond)
		}
		if arm := row[0] + row[1]; arm == before {
			row = []string{"", "", "", ""}
		} else {
			before = arm
		}
		mean, more := show(m.Mean), "-"
		if m.Low != nil {
			mean = write(m.Mean, *m.Low, *m.High)
		}
		if m.Gain != nil {
			more = gain(m.Gain.Value, m.Gain.Low, m.Gain.High)
		}
		var each []string
		for _, v := range m.Values {
			each = append(each, show(v))
		}
		rows = append(rows, append(row, name, fmt.Sprint(len(m.Values)), games, mean, equal, more, strings.Join(each, " ")))
	}
	return s.shown(rows)
}

// shown leaves out the columns that say the same in every row.
func (s *studied) shown(rows [][]string) [][]string {
	drop := map[string]bool{"VARIANT": s.changes == 1, "GAIN": s.changes == 1, "LENGTH": len(s.flags.factors) == 0}
	heading := slices.Clone(rows[0])
	for i := range rows {
		k := -1
		rows[i] = slices.DeleteFunc(rows[i], func(string) bool { k++; return drop[heading[k]] })
	}
	return rows
}

func variantName(variant string) string { return (&ladder.Training{Variant: variant}).VariantName() }

// card returns the card of the study, in Markdown.
func (s *studied) card(game string, rows [][]string) string {
	var b strings.Builder
	var seeds []string
	for _, seed := range s.seeds {
		seeds = append(seeds, fmt.Sprint(seed))
	}
	fmt.Fprintf(&b, "# Study: %s, seeds %s\n\nRuns of one configuration, one folder each, with a card of its own.\n\n", game, strings.Join(seeds, ", "))
	table := [][]string{nil, nil}
	for _, name := range rows[0] {
		align := ":"
		if slices.Contains([]string{"VARIANT", "OPPONENT", "EACH SEED"}, name) {
			align = ""
		}
		table[0], table[1] = append(table[0], strings.ToLower(name)), append(table[1], align)
	}
	b.WriteString(records.Table(append(table, rows[1:]...)))
	fmt.Fprintf(&b, "\n%s\n\n## Train it again\n\n```sh\nringer study --config %s", howOverSeeds, input.ShellWord(s.flags.config))
	for _, set := range s.flags.set {
		b.WriteString(" --set " + input.ShellWord(set))
	}
	for _, change := range s.flags.variants {
		b.WriteString(" --variant " + input.ShellWord(change))
	}
	for i, x := range s.flags.factors {
		if i == 0 {
			b.WriteString(" --factors ")
		} else {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "%g", x)
	}
	fmt.Fprintf(&b, " --seeds %s\n```\n", s.flags.seeds)
	return b.String()
}
