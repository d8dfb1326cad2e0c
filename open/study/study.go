package study

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/report/ladder"
	"ringer/report/records"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// Design says what a study trains: a configuration and each variant of it, at each length,
// with each seed. Config and Seeds are needed.
type Design struct {
	Config   string    // shipped, or a file
	Set      []string  // assignments key=value of all runs
	Variants []Arm     // changes of the configuration, which is trained as it is, too
	Factors  []float64 // lengths, as multiples of the configured decisions, or of a variant's; empty: 1
	Seeds    []uint64
	Dir      string // of the runs; empty: runs/NAME-study
	Record   string // file of the records; empty: study.jsonl in Dir
	Command  string // that makes the study again, for its card; empty: the card names none
}

// A Study is a set of runs that is compared, with their records. Runs and Records are listed by arm,
// and then by seed.
type Study struct {
	Design
	Runs    []*Run
	Records []ladder.Training // without decisions where a run is not over
	Kept    *Records

	trainer *Trainer
}

// Study reads and checks everything that a study needs, before anything is written or trained.
func (t *Trainer) Study(d Design) (*Study, error) {
	s := &Study{Design: d, trainer: t}
	if s.Dir == "" {
		s.Dir = Folder(d.Config, 1) + "-study"
	}
	if s.Record == "" {
		s.Record = filepath.Join(s.Dir, "study.jsonl")
	}
	file := algos.Defaults()
	if err := open.ReadTraining(d.Config, &file, d.Set...); err != nil {
		return nil, err
	}
	p := Plan{Config: d.Config, Set: d.Set, Seeds: d.Seeds, Dir: s.Dir}
	factors := slices.Sorted(slices.Values(d.Factors))
	if len(factors) == 0 {
		factors = []float64{1}
	}
	for _, x := range factors {
		for i, c := range append([]Arm{{Name: ladder.Shipped}}, d.Variants...) {
			record := ladder.Training{Config: d.Config, Set: d.Set, Factor: x, Change: c.Set}
			a := c
			if i > 0 {
				record.Variant = c.Name
			} else if len(d.Variants) == 0 {
				a.Name = "seed"
			}
			if len(d.Factors) > 0 {
				whole, others := ownDecisions(c.Set, file.Decisions)
				a = Arm{Name: fmt.Sprintf("x%g", x), Set: append(others, fmt.Sprintf("decisions=%d", max(1, int(math.Round(x*float64(whole))))))}
				if i > 0 {
					a.Name += "-" + c.Name
				}
			}
			p.Arms = append(p.Arms, a)
			for _, seed := range d.Seeds {
				record.Seed = seed
				s.Records = append(s.Records, record)
			}
		}
	}
	var err error
	if s.Runs, err = t.Plan(p); err != nil {
		return nil, err
	}
	s.Kept, err = ReadRecords(s.Record)
	return s, err
}

// ownDecisions returns the decisions that a change asks for, or the configured ones, and
// its other keys.
func ownDecisions(set []string, configured int) (decisions int, others []string) {
	decisions = configured
	for _, s := range set {
		if value, ok := strings.CutPrefix(s, "decisions="); ok {
			if n, ok := input.Whole(value); ok && n > 0 && n <= math.MaxInt {
				decisions = int(n)
				continue
			}
		}
		others = append(others, s)
	}
	return decisions, others
}

// Peers returns the runs of each length and seed, by their places among all: one a variant.
func (s *Study) Peers() (all [][]int) {
	changes, seeds := 1+len(s.Variants), len(s.Seeds)
	for from := 0; from < len(s.Runs); from += changes * seeds {
		for k := range seeds {
			peers := make([]int, changes)
			for c := range peers {
				peers[c] = from + c*seeds + k
			}
			all = append(all, peers)
		}
	}
	return all
}

