package trust

import (
	"fmt"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
)

// Role says why an agent is in a report.
type Role string

// Roles of agents.
const (
	Baseline Role = "baseline" // needs no training: random, greedy, expert
	Start    Role = "start"    // a shipped bot as it is, untrained on changed rules
	Learned  Role = "learned"  // was trained on the rules of the report
	Search   Role = "search"   // a learned agent that searches: a second opinion
)

// Agent is one of the agents of a report.
type Agent struct {
	Name     string       `json:"name"`
	Command  string       `json:"agent"` // as every command takes it; files are relative to the report
	Role     Role         `json:"role"`
	Training *Training    `json:"training,omitempty"`
	Agent    agents.Agent `json:"-"`
}

// Entry returns the agent for a match.
func (a *Agent) Entry() eval.Entry { return eval.Entry{Name: a.Name, Agent: a.Agent} }

// Training says how a learned agent came to be.
type Training struct {
	Seed      uint64  `json:"seed"`
	From      string  `json:"from"`              // the bot that it began with, an imitated agent, or "random weights"
	Share     float64 `json:"share,omitempty"`   // of its weights that were the bot's
	Changed   bool    `json:"changed,omitempty"` // the bot that it began with knew other rules
	Decisions int     `json:"decisions"`
	Seconds   float64 `json:"seconds"`

	// Against is the agent that Curve and Final measure: one learner, Against in all other
	// seats. The games of Final chose nothing.
	Against string  `json:"against,omitempty"`
	Equal   float64 `json:"equal_share,omitempty"`
	Curve   []Point `json:"curve,omitempty"`
	Final   *Point  `json:"final,omitempty"`
}

// Point is a win rate on the way of a training, with its 95% interval over deals.
type Point struct {
	Decisions int     `json:"decisions"`
	WinRate   float64 `json:"win_rate"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Games     int     `json:"games"`
}

// Margin measures the gain of best responses that were trained against an agent, as a share of the
// game's largest return: a lower bound of what there is to gain, unless it is exact.
type Margin struct {
	Agent  string  `json:"agent"`
	Exact  bool    `json:"exact,omitempty"`
	Gain   float64 `json:"gain"` // mean over seats
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Found  bool    `json:"found"`  // the interval is above 0
	Budget string  `json:"budget"` // in words
	Games  int     `json:"games"`  // of the report on the response; 0 where it is exact
	Source string  `json:"source"` // measured here, or the page it was taken from

	// Unlearned is how much copies of the agent lost by their training, as Gain, when that
	// is much: then what was not found says little.
	Unlearned float64 `json:"unlearned,omitempty"`
}

// Config says which agents meet.
type Config struct {
	Game        env.Game
	Agents      []Agent // learned ones at least
	Games       int     // of each pair, rounded up to whole deals
	SearchGames int     // of each pair with a search, which is slow
	Margin      *Margin // nil: not measured
	Seed        uint64
	Workers     int         // results do not depend on it
	Place       *eval.Place // where the games are played; nil: in this process
	Progress    func(done, total int)
}

// Applies reports whether the gauge says anything of agents: whether one has learned, so
// that its trust is in question.
func Applies(agents []Agent) bool {
	return slices.ContainsFunc(agents, func(a Agent) bool { return a.Role == Learned || a.Role == Start })
}

// Validate returns every fault as env.Faults.
func (c *Config) Validate() error {
	var faults env.Faults
	if c.Game == nil {
		faults.Add("game", "none", "a game")
	} else if c.Game.Spec().Players < 2 {
		faults.Add("game", c.Game.Spec(), "a game of two seats or more")
	}
	if c.Games < 1 {
		faults.Add("games", c.Games, "a positive number")
	}
	for i, a := range c.Agents {
		if a.Agent == nil {
			faults.Add(fmt.Sprintf("agents[%d]", i), a.Name, "an agent")
		}
		if a.Role == Search && c.SearchGames < 1 {
			faults.Add("search_games", c.SearchGames, "a positive number, for %s", a.Name)
		}
	}
	if !Applies(c.Agents) {
		faults.Add("agents", len(c.Agents), "one or more whose trust is in question: of the role %s or %s", Learned, Start)
	}
	return faults.Err()
}
