package bestresponse

import (
	"encoding/json"
	"math"

	"gonum.org/v1/gonum/stat"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/eval"
)

// Result holds the best responses found and their gains.
type Result struct {
	eval.ResponseEstimate

	// Found is true when the response of some seat gains something there: its interval is
	// above 0. Else nothing was found with this budget.
	Found bool `json:"found"`

	// LowerBound is always true: a best response may gain more than the ones
	// that were found with this budget.
	LowerBound bool   `json:"lower_bound"`
	Budget     Budget `json:"budget"`

	// Chosen names the response of each seat. Candidates lists all responses, in the
	// order in which they were measured.
	Chosen     []string    `json:"chosen"`
	Candidates []Candidate `json:"candidates"`

	// Unlearned is how much less than the agent the best of the networks gains that began
	// with its weights, in the mean of the seats, when that is much. Then the settings of
	// the training do not fit the game, and that nothing was found says little. 0
	// otherwise.
	Unlearned float64 `json:"unlearned,omitempty"`

	// Fresh holds the best responses among the networks that began afresh, with what these gain on
	// deals that chose none of them; nil where Config did not ask, or there was no such start.
	Fresh *Fresh `json:"fresh,omitempty"`

	// Responses are the agents of Chosen, by seat; nil is the agent itself. Networks are
	// those among them that were trained here; nil is any other agent.
	Responses []agents.Agent  `json:"-"`
	Networks  []*neural.Agent `json:"-"`

	// Kept are agents that play as the trained ones of Chosen do, by seat, "" for others:
	// of whoever kept them in files. Nil when they were not kept.
	Kept []string `json:"kept,omitempty"`

	// Interrupted is true when the search was stopped: then there are candidates, and
	// no report on them.
	Interrupted bool `json:"interrupted"`
}

// Fresh holds the best responses found by networks that began without anything that a bot has
// learned, by seat.
type Fresh struct {
	Gains  []eval.Gain
	Chosen []string
}

// FoundIn reports whether such a response gains something in a seat.
func (f *Fresh) FoundIn(seat int) bool { return f.Chosen[seat] != Itself && f.Gains[seat].Low > 0 }

// MarshalJSON writes gains as Result does.
func (f *Fresh) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Gains  []gainRow `json:"gains"`
		Chosen []string  `json:"chosen"`
	}{gainRows(f.Gains, f.Chosen), f.Chosen})
}

// gainRow is a gain as it is written.
type gainRow struct {
	Seat  int      `json:"seat"`
	Gain  float64  `json:"gain"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	Found bool     `json:"found"`
}

// gainRows writes null for the bounds of seats in which nothing was found.
func gainRows(gains []eval.Gain, chosen []string) []gainRow {
	rows := []gainRow{}
	for p, g := range gains {
		row := gainRow{Seat: g.Seat, Gain: g.Gain}
		if chosen[p] != Itself {
			row.Low, row.High, row.Found = &g.Low, &g.High, g.Low > 0
		}
		rows = append(rows, row)
	}
	return rows
}

// Budget holds the amount of training and play behind a lower bound.
type Budget struct {
	Seeds          int     `json:"seeds"`
	Decisions      int     `json:"decisions"`       // of each seed, over all its starts
	TotalDecisions int     `json:"total_decisions"` // that all networks together learned from
	Networks       int     `json:"networks"`        // that were begun
	SelectionGames int     `json:"selection_games"`
	Seconds        float64 `json:"seconds"` // of all trainings together
}

// Candidate is one response, by seat.
type Candidate struct {
	Name  string    `json:"name"`
	Gains []float64 `json:"gains"` // in the games that chose

	// Screened is true when the gains come from the shorter games that chose which
	// responses go on.
	Screened bool `json:"screened,omitempty"`
}

// Itself is the name of the agent as its own response: the choice where nothing
// better was found.
const Itself = "the agent itself"

// BestTried returns the largest gain of all candidates in a seat, in the games that
// chose.
func (r *Result) BestTried(seat int) (name string, gain float64) {
	for _, c := range r.Candidates {
		if !c.Screened && (name == "" || c.Gains[seat] > gain) {
			name, gain = c.Name, c.Gains[seat]
		}
	}
	return name, gain
}

// mostUnlearned is the part of half the range of the returns below which the networks that
// began with the agent's weights may stay: they explore, and some bots play more surely
// than their training went on to.
const mostUnlearned = 0.15

// unlearned returns Result.Unlearned, of the candidates so far.
func (s *search) unlearned() float64 {
	best, there := math.Inf(-1), false
	for i := range s.Starts {
		for seed := range s.Seeds {
			name := (&network{start: &s.Starts[i], seed: seed}).name()
			for _, c := range s.result.Candidates {
				if s.Starts[i].Own && c.Name == name {
					best, there = max(best, stat.Mean(c.Gains, nil)), true
				}
			}
		}
	}
	if spec := s.Game.Spec(); there && -best > mostUnlearned*(spec.MaxUtility-spec.MinUtility)/2 {
		return -best
	}
	return 0
}

// MarshalJSON writes null for the bounds of what was not found: the agent gains
// nothing over itself, exactly, which measures nothing.
func (r *Result) MarshalJSON() ([]byte, error) {
	type plain Result
	out := struct {
		*plain
		NashConvLow        *float64  `json:"nash_conv_low"`
		NashConvHigh       *float64  `json:"nash_conv_high"`
		ExploitabilityLow  *float64  `json:"exploitability_low"`
		ExploitabilityHigh *float64  `json:"exploitability_high"`
		Gains              []gainRow `json:"gains"`
	}{plain: (*plain)(r), Gains: gainRows(r.Gains, r.Chosen)}
	if r.tested() {
		out.NashConvLow, out.NashConvHigh = &r.NashConvLow, &r.NashConvHigh
		out.ExploitabilityLow, out.ExploitabilityHigh = &r.ExploitabilityLow, &r.ExploitabilityHigh
	}
	return json.Marshal(out)
}

// FoundIn reports whether a response gains something in a seat.
func (r *Result) FoundIn(seat int) bool { return r.Chosen[seat] != Itself && r.Gains[seat].Low > 0 }

// foundAny reports whether a response gains something in any seat. The sum over the seats
// would hide a hole in one of them behind the losses of responses in others.
func (r *Result) foundAny() bool {
	for seat := range r.Gains {
		if r.FoundIn(seat) {
			return true
		}
	}
	return false
}

// tested reports whether any seat of the report had a response of its own.
func (r *Result) tested() bool {
	for _, name := range r.Chosen {
		if name != Itself {
			return !r.Interrupted
		}
	}
	return false
}
