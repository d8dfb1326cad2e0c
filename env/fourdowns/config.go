package fourdowns

import (
	"errors"
	"strconv"

	"ringer/env"
	"ringer/env/playdesign"
)

// Version of the rules.
const Version = 1

// The numbers of players that the rules allow.
const (
	MinPlayers = 2
	MaxPlayers = 4
)

// Settings of Config.Returns.
const (
	ReturnsWin   = "win"   // C-3: who wins the game
	ReturnsYards = "yards" // what was lost, in stakes
)

// Config is everything that a designer can set. Defaults gives the numbers of
// the rule book; the cards come from configs/games/playdesign.
type Config struct {
	Players   int `json:"players" yaml:"players"`
	HandCards int `json:"hand_cards" yaml:"hand_cards"` // dealt to each player, and rounds of a hand

	EightCardsForTwo bool `json:"eight_cards_for_two" yaml:"eight_cards_for_two"`
	CardsForTwo      int  `json:"cards_for_two" yaml:"cards_for_two"` // the eight of that option

	FirstDowns bool `json:"first_downs" yaml:"first_downs"` // knocking
	MaxKnocks  int  `json:"max_knocks" yaml:"max_knocks"`   // in a hand

	Yards int `json:"yards" yaml:"yards"` // lost for each point of the stake
	OutAt int `json:"out_at" yaml:"out_at"`

	Hands   int    `json:"hands" yaml:"hands"` // at most; 0: until one player is left
	Returns string `json:"returns" yaml:"returns"`

	playdesign.Deck `yaml:",inline"`
}

// Defaults holds the numbers of the rule book, and no cards.
func Defaults() Config {
	return Config{
		Players: 4, HandCards: 4,
		EightCardsForTwo: true, CardsForTwo: 8,
		FirstDowns: true, MaxKnocks: 4,
		Yards: 10, OutAt: 100,
		Returns: ReturnsWin,
		Deck:    playdesign.Defaults(),
	}
}

// Limits of the fixed arrays of a State.
const (
	maxSeats  = MaxPlayers
	maxRounds = 12
	maxKnocks = 12
	maxLives  = 30 // stakes that a player can lose and stay in, and one more
	maxHands  = 2*maxLives - 1
)

// Validate reports every fault as env.Faults, with paths such as max_knocks and
// cards[3].strength.
func (c Config) Validate() error {
	var f env.Faults
	within := func(path string, x, low, high int) {
		if x < low || x > high {
			f.Add(path, x, "a number from %d to %d", low, high)
		}
	}
	within("players", c.Players, MinPlayers, MaxPlayers)
	within("hand_cards", c.HandCards, 1, maxRounds)
	within("cards_for_two", c.CardsForTwo, 1, maxRounds)
	within("max_knocks", c.MaxKnocks, 0, maxKnocks)
	within("yards", c.Yards, 1, 1000)
	within("out_at", c.OutAt, 1, 10_000)
	within("hands", c.Hands, 0, maxHands)
	if c.Yards > 0 && c.lives() > maxLives {
		f.Add("out_at", c.OutAt, "at most %d: %d losses of the smallest stake", maxLives*c.Yards, maxLives)
	}
	if c.Returns != ReturnsWin && c.Returns != ReturnsYards {
		f.Add("returns", strconv.Quote(c.Returns), "%s or %s", ReturnsWin, ReturnsYards)
	}
	if need := c.Players * c.HandCards; need > len(c.Cards) {
		f.Add("hand_cards", c.HandCards, "at most %d cards in all, not %d × %d", len(c.Cards), c.Players, c.HandCards)
	}
	if need := 2 * c.CardsForTwo; c.EightCardsForTwo && need > len(c.Cards) {
		f.Add("cards_for_two", c.CardsForTwo, "at most %d cards in all, not 2 × %d", len(c.Cards), c.CardsForTwo)
	}
	var deck env.Faults
	if errors.As(c.Deck.Validate(), &deck) {
		f = append(f, deck...)
	}
	return f.Err()
}

// lives is how many losses of the smallest stake put a player out.
func (c *Config) lives() int { return (c.OutAt + c.Yards - 1) / c.Yards }

// knocks is how often a hand's stake can be raised.
func (c *Config) knocks() int {
	if !c.FirstDowns {
		return 0
	}
	return c.MaxKnocks
}

// dealt is how many cards each of so many players gets.
func (c *Config) dealt(players int) int {
	if players == 2 && c.EightCardsForTwo {
		return c.CardsForTwo
	}
	return c.HandCards
}

// most is the largest number of hands: of the last two players left, one has
// lost less than all its lives, the other all of them, and one of them loses in
// every hand (FD-10).
func (c *Config) most() int {
	n := 2*c.lives() - 1
	if c.Hands > 0 {
		n = min(n, c.Hands)
	}
	return n
}
