package fivepossessions

import (
	"fmt"
	"slices"

	"ringer/env"
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
	maxLanes = 6
	maxLines = 8
	maxPairs = 60
	maxYards = 1000
)

// Config is everything that a designer can set. Defaults gives the numbers of the
// rule book; the cards come from configs/games/playdesign.
type Config struct {
	playdesign.Deck `yaml:",inline"`

	Lanes int `json:"lanes" yaml:"lanes"`
	Lines int `json:"lines" yaml:"lines"`

	Goal       int    `json:"goal" yaml:"goal"`               // yards that win
	ScoreYards int    `json:"score_yards" yaml:"score_yards"` // to the offense that wins a lane on the last line
	StopYards  int    `json:"stop_yards" yaml:"stop_yards"`   // to the defense that stops a possession
	Margin     int    `json:"margin" yaml:"margin"`           // by so many men the offense must lead to win a lane
	MaxPairs   int    `json:"max_pairs" yaml:"max_pairs"`     // pairs of possessions after which the leader wins
	Tie        string `json:"tie" yaml:"tie"`

	// Counts says which dots count for an offense card of each colour, on both
	// cards of a lane.
	Counts map[string][]string `json:"counts" yaml:"counts"`
}

// Defaults holds the numbers of the rule book, and no cards.
func Defaults() Config {
	return Config{
		Deck:  playdesign.Defaults(),
		Lanes: 4, Lines: 4,
		Goal: 100, ScoreYards: 20, StopYards: 20, Margin: 1, MaxPairs: 20, Tie: TiePairs,
		Counts: map[string][]string{
			"orange": {"orange"}, "purple": {"purple", "blue"}, "green": {"green"}, "blue": {"blue"},
		},
	}
}

// Validate reports every fault as env.Faults, with paths such as cards[3].dots.
func (c Config) Validate() error {
	var faults env.Faults
	if err := c.Deck.Validate(); err != nil {
		faults = append(faults, err.(env.Faults)...)
	}
	within := func(path string, x, low, high int) {
		if x < low || x > high {
			faults.Add(path, x, "a number from %d to %d", low, high)
		}
	}
	within("lanes", c.Lanes, 1, maxLanes)
	within("lines", c.Lines, 1, maxLines)
	within("goal", c.Goal, 1, maxYards)
	within("score_yards", c.ScoreYards, 0, maxYards)
	within("stop_yards", c.StopYards, 0, maxYards)
	within("margin", c.Margin, 0, playdesign.MaxMen)
	within("max_pairs", c.MaxPairs, 1, maxPairs)
	if c.ScoreYards == 0 && c.StopYards == 0 {
		faults.Add("score_yards", 0, "yards for a score or for a stop: nobody could win")
	}
	if c.Lanes*(c.Lines-1) >= c.EachSide {
		faults.Add("lines", c.Lines, "at most %d lines of %d lanes from %d cards: only the last line may be short", (c.EachSide+c.Lanes-1)/max(c.Lanes, 1), c.Lanes, c.EachSide)
	}
	if c.Tie != TiePairs && c.Tie != TieSuddenDeath {
		faults.Add("tie", c.Tie, "%s or %s", TiePairs, TieSuddenDeath)
	}
	c.validateCounts(&faults)
	return faults.Err()
}

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
