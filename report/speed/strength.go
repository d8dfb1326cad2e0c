package speed

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
	"ringer/train/speed"
)

// Strength says how long the runs of a configuration took until their share of wins against an opponent
// stayed at a target.
type Strength struct {
	Name        string   `json:"name"` // of the configuration
	Changes     string   `json:"changes,omitempty"`
	Game        string   `json:"game"`
	Opponent    string   `json:"opponent"`
	Target      float64  `json:"target"`
	Seeds       []uint64 `json:"seeds"`
	Reached     int      `json:"reached"` // runs
	Evaluations int      `json:"evaluations"`
	Games       int      `json:"games"` // of an evaluation

	Seconds   Until `json:"seconds"`
	Processor Until `json:"processor_seconds"`
	Decisions Until `json:"decisions"`

	Peak speed.Peak `json:"peak"`
	records.Stamp
}

// Until is a median over runs with its 95% interval; nil is never.
type Until struct {
	Median *float64 `json:"median"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
}

// NewUntil returns a median with its interval, of which any may be infinite.
func NewUntil(median, low, high float64) Until {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return Until{finite(median), finite(low), finite(high)}
}

// Write writes the median and its interval in a unit, or never.
func (u Until) Write(unit float64) string {
	number := func(x *float64) string {
		switch {
		case x == nil:
			return "never"
		case *x/unit >= 100:
			return rounded(*x / unit)
		}
		return fmt.Sprintf("%.3g", *x/unit)
	}
	if u.Low == nil {
		return "never"
	}
	return fmt.Sprintf("%s (%s … %s)", number(u.Median), number(u.Low), number(u.High))
}

func (r *Strength) check() error {
	if r.Name == "" || r.Game == "" || r.Opponent == "" || r.Date == "" || len(r.Seeds) == 0 || r.Peak.Processors < 1 {
		return fmt.Errorf("%s: want a name, a game, an opponent, seeds, a peak and a date", r.Name)
	}
	return nil
}

// ReadStrengths reads the records of strength.jsonl.
func ReadStrengths(r io.Reader) ([]Strength, error) { return records.Read(r, (*Strength).check) }

// WriteStrengths writes them.
func WriteStrengths(w io.Writer, all []Strength) error { return records.Write(w, all) }

// PutStrength returns records with one more, in place of an older one of the same name, changes,
// opponent, target and kind of machine.
func PutStrength(all []Strength, one Strength) []Strength {
	key := func(r *Strength) string {
		return strings.Join([]string{r.Name, r.Changes, r.Opponent, fmt.Sprint(r.Target)}, "\n")
	}
	i := slices.IndexFunc(all, func(r Strength) bool { return key(&r) == key(&one) && sameKind(r.Peak, one.Peak) })
	if i >= 0 {
		all[i] = one
		return all
	}
	all = append(all, one)
	slices.SortStableFunc(all, func(a, b Strength) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Row returns what a table says of a record.
func (r *Strength) Row() []string {
	seeds := make([]string, len(r.Seeds))
	for i, s := range r.Seeds {
		seeds[i] = fmt.Sprint(s)
	}
	return []string{
		fmt.Sprintf("%.3g%%", 100*r.Target) + " against " + r.Opponent, r.Seconds.Write(60), r.Processor.Write(1), r.Decisions.Write(1e6),
		fmt.Sprintf("%d of %d", r.Reached, len(r.Seeds)), strings.Join(seeds, ", "), numbers.Count(r.Games), peakCell(r.Peak),
	}
}

// StrengthHeads are the heads of the columns of Row.
var StrengthHeads = []string{"share of wins", "minutes", "processor seconds", "million decisions", "runs", "seeds", "games", "peak"}

// StrengthTable returns the records in Markdown.
func StrengthTable(all []Strength) string {
	if len(all) == 0 {
		return "`make strength` has not been run yet.\n"
	}
	rows := [][]string{append([]string{"configuration"}, StrengthHeads...), {"", "", ":", ":", ":", ":", "", ":", ":"}}
	var peaks []speed.Peak
	var stamps []records.Stamp
	for i := range all {
		r := &all[i]
		name := "`" + r.Name + "`"
		if r.Changes != "" {
			name += " with `" + r.Changes + "`"
		}
		rows = append(rows, append([]string{name}, r.Row()...))
		peaks, stamps = append(peaks, r.Peak), append(stamps, r.Stamp)
	}
	return records.Table(rows) + origin(peaks, stamps)
}
