package heat

import (
	"encoding/json"
	"slices"

	"ringer/env"
	"ringer/env/layout"
)

// Version of the rules.
const Version = 2

// Game is one configuration of HEAT. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	deck   *deck
	kinds  []Kind // of card in the deck

	players int
	seats   layout.Seats
	types   int // kinds of card in the deck
	talk    bool
	copies  [maxTypes]uint8 // of each kind
	values  []uint8         // price of a Heat in dollars, by tokens off the board

	// the first ids of the blocks of actions after the cards
	seatBase, decline, nothing, number, claimAt env.Action

	fields fields
	maxLog int
	first  State
}

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	var faults env.Faults
	g := &Game{
		config: c, players: c.Players, seats: layout.Seats(c.Players), talk: c.Talk == TalkClaims,
		deck: compile(c, &faults),
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	g.deck.validateBounds(c, &faults)
	g.types = len(g.deck.types)
	g.kinds = g.listKinds()
	for t := range g.deck.types {
		g.copies[t] = g.deck.types[t].copies
	}
	g.values = make([]uint8, c.Tokens+1)
	for held := range g.values {
		if row := held / c.RowWidth; row > 0 {
			g.values[held] = uint8(c.RowValues[row-1])
		}
	}
	g.seatBase = env.Action(g.types)
	g.decline = g.seatBase + env.Action(g.players-1)
	g.nothing = g.decline + 1
	g.number = g.nothing + 1
	g.claimAt = g.number + maxChoice + 1
	g.spec = g.newSpec()
	g.maxLog = g.spec.MaxGameLength + g.spec.MaxChanceNodes + c.Heists*c.Stages*g.players*2*(g.deck.tasks[PhaseA]+g.deck.tasks[PhaseB]+g.deck.tasks[PhaseC])
	g.first = State{game: g, actor: env.Chance, then: Snapshot{game: g}}
	for i := range g.players {
		g.first.now.money[i] = int32(c.StartMoney)
	}
	g.first.beginHeist()
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.first.Clone() }

// GeneralSumWhen tells package envtest why random games all sum to zero.
func (g *Game) GeneralSumWhen() string { return "everyone is arrested (HEAT-8)" }

// newSpec describes the game. The block names and their order are part of what
// a trained network means: C-5.
func (g *Game) newSpec() *env.Spec {
	c := &g.config
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("heat: " + err.Error())
	}
	cards := g.deck.ids()
	blocks := []env.Block{
		{Name: "card", Shape: []int{g.types}, Names: cards, Doc: "a kind of card: to pass, play, discard, give, take, put in place or add"},
		{Name: "seat", Shape: []int{g.players - 1}, Items: SeatItems, SkipItems: 1, Names: g.seats.Others(), Doc: "the seat that an effect is aimed at, counted from the actor's left neighbour"},
		{Name: "option", Shape: []int{2 + maxChoice + 1}, Doc: "decline, play nothing, and the numbers 0 to 5"},
	}
	if g.talk {
		blocks = append(blocks, env.Block{Name: "claim", Shape: []int{g.types + 1}, Names: append(slices.Clone(cards), "nothing"), Doc: "claim a title, or say nothing"})
	}
	decisions, chances := g.bounds()
	spec := &env.Spec{
		Name: "heat", Title: "HEAT", Version: Version,
		Players: g.players, MinPlayers: MinPlayers, MaxPlayers: MaxPlayers,
		Actions:           blocks,
		MaxChanceOutcomes: g.types,
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       g.lay(),
		Hidden:            []string{"draft", "play"},
		Utility:           env.GeneralSum, // everyone loses in an arrest
		MinUtility:        -1 / float64(g.players-1),
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

// bounds returns the largest numbers of decisions and of chance nodes of a game.
func (g *Game) bounds() (decisions, chances int) {
	c, n := &g.config, g.players
	choices, draws := 0, 0
	for p := range Phases {
		choices += g.deck.decisions[p]
		draws += g.deck.chances[p]
	}
	stage := n * (1 + choices)
	if g.talk {
		stage += n
	}
	decisions = c.Heists * (n*c.DraftRounds + c.Stages*stage)
	chances = c.Heists * (n*(c.Deal+c.DraftRounds) + c.Stages*n*draws)
	return decisions, chances
}
