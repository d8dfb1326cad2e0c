package findings

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// Change is a change of rules that a search has found, with a figure before and after it on fresh seeds.
type Change struct {
	Game    string   `json:"game"` // as it is
	Path    string   `json:"path"` // of the rule
	From    string   `json:"from"`
	Value   string   `json:"value"`
	Words   string   `json:"words"` // of the change
	Measure string   `json:"measure"`
	Figure  string   `json:"figure"` // the measure in words
	Wanted  string   `json:"wanted"` // its range
	Before  string   `json:"before"` // with the interval
	After   string   `json:"after"`
	N       int      `json:"n"`
	Of      string   `json:"of"`
	Verdict string   `json:"verdict"`
	Moved   []string `json:"moved,omitempty"` // what else it changes clearly
	Tried   int      `json:"tried"`           // candidates
	Played  int      `json:"games_played"`    // by the search
	Agents  string   `json:"agents"`
	Command string   `json:"command"`

	records.Stamp
}

// ReadChanges reads changes, one JSON object a line. Errors name the line.
func ReadChanges(r io.Reader) ([]Change, error) {
	return records.Read(r, func(c *Change) error {
		if c.Game == "" || c.Path == "" || c.Value == "" || c.Measure == "" || c.Command == "" || c.Date == "" || c.N < 1 {
			return errors.New(`want "game", "path", "value", "measure", "n", "command" and "date"`)
		}
		return nil
	})
}

// WriteChanges writes changes, one JSON object a line.
func WriteChanges(w io.Writer, all []Change) error { return records.Write(w, all) }

// KeepChange returns changes with one more, which takes the place of an earlier one for the same game and measure.
func KeepChange(all []Change, c Change) []Change {
	all = slices.DeleteFunc(slices.Clone(all), func(x Change) bool { return x.Game == c.Game && x.Measure == c.Measure })
	return append(all, c)
}

// changesSection tells of changes that mend a finding, in Markdown; empty where there are none.
func changesSection(all []Change) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("## Changes that mend it\n\nFound by `ringer tune`: many changes of one rule played on the same deals, the best went on, and the last ones were measured on fresh seeds beside the\nrules as they are. Only the fresh figures stand here.\n\n")
	rows := [][]string{{"game", "change", "figure", "wanted", "before", "after", "n", "verdict", "what else changes"}, {"", "", "", ":", ":", ":", ":", "", ""}}
	for _, c := range all {
		moved := "nothing clearly"
		if len(c.Moved) > 0 {
			moved = strings.Join(c.Moved, "; ")
		}
		rows = append(rows, []string{"`" + c.Game + "`", c.Words, c.Figure, c.Wanted, c.Before, c.After, numbers.Count(c.N) + " " + c.Of, c.Verdict, moved})
	}
	b.WriteString(records.Table(rows) + "\nMeasured by:\n\n")
	for _, c := range all {
		fmt.Fprintf(&b, "- `%s: %s`: `%s` (%s, commit %s; %d changes tried, %s games of %s)\n", c.Path, c.Value, c.Command, c.Date, c.Commit(), c.Tried, numbers.Count(c.Played), c.Agents)
	}
	return b.String()
}
