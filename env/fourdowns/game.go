package fourdowns

import (
	"encoding/json"

	"ringer/env"
)

// Game holds one configuration of 4 Downs. It implements env.Game.
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

	share  []float32 // by round, from 1: the round divided by rounds
	spans  spans
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
	for round := range g.rounds + 1 {
		g.share = append(g.share, float32(round)/float32(g.rounds))
	}
	g.knock = env.Action(len(g.kinds))
	g.pass, g.call, g.fold = g.knock+1, g.knock+2, g.knock+3
	g.spec = g.newSpec()
	g.maxLog = g.spec.MaxGameLength + g.spec.MaxChanceNodes
	g.first = State{game: g, node: nodeDealer, actor: env.Chance, in: 1<<g.players - 1, dealer: nobody}
	g.first.hand.clear()
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.first.Clone() }

// Config returns the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }

// newSpec returns the spec. The names and the order of the blocks are part of what
// a trained network means (C-5).
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
			{Name: "card", Shape: []int{len(g.kinds)}, Names: c.cardNames(), Doc: "a card to open a round with, or to follow with"},
			{Name: "knock", Shape: []int{1}, Doc: "raise the stake by one, and stay in"},
			{Name: "pass", Shape: []int{1}, Doc: "leave the stake as it is, in a window before a round"},
			{Name: "call", Shape: []int{1}, Doc: "accept the stake, as an answer to a knock"},
			{Name: "fold", Shape: []int{1}, Doc: "leave the hand, as an answer to a knock, and lose the stake accepted so far"},
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

// anyTime reports whether players may knock before each card (FD-11).
func (g *Game) anyTime() bool { return g.knocks > 0 && g.config.KnockWhen == KnockAnyTime }

// mostLost returns the most that one seat can lose in a game, in stakes.
func (g *Game) mostLost() int {
	stake := 1 + g.knocks
	return min(g.config.most()*stake, g.config.lives()-1+stake)
}

// bounds returns the largest numbers of decisions and of chance nodes of a game.
func (g *Game) bounds() (decisions, chances int) {
	for n := 2; n <= g.players; n++ {
		dealt := g.config.dealt(n)
		plays := n * dealt
		hand := plays
		if g.knocks > 0 {
			// In every window each player passes or answers the last knock; every
			// knock makes the others answer once more.
			hand += plays + n*g.knocks
			if g.anyTime() {
				hand += n*plays - plays // a window before each card
			}
		}
		decisions, chances = max(decisions, hand), max(chances, plays)
	}
	most := g.config.most()
	return most * decisions, 1 + most*chances
}
