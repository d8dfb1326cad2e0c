package fourdowns

import (
	"encoding/json"
	"strconv"

	"ringer/env"
	"ringer/env/playdesign"
)

// cards is a set of cards, bit by index into the deck.
type cards = uint64

// Classes of cards: side and colour.
const (
	colours = playdesign.CardColours
	classes = 2 * colours
)

// kind is a card, compiled.
type kind struct {
	strength uint8
	class    uint8 // side*colours + colour
	answer   uint8 // the class of the same colour on the opposite side: what takes the lead from it
}

// Game is one configuration of 4 Downs. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config

	players int
	rounds  int // most rounds of a hand
	knocks  int // most knocks of a hand

	kinds []kind
	class [classes]cards // the cards of each class
	all   cards
	beats []cards // by card: those that take the lead from it

	// the ids after the cards
	knock, pass, call, fold env.Action

	layout layout
	maxLog int
	first  State
}

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{config: c, players: c.Players, knocks: c.knocks(), rounds: c.HandCards}
	for n := 2; n <= c.Players; n++ {
		g.rounds = max(g.rounds, c.dealt(n))
	}
	g.compile()
	g.knock = env.Action(len(g.kinds))
	g.pass, g.call, g.fold = g.knock+1, g.knock+2, g.knock+3
	g.spec = g.newSpec()
	g.maxLog = g.spec.MaxGameLength + g.spec.MaxChanceNodes
	g.first = State{game: g, node: nodeDealer, actor: env.Chance, in: 1<<g.players - 1, dealer: nobody}
	g.first.hand.clear()
	return g, nil
}

// compile turns the cards into tables.
func (g *Game) compile() {
	for i := range g.config.Cards {
		c := &g.config.Cards[i]
		k := kind{strength: uint8(c.Strength), class: classOf(c.Side, c.Colour), answer: classOf(c.Side.Other(), c.Colour)}
		g.kinds = append(g.kinds, k)
		g.class[k.class] |= 1 << i
		g.all |= 1 << i
	}
	for _, lead := range g.kinds {
		var b cards
		for i, k := range g.kinds {
			if k.class == lead.answer && k.strength >= lead.strength { // FD-1
				b |= 1 << i
			}
		}
		g.beats = append(g.beats, b)
	}
}

func classOf(side playdesign.Side, colour playdesign.Colour) uint8 {
	return uint8(side-playdesign.Offense)*colours + uint8(colour.Index())
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.first.Clone() }

// Config is the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }

// newSpec describes the game. The block names and their order are part of what
// a trained network means: C-5.
func (g *Game) newSpec() *env.Spec {
	c := &g.config
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("fourdowns: " + err.Error())
	}
	decisions, chances := g.bounds()
	spec := &env.Spec{
		Name: "fourdowns", Title: "4 Downs", Version: Version,
		Players: g.players, MinPlayers: MinPlayers, MaxPlayers: MaxPlayers,
		Actions: []env.Block{ // FD-10
			{Name: "card", Shape: []int{len(g.kinds)}, Doc: "a card to open a round with, or to follow with"},
			{Name: "knock", Shape: []int{1}, Doc: "raise the stake by one, and stay in"},
			{Name: "pass", Shape: []int{1}, Doc: "leave the stake as it is, in a window before a round"},
			{Name: "call", Shape: []int{1}, Doc: "accept the stake, as an answer to a knock"},
			{Name: "fold", Shape: []int{1}, Doc: "leave the hand, as an answer to a knock, and lose what was accepted so far"},
		},
		MaxChanceOutcomes: max(len(g.kinds), g.players),
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       g.fields(),
		Utility:           env.ZeroSum,
		MinUtility:        -1 / float64(g.players-1),
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	if c.Returns == ReturnsYards {
		spec.MaxUtility = float64(g.mostLost())
		spec.MinUtility = -spec.MaxUtility
	}
	return spec.Seal()
}

// mostLost is the most that one seat can lose in a game, in stakes.
func (g *Game) mostLost() int {
	stake := 1 + g.knocks
	return min(g.config.most()*stake, g.config.lives()-1+stake)
}

// bounds are the largest numbers of decisions and of chance nodes of a game.
func (g *Game) bounds() (decisions, chances int) {
	for n := 2; n <= g.players; n++ {
		dealt := g.config.dealt(n)
		plays := n * dealt
		hand := plays
		if g.knocks > 0 {
			// In every window each player passes or answers the last knock; every
			// knock makes the others answer once more.
			hand += plays + n*g.knocks
		}
		decisions, chances = max(decisions, hand), max(chances, plays)
	}
	most := g.config.most()
	return most * decisions, 1 + most*chances
}

// Parameters lists the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter {
	d := Defaults()
	number := func(name string, value, standard int, doc string, choices ...string) env.Parameter {
		return env.Parameter{Name: name, Value: strconv.Itoa(value), Default: strconv.Itoa(standard), Choices: choices, Doc: doc}
	}
	option := func(name string, value, standard bool, doc string) env.Parameter {
		return env.Parameter{
			Name: name, Value: strconv.FormatBool(value), Default: strconv.FormatBool(standard),
			Choices: []string{"true", "false"}, Doc: doc,
		}
	}
	list := []env.Parameter{
		number("players", c.Players, d.Players, "seats at the table", "2", "3", "4"),
		option("first_downs", c.FirstDowns, d.FirstDowns, "players may knock before each round, to raise the stake"),
		number("max_knocks", c.MaxKnocks, d.MaxKnocks, "knocks in a hand, 0 to 12"),
		option("eight_cards_for_two", c.EightCardsForTwo, d.EightCardsForTwo, "two players left in the game get cards_for_two cards each"),
		number("hand_cards", c.HandCards, d.HandCards, "cards dealt to each player, and rounds of a hand"),
		number("cards_for_two", c.CardsForTwo, d.CardsForTwo, "cards dealt to each of two players left, and rounds of such a hand"),
		number("yards", c.Yards, d.Yards, "yards lost for each point of the stake"),
		number("out_at", c.OutAt, d.OutAt, "yards at which a player is out of the game"),
		number("hands", c.Hands, d.Hands, "hands in a game at most, fewest yards winning; 0: until one player is left"),
		{
			Name: "returns", Value: c.Returns, Default: d.Returns, Choices: []string{ReturnsWin, ReturnsYards},
			Doc: "win: who wins the game; yards: the mean loss of the others less one's own, in stakes",
		},
	}
	return append(list, c.Deck.Parameters()...)
}
