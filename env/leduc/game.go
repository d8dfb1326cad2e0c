// Package leduc is Leduc hold'em for two to five players.
//
// Source: F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI
// 2005, and its usual extension to more players: players+1 ranks in two suits,
// one private card each, one public card, a betting round before and after it.
// The tree equals OpenSpiel's leduc_poker node for node (ruling CAL-2).
//
// Seat order: seat 0 is dealt to first and opens the first round; the first
// seat still in opens the second.
//
// Deviations: none in the rules. What the source leaves open: at a showdown
// every seat still in shows its card, a seat that folded never does; equal
// hands share the pot.
//
// Nothing but this one game lives here.
//
// Read game.go (what the game is), then state.go (what happens), observe.go (what a seat may
// know) and text.go (what people read).
package leduc

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
)

// The numbers of players that the rules allow.
const (
	MinPlayers = 2
	MaxPlayers = 5
)

// Config holds what can be set.
type Config struct {
	Players int `json:"players" yaml:"players"`
}

var knobs = layout.Knobs[Config]{
	layout.Count("players", func(c *Config) *int { return &c.Players }, 2, MinPlayers, MaxPlayers, "seats at the table; the deck has one rank more, in two suits"),
}

// Defaults returns the two-player game with six cards.
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

// Numbers of the game; stakes in chips.
const (
	suits     = 2
	rounds    = 2
	ante      = 1
	maxRaises = 2 // in a round
)

// raiseSize holds the chips that a raise adds to the stake, by round.
var raiseSize = [rounds]int8{2, 4}

// maxStake is the most chips that one seat can put into a pot.
const maxStake = ante + maxRaises*2 + maxRaises*4

// maxCall is the most chips that a seat can be asked to call: two raises of the
// second round.
const maxCall = maxRaises * 4

// The actions of a seat.
const (
	Fold  env.Action = iota
	Call             // check when there is nothing to call
	Raise            // call first, then raise
)

// Game is one configuration of Leduc hold'em. It implements env.Game.
type Game struct {
	spec    *env.Spec
	players int
	spans   spans
	start   State
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{players: c.Players}
	g.spec = g.newSpec(c)
	g.start = State{
		game: g, actor: env.Chance, public: noCard,
		deck: 1<<deckSize(c.Players) - 1, in: 1<<c.Players - 1, stake: ante,
	}
	for seat := range c.Players {
		g.start.paid[seat] = ante
	}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// newSpec describes the game, and notes where its observation fields lie.
func (g *Game) newSpec(c Config) *env.Spec {
	n := c.Players
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("leduc: " + err.Error())
	}
	spec := &env.Spec{
		Name:       "leduc",
		Title:      "Leduc hold'em",
		Version:    Version,
		Players:    n,
		MinPlayers: MinPlayers,
		MaxPlayers: MaxPlayers,
		Actions: []env.Block{
			{Name: "fold", Shape: []int{1}, Kind: "bid", Doc: "give up the pot; only when there is something to call"},
			{Name: "call", Shape: []int{1}, Kind: "bid", Doc: "match the stake, or check when there is nothing to call"},
			{Name: "raise", Shape: []int{1}, Kind: "bid", Doc: "match the stake and add 2 (first round) or 4 (second); at most two in a round"},
		},
		MaxChanceOutcomes: deckSize(n),
		MaxGameLength:     rounds * maxBets(n),
		MaxChanceNodes:    n + 1,
		Observation:       g.lay(),
		Utility:           env.ZeroSum,
		MinUtility:        -maxStake,
		MaxUtility:        float64((n - 1) * maxStake),
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

// deckSize returns the number of cards.
func deckSize(players int) int { return suits * (players + 1) }

// maxBets returns the number of betting actions in the longest round: all seats
// but the last check, the last raises, all but one of the others call, that one
// raises, and all others answer.
func maxBets(players int) int { return 3*players - 2 }

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string { return "seat 0 bets first in both rounds, while it is in" }
