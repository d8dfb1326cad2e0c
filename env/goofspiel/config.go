package goofspiel

import (
	"encoding/json"
	"strconv"

	"ringer/env"
)

// Version of the rules.
const Version = 1

// Limits of the configuration.
const (
	MinPlayers = 2
	MaxPlayers = 5
	MinCards   = 2
	MaxCards   = 13
)

// Order is the order in which the prizes come.
type Order string

// The orders.
const (
	Descending Order = "descending"
	Ascending  Order = "ascending"
	Random     Order = "random"
)

// Payoff says what the returns are.
type Payoff string

// The payoffs.
const (
	// WinLoss shares +1 among the seats with the most points and -1 among the
	// others; everyone gets 0 when all have equally many.
	WinLoss Payoff = "win_loss"
	// PointDifference is a seat's points minus the mean of all seats.
	PointDifference Payoff = "point_difference"
)

// Config is what can be set.
type Config struct {
	Players int    `json:"players" yaml:"players"` // MinPlayers..MaxPlayers
	Cards   int    `json:"cards" yaml:"cards"`     // in every hand, and prizes: MinCards..MaxCards
	Order   Order  `json:"order" yaml:"order"`
	ImpInfo bool   `json:"impinfo" yaml:"impinfo"` // announce only who won a bid, not the bids
	Returns Payoff `json:"returns" yaml:"returns"`
}

// Defaults is the small two-player game of the solver literature.
func Defaults() Config {
	return Config{Players: 2, Cards: 4, Order: Descending, ImpInfo: true, Returns: WinLoss}
}

// Validate reports every fault as env.Faults.
func (c Config) Validate() error {
	var faults env.Faults
	if c.Players < MinPlayers || c.Players > MaxPlayers {
		faults.Add("players", c.Players, "a number from %d to %d", MinPlayers, MaxPlayers)
	}
	if c.Cards < MinCards || c.Cards > MaxCards {
		faults.Add("cards", c.Cards, "a number from %d to %d", MinCards, MaxCards)
	}
	if c.Order != Descending && c.Order != Ascending && c.Order != Random {
		faults.Add("order", c.Order, "%s, %s or %s", Descending, Ascending, Random)
	}
	if c.Returns != WinLoss && c.Returns != PointDifference {
		faults.Add("returns", c.Returns, "%s or %s", WinLoss, PointDifference)
	}
	return faults.Err()
}

// Game is one configuration of Goofspiel. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	start  State
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{spec: newSpec(c), config: c}
	g.start = State{game: g, left: g.allCards(), prize: noCard}
	for seat := range c.Players {
		g.start.hands[seat] = g.allCards()
	}
	g.start.openRound()
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// allCards is the set of all cards, bit by card.
func (g *Game) allCards() uint16 { return 1<<g.config.Cards - 1 }

// Parameters lists the parameters of a game string, with their values here.
func (c Config) Parameters() []env.Parameter {
	d := Defaults()
	return []env.Parameter{
		{
			Name: "players", Value: strconv.Itoa(c.Players), Default: strconv.Itoa(d.Players),
			Choices: []string{"2", "3", "4", "5"}, Doc: "seats at the table",
		},
		{
			Name: "cards", Value: strconv.Itoa(c.Cards), Default: strconv.Itoa(d.Cards),
			Doc: "cards in every hand, and prizes: from 2 to 13",
		},
		{
			Name: "order", Value: string(c.Order), Default: string(d.Order),
			Choices: []string{string(Descending), string(Ascending), string(Random)}, Doc: "order in which the prizes come",
		},
		{
			Name: "impinfo", Value: strconv.FormatBool(c.ImpInfo), Default: strconv.FormatBool(d.ImpInfo),
			Choices: []string{"true", "false"}, Doc: "announce only who won each bid, not the bids",
		},
		{
			Name: "returns", Value: string(c.Returns), Default: string(d.Returns),
			Choices: []string{string(WinLoss), string(PointDifference)}, Doc: "win_loss: the seats with the most points share +1, the others -1; point_difference: points minus the mean of all seats",
		},
	}
}

func newSpec(c Config) *env.Spec {
	n, k := c.Players, c.Cards
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("goofspiel: " + err.Error())
	}
	low, high := utilityRange(c)
	spec := &env.Spec{
		Name:       "goofspiel",
		Title:      "Goofspiel",
		Version:    Version,
		Players:    n,
		MinPlayers: MinPlayers,
		MaxPlayers: MaxPlayers,
		Actions: []env.Block{
			{Name: "bid", Shape: []int{k}, Doc: "[card-1]: bid this card of the own hand"},
		},
		MaxGameLength: n * (k - 1),
		Observation:   fields(c),
		Utility:       env.ZeroSum,
		MinUtility:    low,
		MaxUtility:    high,
		Parameters:    c.Parameters(),
		Configuration: configuration,
	}
	if c.Order == Random {
		spec.MaxChanceOutcomes = k
		spec.MaxChanceNodes = k - 1
	}
	return spec.Seal()
}

// utilityRange bounds the returns. By points, the best that a seat can do is to
// win all prizes but the smallest, because it cannot beat the highest card of
// another seat: with two seats the other then has that prize; with more, the
// others can waste it in a tie. The worst is a seat's place in the mirror image.
func utilityRange(c Config) (low, high float64) {
	if c.Returns == WinLoss {
		return -1, 1
	}
	n, total := float64(c.Players), float64(c.Cards*(c.Cards+1)/2)
	if c.Players == 2 {
		return -(total - 2) / 2, (total - 2) / 2
	}
	return -(total - 1) / n, (total - 1) * (n - 1) / n
}
