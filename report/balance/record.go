package balance

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/ends"
	"ringer/report/ratio"
	"ringer/report/records"
	"ringer/report/seats"
)

// Record holds what the page of a game tells of a report: a few of its figures, small enough
// to stand beside the page's source, from which the page is written.
type Record struct {
	Game     string        `json:"game"` // as a game string
	SpecHash string        `json:"spec_hash"`
	Before   []string      `json:"before,omitempty"` // the hashes that the game had, oldest first: the report is of the first
	Command  string        `json:"command"`
	Stamp    records.Stamp `json:"stamp"`
	Bots     []Bot         `json:"bots,omitempty"` // that ship and played, as they were
	Games    int           `json:"games"`          // of the strong agents
	Verdict  []string      `json:"verdict"`
	Targets  []Result      `json:"targets,omitempty"`
	Levels   []seats.Level `json:"levels,omitempty"` // weakest agents first
	Ends     []ends.End    `json:"ends,omitempty"`   // among the strong agents
	Choices  *ratio.Spread `json:"choices,omitempty"`
	Capped   *ratio.Figure `json:"capped,omitempty"` // games that ended by the limit of their length
}

// RecordOf returns the figures of a report that a page tells.
func RecordOf(r *Report) Record {
	out := Record{
		Game: r.Game, SpecHash: r.SpecHash, Command: r.Command, Stamp: r.Stamp, Bots: r.Bots, Games: r.Plan.Games,
		Verdict: r.Verdict, Targets: r.Targets,
	}
	if r.Seats != nil {
		out.Levels = r.Seats.Levels
	}
	if r.Ends != nil {
		out.Ends = r.Ends.Ends
	}
	if r.Lengths != nil {
		out.Choices, out.Capped = &r.Lengths.Choices, &r.Lengths.AtBound
	}
	return out
}

// Replaced returns the names of the bots that are others now than when they played; now returns
// the hash of the bot that ships by a name, empty where none does.
func (r *Record) Replaced(now func(name string) string) (names []string) {
	for _, b := range r.Bots {
		if now(b.Name) != b.SHA256 {
			names = append(names, b.Name)
		}
	}
	return names
}

// Keep returns the records with one more, which takes the place of an earlier one of the
// same game.
func Keep(all []Record, r Record) []Record {
	for i := range all {
		if all[i].Game == r.Game {
			all[i] = r
			return all
		}
	}
	return append(all, r)
}

// ReadRecords reads records, one JSON object a line. Errors name the line.
func ReadRecords(r io.Reader) ([]Record, error) {
	return records.Read(r, func(r *Record) error {
		if r.Game == "" || r.Command == "" {
			return errors.New(`want "game" and "command"`)
		}
		return nil
	})
}

// Balance writes the records of a game as Markdown: the first whole, the others, which
// are of other rules, as the rows of a table. It says which figures are of bots that have been
// replaced since, by the hashes of those that ship now.
func Balance(all []Record, now func(name string) string) string {
	var b strings.Builder
	all[0].write(&b, now)
	if len(all) == 1 {
		return b.String()
	}
	stale := false
	rows := [][]string{{"other rules", "all seats play", "games", "share of the wins", "targets"}, {"", "", ":", "", ""}}
	for i := range all[1:] {
		r := &all[i+1]
		if len(r.Levels) == 0 {
			continue
		}
		stale = stale || len(r.Replaced(now)) > 0
		top := &r.Levels[len(r.Levels)-1]
		for k := range top.Roles {
			rows = append(rows, []string{"`" + r.Game + "`" + replacedMark(r.Replaced(now)), top.Agent, numbers.Count(top.Games), winsOf(&top.Roles[k]), r.passed()})
		}
	}
	fmt.Fprintf(&b, "\n%s\nThe command for other rules: `%s`.\n", records.Table(rows), all[1].Command)
	if stale {
		b.WriteString("\n† Of bots that have been replaced since.\n")
	}
	return b.String()
}

// passed says how many of the targets pass, and names the others.
func (r *Record) passed() string {
	var others []string
	for i := range r.Targets {
		if t := &r.Targets[i]; t.Verdict != Pass {
			others = append(others, t.Title()+": "+t.Verdict)
		}
	}
	text := fmt.Sprintf("%d of %d pass", len(r.Targets)-len(others), len(r.Targets))
	if len(others) > 0 {
		text += " (" + strings.Join(others, ", ") + ")"
	}
	return text
}

// write writes who wins where, how games end, what the report concludes, and how the
// targets came out.
func (r *Record) write(b *strings.Builder, now func(name string) string) {
	when, builds := records.Origin([]records.Stamp{r.Stamp})
	fmt.Fprintf(b, "`%s` (%s; %s). Intervals are 95%%.", r.Command, when, builds)
	if len(r.Before) > 0 {
		b.WriteString(" The game has a later version since: these figures are of the one before.")
	}
	if names := r.Replaced(now); len(names) > 0 {
		fmt.Fprintf(b, " **Of bots that have been replaced since** (%s): those that ship now may play otherwise.", strings.Join(names, ", "))
	}
	b.WriteString("\n\n")
	for _, line := range r.Verdict {
		fmt.Fprintf(b, "- %s\n", line)
	}
	if len(r.Levels) > 0 {
		b.WriteString("\n" + records.Table(r.wins()))
	}
	if len(r.Ends) > 0 {
		rows := [][]string{{"how a game ends among the strongest", "of the games"}, {"", ":"}}
		for i := range r.Ends {
			rows = append(rows, []string{r.Ends[i].Name, r.Ends[i].Share.String()})
		}
		b.WriteString("\n" + records.Table(rows))
	}
	if r.Choices != nil {
		fmt.Fprintf(b, "\nA game of theirs asks for %.0f choices in the middle, and for %.0f to %.0f in eight of ten.", r.Choices.Median, r.Choices.P10, r.Choices.P90)
		fmt.Fprintf(b, " %s of the games met the limit of their length.\n", r.Capped.String())
	}
	if len(r.Targets) > 0 {
		rows := [][]string{{"target", "wanted", "found", "of", ""}, {"", "", ":", ":", ""}}
		for i := range r.Targets {
			rows = append(rows, r.Targets[i].row())
		}
		b.WriteString("\n" + records.Table(rows))
	}
}

// replacedMark stands behind the rules of figures whose bots have been replaced since.
func replacedMark(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " †"
}

// wins returns the rows of a table: for each level and role, the share of the wins of each
// seat.
func (r *Record) wins() [][]string {
	rows := [][]string{{"all seats play", "games", "share of the wins"}, {"", ":", ""}}
	for _, level := range r.Levels {
		for k := range level.Roles {
			rows = append(rows, []string{level.Agent, numbers.Count(level.Games), winsOf(&level.Roles[k])})
		}
	}
	return rows
}

// winsOf writes the share of the wins of each seat, side or place in the order.
func winsOf(r *seats.Role) string {
	var cells []string
	for i := range r.Cells {
		cells = append(cells, r.Cells[i].Name+" "+r.Cells[i].Wins.String())
	}
	return strings.Join(cells, ", ")
}

// row returns a target as cells of a table.
func (r *Result) row() []string {
	verdict := r.Verdict
	if r.Needed > 0 {
		verdict += fmt.Sprintf(", %s would decide", numbers.Count(r.Needed))
	}
	return []string{r.Title(), r.Wanted(), r.Found(), numbers.Count(r.N) + " " + r.Of, verdict}
}
