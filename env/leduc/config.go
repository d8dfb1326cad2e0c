package leduc

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

// Numbers of the game; stakes in chips.
const (
	suits     = 2
	rounds    = 2
	ante      = 1
	maxRaises = 2 // in a round
)

// raiseSize is what a raise adds to the stake, by round.
var raiseSize = [rounds]int8{2, 4}

// maxStake is the most that one seat can put into a pot.
const maxStake = ante + maxRaises*2 + maxRaises*4

// maxCall is the most that a seat can be asked to call: two raises of the
// second round.
const maxCall = maxRaises * 4

// Config is what can be set.
type Config struct {
	Players int `json:"players" yaml:"players"` // MinPlayers..MaxPlayers; the deck has one rank more
}

// Defaults is the two-player game with six cards.
func Defaults() Config { return Config{Players: 2} }

// Validate reports every fault as env.Faults.
func (c Config) Validate() error {
	var faults env.Faults
	if c.Players < MinPlayers || c.Players > MaxPlayers {
		faults.Add("players", c.Players, "a number from %d to %d", MinPlayers, MaxPlayers)
	}
	return faults.Err()
}

// Game is one configuration of Leduc hold'em. It implements env.Game.
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

// Parameters lists the parameters of a game string, with their values here.
func (c Config) Parameters() []env.Parameter {
	return []env.Parameter{{
		Name: "players", Value: strconv.Itoa(c.Players), Default: strconv.Itoa(Defaults().Players),
		Choices: []string{"2", "3", "4", "5"}, Doc: "seats at the table; the deck has one rank more, in two suits",
	}}
}

func newSpec(c Config) *env.Spec {
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
			{Name: "fold", Shape: []int{1}, Doc: "give up the pot; only when there is something to call"},
			{Name: "call", Shape: []int{1}, Doc: "match the stake, or check when there is nothing to call"},
			{Name: "raise", Shape: []int{1}, Doc: "match the stake and add 2 (first round) or 4 (second); at most two in a round"},
		},
		MaxChanceOutcomes: deckSize(n),
		MaxGameLength:     rounds * maxBets(n),
		MaxChanceNodes:    n + 1,
		Observation:       fields(n),
		Utility:           env.ZeroSum,
		MinUtility:        -maxStake,
		MaxUtility:        float64((n - 1) * maxStake),
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

func deckSize(players int) int { return suits * (players + 1) }

// maxBets is the longest betting round: all seats but the last check, the last
// raises, all but one of the others call, that one raises, and everyone else
// answers.
func maxBets(players int) int { return 3*players - 2 }
