package ladder

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"ringer/eval"
	"ringer/report/records"
)

// Role says why an agent stands on a ladder.
type Role string

// Roles, in the order in which tables show them.
const (
	Baseline Role = "baseline" // random, greedy, expert and the tree searches
	Ringer   Role = "ringer"   // the shipped bot itself
	Older    Role = "older"    // a bot that is given for comparison: an older one, a level, a snapshot
	Searcher Role = "search"   // the ringer with search
)

// Agent is an agent on a ladder. Its name holds no path of a machine.
type Agent struct {
	Name string `json:"name"`
	Role Role   `json:"role"`

	// Identity changes when the agent plays otherwise: the SHA-256 of a bot's file, or
	// a digest of some games that another agent plays.
	Identity string `json:"identity"`
}

// Kind says what a record measures.
type Kind string

// Kinds of records.
const (
	Pair    Kind = "pair"      // One against Others in all other seats, or a team of One against them
	Exact   Kind = "exact"     // the exact exploitability of One
	Trained Kind = "exploiter" // the gain of trained best responses to One
	Audited Kind = "habits"    // what constant actions gain over One
)

// Record is one measurement. What it holds of figures depends on its kind.
type Record struct {
	Kind     Kind   `json:"kind"`
	Ringer   string `json:"ringer"` // the shipped bot on whose ladder it stands
	Game     string `json:"game"`
	SpecHash string `json:"spec_hash"`
	One      Agent  `json:"one"`
	Others   Agent  `json:"others,omitzero"`
	Seed     uint64 `json:"seed"`

	// Setting holds the words of the command that decide the result beside the agents, as
	// the budget of a best response.
	Setting string `json:"setting,omitempty"`

	Teams          bool              `json:"teams,omitempty"`          // One plays a whole team: the seats of Deals are teams
	Deals          *eval.DealsResult `json:"deals,omitempty"`          // of a Pair
	Wanted         int               `json:"wanted,omitempty"`         // deals that were asked for
	Limit          float64           `json:"limit,omitempty"`          // seconds that a pair might take
	Exploitability *float64          `json:"exploitability,omitempty"` // of Exact

	Responses                     // of Trained
	Habits        *Audit          `json:"habits,omitempty"` // of Audited
	records.Stamp                 // of the build that finished it
	Earlier       []records.Stamp `json:"earlier,omitempty"` // other builds, which played the first deals of a Pair
	Seconds       float64         `json:"seconds"`
}

// stamps returns the stamps of all builds that the record is of.
func (r *Record) stamps() []records.Stamp { return append(slices.Clone(r.Earlier), r.Stamp) }

// Responses holds the gains of best responses to an agent.
type Responses struct {
	Gains     []Gain  `json:"gains,omitempty"`     // by seat
	Fresh     []Gain  `json:"fresh,omitempty"`     // of networks that began afresh, by seat; none in older records
	Budget    string  `json:"budget,omitempty"`    // of the search, in words
	Unlearned float64 `json:"unlearned,omitempty"` // see bestresponse.Result.Unlearned
}

// Gain is the gain of the best response that was found in a seat, in returns. Without
// bounds, no response was better than the agent itself in the games that choose, and none
// went on to the games that measure.
type Gain struct {
	Seat  int     `json:"seat"`
	Gain  float64 `json:"gain,omitzero"`
	Low   float64 `json:"low,omitzero"`
	High  float64 `json:"high,omitzero"`
	Found bool    `json:"found"`        // the interval is above 0
	By    string  `json:"by,omitempty"` // the agent that gains it, as ringer exploit calls it; empty where none was found
}

// Measured reports whether a response was measured.
func (g *Gain) Measured() bool { return g.Low != 0 || g.High != 0 }

// Key identifies a measurement: two records of the same key measure the same thing.
func (r *Record) Key() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s\x00%s\x00%s\x00%s\x00%s\x00%d\x00%s", r.Kind, r.SpecHash, r.One.Name, r.One.Identity, r.Others.Name, r.Others.Identity, r.Seed, r.Setting)
	if r.Teams {
		fmt.Fprint(h, "\x00teams")
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}

// place identifies the line of a table that a record fills.
func (r *Record) place() string {
	return fmt.Sprintf("%s\x00%s\x00%s", r.Kind, r.One.Name, r.Others.Name)
}

// Covers reports whether a record holds all that another run of deals, bounded by
// seconds, would ask for.
func (r *Record) Covers(deals int, seconds float64) bool {
	if r.Kind != Pair {
		return true
	}
	tried := r.Wanted >= deals && r.Limit >= seconds // and the time was too short for more
	return r.Deals != nil && (r.Deals.Deals >= deals || seconds > 0 && (r.Seconds >= seconds || tried))
}

// Outlasts reports whether a record stays although its pair was played again, for up to
// this many deals and seconds: it has more deals than were played, as when the machine was
// faster then. It covers the same request from then on.
func (r *Record) Outlasts(played, deals int, seconds float64) bool {
	if r.Deals == nil || r.Deals.Deals <= played {
		return false
	}
	r.Wanted, r.Limit = max(r.Wanted, deals), max(r.Limit, seconds)
	return true
}

// Read reads records, one JSON object a line. Errors name the line.
func Read(r io.Reader) ([]Record, error) { return records.Read(r, (*Record).validate) }

// validate returns the first fault of a record.
func (r *Record) validate() error {
	switch {
	case r.Ringer == "" || r.Game == "" || r.One.Name == "":
		return fmt.Errorf("ringer %q, game %q, one %q: want their names", r.Ringer, r.Game, r.One.Name)
	case r.Kind == Pair && (r.Deals == nil || r.Deals.Deals < 1 || len(r.Deals.Seats) == 0 || r.Others.Name == ""):
		return fmt.Errorf("a pair without others or deals")
	case r.Kind == Exact && r.Exploitability == nil:
		return fmt.Errorf("exact: no exploitability")
	case r.Kind == Trained && len(r.Gains) == 0:
		return fmt.Errorf("%s: no gains", Trained)
	case r.Kind == Trained && len(r.Fresh) > 0 && len(r.Fresh) != len(r.Gains):
		return fmt.Errorf("%s: %d gains from a fresh start: want %d, one a seat", Trained, len(r.Fresh), len(r.Gains))
	case r.Kind == Audited && r.Habits == nil:
		return fmt.Errorf("%s: no audit", Audited)
	case r.Kind != Pair && r.Kind != Exact && r.Kind != Trained && r.Kind != Audited:
		return fmt.Errorf("kind %q: want %s, %s, %s or %s", r.Kind, Pair, Exact, Trained, Audited)
	}
	return nil
}

// Write writes records, one JSON object a line.
func Write(w io.Writer, all []Record) error { return records.Write(w, all) }

// Put adds a record in the place of those that it replaces.
func Put(all []Record, r Record) []Record {
	out := make([]Record, 0, len(all)+1)
	put := false
	for i := range all {
		if all[i].place() != r.place() {
			out = append(out, all[i])
			continue
		}
		if !put {
			out, put = append(out, r), true
		}
	}
	if !put {
		out = append(out, r)
	}
	return out
}

// Seed derives the seed of the deals of a bot from the seed that was asked for and what decides
// the bot's play, which is open.Files.Play of it.
func Seed(seed uint64, plays string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "ladder\x00%d\x00%s", seed, plays))
	return binary.LittleEndian.Uint64(sum[:8]) >> 11 // every reader of JSON holds 53 bits
}
