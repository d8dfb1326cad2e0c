package fivepossessions

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/layout"
	"ringer/env/playdesign"
)

// Version of the rules.
const Version = 1

// Players is the number of seats.
const Players = 2

// Settings of Config.Tie: what happens when both seats reach the goal level (FP-6).
const (
	TiePairs       = "pairs"        // they go on in pairs of possessions until one leads
	TieSuddenDeath = "sudden_death" // one more possession decides
)

// Limits of the fixed arrays of a State.
const (
	MaxLanes = 6
	MaxLines = 8
	maxPairs = 60
	maxYards = 1000
)

// Config holds everything that a designer can set. Defaults returns the numbers of
// the rule book; the cards come from configs/games/playdesign.
type Config struct {
	playdesign.Deck `yaml:",inline"`

	Lanes int `json:"lanes" yaml:"lanes"`
	Lines int `json:"lines" yaml:"lines"`

	Goal       int    `json:"goal" yaml:"goal"`
	ScoreYards int    `json:"score_yards" yaml:"score_yards"`
	StopYards  int    `json:"stop_yards" yaml:"stop_yards"`
	Margin     int    `json:"margin" yaml:"margin"`
	MaxPairs   int    `json:"max_pairs" yaml:"max_pairs"`
	Tie        string `json:"tie" yaml:"tie"`

	// Counts says which dots count for an offense card of each colour, on both
	// cards of a lane.
	Counts map[string][]string `json:"counts" yaml:"counts"`
}

// knobs is the table of the parameters.
var knobs = slices.Concat(layout.Knobs[Config]{
	layout.Choice("tie", func(c *Config) *string { return &c.Tie }, TiePairs,
		"with both level at the goal: pairs of possessions until one leads, or one more possession decides", TiePairs, TieSuddenDeath),
	layout.Int("goal", func(c *Config) *int { return &c.Goal }, 100, 1, maxYards, "yards that win, after equally many possessions each"),
	layout.Int("score_yards", func(c *Config) *int { return &c.ScoreYards }, 20, 0, maxYards, "yards to the offense that wins a lane on the last line"),
	layout.Int("stop_yards", func(c *Config) *int { return &c.StopYards }, 20, 0, maxYards, "yards to the defense that stops a possession"),
	layout.Int("lanes", func(c *Config) *int { return &c.Lanes }, 4, 1, MaxLanes, "lanes of a line"),
	layout.Int("lines", func(c *Config) *int { return &c.Lines }, 4, 1, MaxLines, "lines to the score, of which only the last may be short of cards"),
	layout.Int("margin", func(c *Config) *int { return &c.Margin }, 1, 0, playdesign.MaxMen, "by how many men the offense must lead to win a lane"),
	layout.Int("max_pairs", func(c *Config) *int { return &c.MaxPairs }, 20, 1, maxPairs, "pairs of possessions after which the leader wins"),
}, playdesign.Knobs(func(c *Config) *playdesign.Deck { return &c.Deck }))

// Defaults returns the numbers of the rule book, without cards.
func Defaults() Config {
	c := Config{Counts: map[string][]string{
		"orange": {"orange"}, "purple": {"purple", "blue"}, "green": {"green"}, "blue": {"blue"},
	}}
	knobs.Reset(&c)
	return c
}

// Parameters returns the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter { return knobs.Parameters(c) }

// Validate reports every fault as env.Faults, with paths such as cards[3].dots.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	if c.ScoreYards == 0 && c.StopYards == 0 {
		faults.Add("score_yards", 0, "yards for a score or for a stop: nobody could win")
	}
	if c.Lanes*(c.Lines-1) >= c.EachSide {
		faults.Add("lines", c.Lines, "at most %d lines of %d lanes from %d cards: only the last line may be short", (c.EachSide+c.Lanes-1)/max(c.Lanes, 1), c.Lanes, c.EachSide)
	}
	c.validateCounts(&faults)
	c.ValidateCards(&faults)
	return faults.Err()
}

// validateCounts adds the faults of Counts, by colour.
func (c *Config) validateCounts(f *env.Faults) {
	keys := make([]string, 0, len(c.Counts))
	for key := range c.Counts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		var card playdesign.Colour
		if card.UnmarshalText([]byte(key)) != nil || !card.OfCards() {
			f.Add("counts."+key, key, "a colour of cards: orange, purple, green or blue")
		}
		for i, name := range c.Counts[key] {
			var dot playdesign.Colour
			if err := dot.UnmarshalText([]byte(name)); err != nil {
				f.Add(fmt.Sprintf("counts.%s[%d]", key, i), name, "%v", err)
			} else if slices.Contains(c.Counts[key][:i], name) {
				f.Add(fmt.Sprintf("counts.%s[%d]", key, i), name, "each colour once")
			}
		}
	}
	for colour := playdesign.Orange; colour.OfCards(); colour++ {
		if len(c.Counts[colour.String()]) == 0 {
			f.Add("counts."+colour.String(), "nothing", "the dots that count for %s cards", colour)
		}
	}
}
