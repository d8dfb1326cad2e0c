package balance

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/knobs"
	"ringer/report/arc"
	"ringer/report/ends"
	"ringer/report/flag"
	"ringer/report/lengths"
	"ringer/report/luck"
	"ringer/report/options"
	"ringer/report/ratio"
	"ringer/report/records"
	"ringer/report/seats"
	"ringer/report/strategy"
	"ringer/report/styles"
	"ringer/report/trust"
	"ringer/report/uplift"
	"ringer/report/whatif"
)

// Format names the form of a report as JSON.
const Format = "ringer-report/1"

// Report is everything that was found out about a game. A panel that was left out is nil.
type Report struct {
	Format   string             `json:"format"`
	Game     string             `json:"game"` // as a game string
	Title    string             `json:"title"`
	SpecHash string             `json:"spec_hash"`
	Rules    json.RawMessage    `json:"rules"`   // the resolved rules
	Changes  []knobs.Difference `json:"changes"` // from the shipped rules
	Agents   []Agent            `json:"agents"`
	Called   map[string]string  `json:"called,omitempty"` // what people call agents, by their names: "beginners"
	Bots     []Bot              `json:"bots,omitempty"`   // that ship and played, or with which trainings began
	Plan     Plan               `json:"plan"`
	Late     []string           `json:"late,omitempty"` // panels that were left out, as the time was over
	Seed     uint64             `json:"seed"`
	Command  string             `json:"command"` // that makes it again
	Stamp    records.Stamp      `json:"stamp"`
	Seconds  float64            `json:"seconds"` // of work, over all times that it was continued

	Verdict  []string  `json:"verdict"`
	Flags    []Raised  `json:"flags"`
	Measures []Measure `json:"measures"`
	Targets  []Result  `json:"targets"`
	Compared []Change  `json:"compared,omitempty"`

	Trust       *trust.Study    `json:"trust,omitempty"`
	Seats       *seats.Study    `json:"seats,omitempty"`
	Things      *uplift.Study   `json:"things,omitempty"`
	Levels      *ThingLevels    `json:"levels,omitempty"` // what things are worth at two levels of skill
	Styles      *styles.Study   `json:"strategies,omitempty"`
	WhatIf      *whatif.Study   `json:"what_if,omitempty"`
	Sensitivity []*whatif.Study `json:"sensitivity,omitempty"`
	Strategy    *strategy.Study `json:"answer,omitempty"`
	Options     *options.Study  `json:"decisions,omitempty"`
	Arc         *arc.Study      `json:"arc,omitempty"`
	Luck        *luck.Study     `json:"luck,omitempty"`
	Ends        *ends.Study     `json:"ends,omitempty"`
	Lengths     *lengths.Study  `json:"length,omitempty"`
	LevelLength []LevelLength   `json:"length_by_level,omitempty"` // weakest agents first
	Duel        *DuelStudy      `json:"duel,omitempty"`

	Shown []string `json:"shown,omitempty"` // files of the first games of the strong agents, as replays

	games []flag.Example // of those files
	game  env.Game
}

// Games returns the first games of the strong agents, for their replays; none where no panel
// counted any.
func (r *Report) Games() []flag.Example { return r.games }

// who names an agent for people, once with the name by which the program knows it: "beginners (bot(kuhn.level1))".
func (r *Report) who(agent string) string {
	if name := r.Called[agent]; name != "" {
		return name + " (" + agent + ")"
	}
	return agent
}

// short names an agent for people where who has said which it is.
func (r *Report) short(agent string) string {
	if name := r.Called[agent]; name != "" {
		return name
	}
	return agent
}

// all names several agents for people.
func (r *Report) all(agents []string) string {
	var names []string
	for _, a := range agents {
		names = append(names, r.who(a))
	}
	return list(names)
}

// Agent is an agent of the report.
type Agent struct {
	Name  string `json:"name"`
	Words string `json:"words"` // what it is, and how it was trained
}

// Bot is a bot that ships, as it was when it played.
type Bot struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of its weights or its table: see botfile.Bot.Plays
}

// LevelLength is how long games of one level of skill are.
type LevelLength struct {
	Agent     string       `json:"agent"` // in every seat
	Games     int          `json:"games"`
	Decisions ratio.Spread `json:"decisions"` // of all seats in a game
	Choices   ratio.Spread `json:"choices"`   // decisions with two legal actions or more

	Rounds  *ratio.Spread `json:"rounds,omitempty"` // as lengths.Study has them
	AtBound ratio.Figure  `json:"at_bound"`         // games that reach the largest number of decisions
}

// Raised is a flag with the panel that raised it and the files of the games that show it.
type Raised struct {
	flag.Flag
	Panel   string   `json:"panel"`
	Note    bool     `json:"note,omitempty"` // worth a look, but no fault by itself
	Replays []string `json:"replays,omitempty"`
}

// notes lists the kinds of flags that tell how the game is played, which may be as wanted.
var notes = []string{"always", "never", "never-used", "rule-never", "underplayed", "overplayed"}
