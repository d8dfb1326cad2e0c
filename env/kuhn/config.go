package kuhn

import (
	"encoding/json"
	"strconv"

	"ringer/env"
)

// Version of the rules.
const Version = 1

// The numbers of players that the rules allow.
const (
	MinPlayers = 2
	MaxPlayers = 5
)

// Stakes in chips.
const (
	ante = 1
	bet  = 1
)

// Config is what can be set.
type Config struct {
	Players int `json:"players" yaml:"players"` // MinPlayers..MaxPlayers; one card more is in the deck
}

// Defaults is the two-player game of Kuhn's paper.
func Defaults() Config { return Config{Players: 2} }

// Validate reports every fault as env.Faults.
func (c Config) Validate() error {
	var faults env.Faults
	if c.Players < MinPlayers || c.Players > MaxPlayers {
		faults.Add("players", c.Players, "a number from %d to %d", MinPlayers, MaxPlayers)
	}
	return faults.Err()
}

// Game is one configuration of Kuhn poker. It implements env.Game.
type Game struct {
	spec    *env.Spec
	players int
	start   State
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{spec: newSpec(c), players: c.Players}
	g.start = State{game: g, actor: env.Chance, deck: 1<<(c.Players+1) - 1}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// Parameters lists the parameters of a game string, with their values here.
func (c Config) Parameters() []env.Parameter {
	return []env.Parameter{{
		Name: "players", Value: strconv.Itoa(c.Players), Default: strconv.Itoa(Defaults().Players),
		Choices: []string{"2", "3", "4", "5"}, Doc: "seats at the table; the deck has one card more",
	}}
}

func newSpec(c Config) *env.Spec {
	n := c.Players
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("kuhn: " + err.Error())
	}
	spec := &env.Spec{
		Name:       "kuhn",
		Title:      "Kuhn poker",
		Version:    Version,
		Players:    n,
		MinPlayers: MinPlayers,
		MaxPlayers: MaxPlayers,
		Actions: []env.Block{
			{Name: "pass", Shape: []int{1}, Doc: "check, or fold when someone has bet"},
			{Name: "bet", Shape: []int{1}, Doc: "bet one chip, or call when someone has bet"},
		},
		MaxChanceOutcomes: n + 1,
		MaxGameLength:     maxBets(n),
		MaxChanceNodes:    n,
		Observation:       fields(n),
		Utility:           env.ZeroSum,
		MinUtility:        -(ante + bet),
		MaxUtility:        float64((n - 1) * (ante + bet)),
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

// maxBets is the longest betting: all seats but the last pass, the last bets,
// and everyone else answers.
func maxBets(players int) int { return 2*players - 1 }