// Train trains all runs, most of them at a time, the same seed of all variants together, and keeps
// their records. over, when not nil, is called with each run that has ended.
func (s *Study) Train(ctx context.Context, most int, meter *Meter, over func(*Run)) error {
	var order []*Run
	at := map[*Run]int{}
	for _, i := range slices.Concat(s.Peers()...) {
		order, at[s.Runs[i]] = append(order, s.Runs[i]), i
	}
	return s.trainer.All(ctx, order, most, meter, func(r *Run, result *open.Result) error {
		one := &s.Records[at[r]]
		if err := r.Record(result, one); err != nil {
			return err
		}
		s.Kept.Recall(one)
		if over != nil {
			over(r)
		}
		return s.Kept.Put(one)
	})
}

// Over returns the records of the runs that have ended.
func (s *Study) Over() []ladder.Training {
	return slices.DeleteFunc(slices.Clone(s.Records), func(r ladder.Training) bool { return r.Decisions == 0 })
}

// HowOverSeeds says what the interval of a study is.
const HowOverSeeds = "Mean over seeds; the interval is Student's t with (seeds - 1) degrees of freedom, over the seeds: it holds the luck of a training and of its games together. With one seed it is over its games alone."

// Table returns a summary of the study in words, by rows, the heading first. Columns that say the
// same in every row are left out.
func (s *Study) Table(list []Summary) [][]string {
	rows := [][]string{{"VARIANT", "LENGTH", "DECISIONS", "A SECOND", "OPPONENT", "SEEDS", "GAMES EACH", "MEAN", "EVEN", "GAIN", "EACH SEED"}}
	count := func(x float64) string { return numbers.Count(int(math.Round(x))) }
	before := ""
	for i := range list {
		m := &list[i]
		show, write, games, equal := numbers.Percent, numbers.Share, numbers.Count(m.Games), numbers.Even(m.Equal)
		name, gain := m.Opponent, numbers.Points
		if m.Measure == Exploitability {
			show, write, games, equal = func(x float64) string { return fmt.Sprintf("%.4f", x) }, numbers.Mean, "exact", "-"
			name, gain = Exploitability, numbers.Mean
		}
		if m.Measure == WinsOfNetworks {
			name += ", of the same seed"
		}
		row := []string{(&ladder.Training{Variant: m.Variant}).VariantName(), fmt.Sprintf("× %g", m.Factor), count(m.Decisions), "-"}
		if m.PerSecond > 0 {
			row[3] = count(m.PerSecond)
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
	drop := map[string]bool{"VARIANT": len(s.Variants) == 0, "GAIN": len(s.Variants) == 0, "LENGTH": len(s.Factors) == 0}
	heading := rows[0]
	for i := range rows {
		k := -1
		rows[i] = slices.DeleteFunc(slices.Clone(rows[i]), func(string) bool { k++; return drop[heading[k]] })
	}
	return rows
}

// KeepCard writes the card of the study, in Markdown, with its table.
func (s *Study) KeepCard(rows [][]string) error {
	var b strings.Builder
	var seeds []string
	for _, seed := range s.Seeds {
		seeds = append(seeds, fmt.Sprint(seed))
	}
	fmt.Fprintf(&b, "# Study: %s, seeds %s\n\nRuns of one configuration, one folder each, with a card of its own.\n\n", s.Runs[0].Game.Spec(), strings.Join(seeds, ", "))
	table := [][]string{nil, nil}
	for _, name := range rows[0] {
		align := ":"
		if slices.Contains([]string{"VARIANT", "OPPONENT", "EACH SEED"}, name) {
			align = ""
		}
		table[0], table[1] = append(table[0], strings.ToLower(name)), append(table[1], align)
	}
	fmt.Fprintf(&b, "%s\n%s\n", records.Table(append(table, rows[1:]...)), HowOverSeeds)
	if s.Command != "" {
		fmt.Fprintf(&b, "\n## Train it again\n\n```sh\n%s\n```\n", s.Command)
	}
	return checkpoint.WriteFile(filepath.Join(s.Dir, CardName), []byte(b.String()))
}
