// Package echo is Echo, a game of one seat against a hidden habit.
//
// Source: our own, after repeated games against an opponent of a hidden type, as in matching
// pennies against one who copies. It is a partially observed decision process whose best value
// can be computed: a check for networks that read the past in its order (ruling CAL-7).
//
// Seat order: there is one seat. The echo that it plays against is chance: its habit is dealt
// before the first round and never shown, and what it shows follows from the habit.
//
// Deviations: none; there is no rule book but this one.
//
// Nothing but this one game lives here.
//
// Read game.go (what the game is), then state.go (what happens), observe.go (what the seat may
// know and thinks possible) and text.go (what people read).
package echo

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
)

// Limits of the configuration.
const (
	MinRounds = 2
	MaxRounds = 32
	MinSigns  = 2
	MaxSigns  = 4
	MaxLag    = 4
	MaxNoise  = 50 // percent
)

// Config holds what can be set.
type Config struct {
	Rounds int `json:"rounds" yaml:"rounds"`
	Signs  int `json:"signs" yaml:"signs"`
	Lag    int `json:"lag" yaml:"lag"`
	Noise  int `json:"noise" yaml:"noise"`
	Recall int `json:"recall" yaml:"recall"`
}

var knobs = layout.Knobs[Config]{
	layout.Int("rounds", func(c *Config) *int { return &c.Rounds }, 12, MinRounds, MaxRounds, "rounds of an episode"),
	layout.Int("signs", func(c *Config) *int { return &c.Signs }, 2, MinSigns, MaxSigns, "signs that the seat guesses and the echo shows"),
	layout.Int("lag", func(c *Config) *int { return &c.Lag }, 2, 1, MaxLag, "the echo's habit answers the guess of 1 to this many rounds ago"),
	layout.Int("noise", func(c *Config) *int { return &c.Noise }, 10, 0, MaxNoise, "percent of rounds in which the echo shows any sign, all alike, instead of following its habit"),
	layout.Int("recall", func(c *Config) *int { return &c.Recall }, MaxRounds, 0, MaxRounds, "rounds that the table shows, the newest ones; 0: the seat sees nothing of the past"),
}

// Defaults returns the game of twelve rounds and two signs, whose echo answers the last guess or the
// one before.
func Defaults() Config {
	var c Config
	knobs.Reset(&c)
	return c
}

// Parameters lists the parameters of a game string, with their values here.
func (c Config) Parameters() []env.Parameter { return knobs.Parameters(&c) }

// Validate reports every fault as env.Faults.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	return faults.Err()
}

// Version is the version of the rules.
const Version = 1

// Game is one configuration of Echo. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	spans  spans
	start  State
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{config: c}
	g.spec = g.newSpec()
	g.start = State{game: g, actor: env.Chance, habit: none, guess: none}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// newSpec describes the game, and notes where its observation fields lie.
func (g *Game) newSpec() *env.Spec {
	c := g.config
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("echo: " + err.Error())
	}
	spec := &env.Spec{
		Name:              "echo",
		Title:             "Echo",
		Version:           Version,
		Players:           1,
		MinPlayers:        1,
		MaxPlayers:        1,
		Actions:           []env.Block{{Name: "sign", Shape: []int{c.Signs}, Kind: "guess", Names: g.signNames(), Doc: "guess that the echo shows this sign"}},
		MaxChanceOutcomes: g.habits(),
		MaxGameLength:     c.Rounds,
		MaxChanceNodes:    1 + c.Rounds,
		Observation:       g.lay(),
		Utility:           env.GeneralSum,
		MinUtility:        -g.loss() * float64(c.Rounds),
		MaxUtility:        float64(c.Rounds),
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

// loss returns the cost of a wrong guess, with which guessing without knowledge is worth nothing.
func (g *Game) loss() float64 { return 1 / float64(g.config.Signs-1) }

// habits returns the number of habits: for every lag, one for every sign that it adds.
func (g *Game) habits() int { return g.config.Lag * g.config.Signs }

// signNames lists the names of all signs.
func (g *Game) signNames() []string {
	names := make([]string, g.config.Signs)
	for sign := range names {
		names[sign] = signName(sign)
	}
	return names
}

func signName(sign int) string { return string(rune('A' + sign)) }
