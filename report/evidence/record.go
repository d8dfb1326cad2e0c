package evidence

import (
	"fmt"
	"io"
	"slices"

	"ringer/report/ratio"
	"ringer/report/records"
)

// Names of the agents in the cells of a row.
const (
	Ringer      = "ringer"
	Expert      = "expert"
	Random      = "random"      // what an agent without preferences does at the ringer's decisions
	Equilibrium = "equilibrium" // computed, not measured
)

// Record holds one study of one bot.
type Record struct {
	Bot      string `json:"bot"`
	Study    string `json:"study"` // a name in Studies
	Game     string `json:"game"`
	SpecHash string `json:"spec_hash"`
	Identity string `json:"identity"` // SHA-256 of the bot's file
	Against  string `json:"against"`  // a digest of games of the expert
	Seed     uint64 `json:"seed"`
	Games    int    `json:"games"`
	Version  int    `json:"version"` // of the way in which the study counts

	records.Stamp
	Seconds float64 `json:"seconds"` // of the games, which several studies may share

	Rows []Row `json:"rows"`

	// Pictures are files beside the record's, drawn from the same games.
	Pictures []Picture `json:"pictures,omitempty"`
}

// Picture names a picture of one agent.
type Picture struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	Agent  string `json:"agent"`
}

// Row holds the figures of one case of a study: a hand, a card, a situation.
type Row struct {
	Label string         `json:"label"`
	Cells []ratio.Figure `json:"cells"` // by agent, whose name is the name of the figure
}

// Cell returns the figure of an agent, and whether it counts any case.
func (r *Row) Cell(agent string) (ratio.Figure, bool) {
	i := slices.IndexFunc(r.Cells, func(f ratio.Figure) bool { return f.Name == agent })
	if i < 0 {
		return ratio.Figure{}, false
	}
	return r.Cells[i], r.Cells[i].Of > 0 || agent == Equilibrium
}

// Agents lists the agents of a record, in the order of their first row.
func (r *Record) Agents() (names []string) {
	for _, row := range r.Rows {
		for _, c := range row.Cells {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}

// Key identifies what a record measures: with the same key there is nothing to measure.
func (r *Record) Key() string {
	return fmt.Sprintf("%s %s %s %s %s %d %d %d", r.Bot, r.Study, r.SpecHash, r.Identity, r.Against, r.Seed, r.Games, r.Version)
}

// Read reads records, one JSON object a line. Errors name the line.
func Read(r io.Reader) ([]Record, error) { return records.Read(r, (*Record).validate) }

// Write writes records, one JSON object a line.
func Write(w io.Writer, all []Record) error { return records.Write(w, all) }

// validate returns the first fault of a record.
func (r *Record) validate() error {
	switch {
	case find(r.Study) == nil:
		return fmt.Errorf("study %q: want a known one", r.Study)
	case r.Bot == "" || r.Game == "" || r.Identity == "" || r.Date == "" || r.Games < 1:
		return fmt.Errorf("%s: want bot, game, identity, date and games", r.Study)
	case len(r.Rows) == 0:
		return fmt.Errorf("%s of %s: no rows", r.Study, r.Bot)
	}
	return nil
}
