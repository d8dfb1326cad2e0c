package findings

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/balance"
	"ringer/report/records"
)

// Kind says of what sort a finding is.
type Kind string

// Kinds, in the order in which they are told.
const (
	Dominant Kind = "dominant" // having it, or playing it, wins more than what stands in its place
	Dead     Kind = "dead"     // having it wins less, or nobody plays it
	Seat     Kind = "seat"     // a seat, a side or a place in the order wins more than its share
	Solved   Kind = "solved"   // a choice that is made nearly always alike
	Never    Kind = "never"    // the rules know it, and it does not happen
	Length   Kind = "length"   // some games are many times as long as others
)

// Kinds lists all kinds.
func Kinds() []Kind { return []Kind{Dominant, Dead, Seat, Solved, Never, Length} }

// Finding is one figure that a designer should know, with what would be nothing to find.
type Finding struct {
	Game    string  `json:"game"` // as a game string
	Kind    Kind    `json:"kind"`
	Subject string  `json:"subject"` // in the game's words
	Figure  string  `json:"figure"`  // what was measured
	Unit    Unit    `json:"unit"`
	Value   float64 `json:"value"`
	Low     float64 `json:"low"` // 95% interval
	High    float64 `json:"high"`
	Even    float64 `json:"even"` // the value of a game with nothing to find
	N       int     `json:"n"`
	Of      string  `json:"of"` // that are counted: games, forks, decisions

	Agents  string        `json:"agents"`            // that played
	Command string        `json:"command"`           // that measures it
	Replays []string      `json:"replays,omitempty"` // in the folder of its report
	Bots    []balance.Bot `json:"bots,omitempty"`    // that ship and played, as they were

	records.Stamp
}

// Games is the number of games that a finding names.
const Games = 3

// ShippedBot names the agents of a report of bots that ship.
const ShippedBot = "the shipped bot"

// GameNames returns the names of the files of games that show a finding which ships: ringer findings --replays
// writes them.
func (f *Finding) GameNames() (names []string) {
	name := slug(f.Game + " " + string(f.Kind) + " " + f.Subject)
	for i := range Games {
		names = append(names, fmt.Sprintf("%s-%d.jsonl", name, i+1))
	}
	return names
}

// slug makes a name of a file.
func slug(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}

// Unit says in what a figure counts.
type Unit string

// Units.
const (
	Share  Unit = "share"  // from 0 to 1
	Points Unit = "points" // a difference of shares
	Times  Unit = "times"  // a multiple
)

// Least returns the size of the effect that its interval does not exclude: 0 where the figure of a
// game with nothing to find lies within.
func (f *Finding) Least() float64 {
	switch {
	case f.Low > f.Even:
		return f.Low - f.Even
	case f.High < f.Even:
		return f.Even - f.High
	}
	return 0
}

// Sees returns the size of the effect from which on these games would have shown it.
func (f *Finding) Sees() float64 { return (f.High - f.Low) / 2 }

// Sure reports whether the interval leaves out what would be nothing to find.
func (f *Finding) Sure() bool { return f.Least() > 0 }

// Shown writes the figure with its interval.
func (f *Finding) Shown() string {
	switch f.Unit {
	case Share:
		return numbers.Share(f.Value, f.Low, f.High)
	case Points:
		return numbers.Points(f.Value, f.Low, f.High) + " points"
	}
	return numbers.Mean(f.Value, f.Low, f.High)
}

// Words says the finding in a sentence that claims no more than its figure.
func (f *Finding) Words() string {
	text := fmt.Sprintf("%s: %s, in %s %s", f.Figure, f.Shown(), numbers.Count(f.N), f.Of)
	switch {
	case f.Kind == Never && f.Value <= 0:
		return text + fmt.Sprintf("; it may still happen in fewer than %s of them.", numbers.Percent(f.High))
	case f.Kind == Length && f.Low == f.High:
		return text + "."
	case f.Sure():
		return text + "."
	case f.Unit == Times:
		return text + "; the interval does not say that it differs."
	}
	sees := 100 * f.Sees()
	return text + "; these " + f.Of + " could only see effects above ±" + strings.TrimPrefix(numbers.Signed(sees, sees, sees), "+") + " points."
}

// Rank orders findings: by kind, those that are sure first, and then by the least effect that their intervals
// leave. Of the same game, kind and subject it keeps the latest.
func Rank(all []Finding) []Finding {
	type key struct {
		game, subject string
		kind          Kind
	}
	last := map[key]int{}
	for i := range all {
		k := key{all[i].Game, all[i].Subject, all[i].Kind}
		if at, ok := last[k]; !ok || all[i].Date >= all[at].Date {
			last[k] = i
		}
	}
	var out []Finding
	for i := range all {
		if last[key{all[i].Game, all[i].Subject, all[i].Kind}] == i {
			out = append(out, all[i])
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(Kinds(), a.Kind), slices.Index(Kinds(), b.Kind)), cmp.Compare(b.Least(), a.Least()), cmp.Compare(math.Abs(b.Value-b.Even), math.Abs(a.Value-a.Even)))
	})
	return out
}

// Read reads findings, one JSON object a line. Errors name the line.
func Read(r io.Reader) ([]Finding, error) {
	return records.Read(r, func(f *Finding) error {
		switch {
		case f.Game == "" || f.Subject == "" || f.Figure == "" || f.Command == "" || f.Date == "":
			return errors.New(`want "game", "subject", "figure", "command" and "date"`)
		case !slices.Contains(Kinds(), f.Kind):
			return fmt.Errorf("kind %q: want one of %v", f.Kind, Kinds())
		case f.Unit != Share && f.Unit != Points && f.Unit != Times:
			return fmt.Errorf("unit %q: want one of %s, %s, %s", f.Unit, Share, Points, Times)
		case f.N < 1 || !(f.Low <= f.Value && f.Value <= f.High):
			return fmt.Errorf("%s of %s: want a figure in its interval, of 1 case or more", f.Subject, f.Game)
		}
		return nil
	})
}

// Write writes findings, one JSON object a line.
func Write(w io.Writer, all []Finding) error { return records.Write(w, all) }
