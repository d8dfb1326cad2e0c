package fourdowns

import (
	"slices"

	"ringer/env"
	"ringer/env/layout"
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
	ReturnsWin   = "win"   // C-3: 1 to the winner of the game
	ReturnsYards = "yards" // what each seat has lost, in stakes
)

// Settings of Config.KnockWhen.
const (
	KnockBeforeRounds = "before_rounds" // FD-8
	KnockAnyTime      = "any_time"      // FD-11: before every card
)

// Config holds everything that a designer can set. Defaults returns the numbers of
// the rule book; the cards come from configs/games/playdesign.
type Config struct {
	Players   int `json:"players" yaml:"players"`
	HandCards int `json:"hand_cards" yaml:"hand_cards"`

	EightCardsForTwo bool `json:"eight_cards_for_two" yaml:"eight_cards_for_two"`
	CardsForTwo      int  `json:"cards_for_two" yaml:"cards_for_two"`

	FirstDowns bool   `json:"first_downs" yaml:"first_downs"`
	KnockWhen  string `json:"knock_when" yaml:"knock_when"`
	MaxKnocks  int    `json:"max_knocks" yaml:"max_knocks"`

	Yards int `json:"yards" yaml:"yards"`
	OutAt int `json:"out_at" yaml:"out_at"`

	Hands   int    `json:"hands" yaml:"hands"`
	Returns string `json:"returns" yaml:"returns"`

	playdesign.Deck `yaml:",inline"`
}

// Limits of the fixed arrays of a State.
const (
	maxSeats  = MaxPlayers
	maxRounds = 12
	maxKnocks = 12
	maxLives  = 30 // stakes that a player can lose and stay in, and one more
	maxHands  = 2*maxLives - 1
)

// knobs is the table of the parameters.
var knobs = slices.Concat(layout.Knobs[Config]{
	layout.Count("players", func(c *Config) *int { return &c.Players }, 4, MinPlayers, MaxPlayers, "seats at the table"),
	layout.Switch("first_downs", func(c *Config) *bool { return &c.FirstDowns }, true, "players may knock, to raise the stake"),
	layout.Choice("knock_when", func(c *Config) *string { return &c.KnockWhen }, KnockBeforeRounds,
		"before_rounds: players may knock before each round; any_time: before each card", KnockBeforeRounds, KnockAnyTime),
	layout.Int("max_knocks", func(c *Config) *int { return &c.MaxKnocks }, 4, 0, maxKnocks, "knocks in a hand"),
	layout.Switch("eight_cards_for_two", func(c *Config) *bool { return &c.EightCardsForTwo }, true, "two players left in the game get cards_for_two cards each"),
	layout.Int("hand_cards", func(c *Config) *int { return &c.HandCards }, 4, 1, maxRounds, "cards dealt to each player, and rounds of a hand"),
	layout.Int("cards_for_two", func(c *Config) *int { return &c.CardsForTwo }, 8, 1, maxRounds, "cards dealt to each of two players left, and rounds of such a hand"),
	layout.Int("yards", func(c *Config) *int { return &c.Yards }, 10, 1, 1000, "yards lost for each point of the stake"),
	layout.Int("out_at", func(c *Config) *int { return &c.OutAt }, 100, 1, 10_000, "yards at which a player is out of the game"),
	layout.Int("hands", func(c *Config) *int { return &c.Hands }, 0, 0, maxHands, "hands in a game at most, after which the fewest yards win, or 0 to play until one player is left"),
	layout.Choice("returns", func(c *Config) *string { return &c.Returns }, ReturnsWin,
		"win: who wins the game; yards: the mean loss of the others less the seat's own, in stakes", ReturnsWin, ReturnsYards),
}, playdesign.Knobs(func(c *Config) *playdesign.Deck { return &c.Deck }))

// Defaults returns the numbers of the rule book, without cards.
func Defaults() Config {
	var c Config
	knobs.Reset(&c)
	return c
}

// Parameters returns the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter { return knobs.Parameters(c) }

// Validate reports every fault as env.Faults, with paths such as max_knocks and
// cards[3].strength.
func (c Config) Validate() error {
	var f env.Faults
	knobs.Validate(&c, &f)
	if c.Yards > 0 && c.lives() > maxLives {
		f.Add("out_at", c.OutAt, "at most %d: %d losses of the smallest stake", maxLives*c.Yards, maxLives)
	}
	if need := c.Players * c.HandCards; need > len(c.Cards) {
		f.Add("hand_cards", c.HandCards, "at most %d cards in all, not %d × %d", len(c.Cards), c.Players, c.HandCards)
	}
	if need := 2 * c.CardsForTwo; c.EightCardsForTwo && need > len(c.Cards) {
		f.Add("cards_for_two", c.CardsForTwo, "at most %d cards in all, not 2 × %d", len(c.Cards), c.CardsForTwo)
	}
	c.ValidateCards(&f)
	return f.Err()
}

// cardNames returns the names of the cards.
func (c *Config) cardNames() []string {
	names := make([]string, len(c.Cards))
	for i := range c.Cards {
		names[i] = c.Cards[i].Name
	}
	return names
}

// lives returns how many losses of the smallest stake put a player out.
func (c *Config) lives() int { return (c.OutAt + c.Yards - 1) / c.Yards }

// knocks returns how often the stake of a hand can be raised.
func (c *Config) knocks() int {
	if !c.FirstDowns {
		return 0
	}
	return c.MaxKnocks
}

// dealt returns how many cards each of this many players gets.
func (c *Config) dealt(players int) int {
	if players == 2 && c.EightCardsForTwo {
		return c.CardsForTwo
	}
	return c.HandCards
}

// most returns the largest number of hands of a game: of the last two players
// left, one has lost less than all its lives, the other all of them, and one of
// them loses in every hand (FD-10).
func (c *Config) most() int {
	n := 2*c.lives() - 1
	if c.Hands > 0 {
		n = min(n, c.Hands)
	}
	return n
}
