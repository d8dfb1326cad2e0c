package leduc

import (
	"encoding/json"

	"ringer/env"
)

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
