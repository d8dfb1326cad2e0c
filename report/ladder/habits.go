package ladder

import (
	"fmt"
	"strings"

	"ringer/internal/numbers"
)

// Audit says what is known of the habits of an agent: how much each constant action of a hidden kind of
// decision gains over the agent itself, in points: hundredths of the range of the returns, which
// are games in a hundred where returns are wins.
type Audit struct {
	Kinds     []string   `json:"kinds"`     // of decisions that were audited
	Most      float64    `json:"most"`      // points that no constant may gain
	Constants int        `json:"constants"` // actions that were tried, in every seat where they were legal
	Rows      []Constant `json:"rows"`      // the worst, by seat and kind, in games that did not choose them
	Verdict   Verdict    `json:"verdict"`
	Open      int        `json:"open"`       // constants, by seat, of which the games cannot tell
	Sees      float64    `json:"sees"`       // points: a higher gain of any constant would have been seen
	MoreGames int        `json:"more_games"` // that would tell of the open ones, roughly
	Screened  int        `json:"screened_games"`
	Games     int        `json:"games"` // of the rows, together
}

// Verdict says what an audit has come to.
type Verdict string

// Verdicts of audits.
const (
	NoHabit   Verdict = "none"  // no constant gains more than it may
	Habitual  Verdict = "found" // one does
	OpenHabit Verdict = "open"  // the games cannot tell
)

// Constant is an action that is always taken in decisions of a kind, in one seat, and what that
// gains there. The intervals of all constants of an audit hold together in 95 of 100 audits.
type Constant struct {
	Seat   int     `json:"seat"`
	Kind   string  `json:"kind"`
	Action int     `json:"action"` // its id
	Name   string  `json:"name"`   // what its names have in common, where it has several
	Taken  float64 `json:"taken"`  // share of the decisions with it in which the agent takes it
	Points float64 `json:"points"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Deals  int     `json:"deals"`
}

// Gains writes what the constant gains.
func (c *Constant) Gains() string { return numbers.Points(c.Points/100, c.Low/100, c.High/100) }

// Words says what the audit has come to, in a sentence or two.
func (a *Audit) Words() string {
	if a.Constants == 0 {
		return "The game declares no hidden decision: no habit was looked for."
	}
	most := fmt.Sprintf("%g points", a.Most)
	switch a.Verdict {
	case NoHabit:
		return fmt.Sprintf("No constant of %s gains more than %s.", numbers.Count(a.Constants), most)
	case Habitual:
		var found []string
		for i := range a.Rows {
			if r := &a.Rows[i]; r.Low > a.Most {
				found = append(found, fmt.Sprintf("always %q in seat %d gains %s points", r.Name, r.Seat+1, r.Gains()))
			}
		}
		gain := "one gains"
		if len(found) != 1 {
			gain = fmt.Sprint(len(found), " gain")
		}
		return fmt.Sprintf("Of %s constants, %s more than %s: %s.", numbers.Count(a.Constants), gain, most, strings.Join(found, ", "))
	case OpenHabit:
	}
	return fmt.Sprintf("Of %s constants, %d are open, by seat: these games could only see gains above %.1f points. About %s games more would tell whether one gains more than %s.",
		numbers.Count(a.Constants), a.Open, a.Sees, numbers.Count(a.MoreGames), most)
}
