package heist

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
)

// Game is one configuration of HEIST. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	deck   *deck

	players int
	kinds   int
	people  int

	// first ids of the blocks of actions after the cards
	seatAt, jobAt, crewAt, skillAt, genericAt env.Action

	strict bool // give_up=unable
	share  int  // Security cards that must be there for a new Job (HEIST-24)

	seats layout.Seats
	spans spans
	first State
}

// New returns a game, or the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	var faults env.Faults
	d := compile(c, &faults)
	g := &Game{config: c, players: c.Players, seats: layout.Seats(c.Players), deck: d, kinds: len(d.kinds), people: len(d.people)}
	g.strict = c.GiveUp == GiveUpUnable
	g.share = d.share(g.players)
	g.seatAt = env.Action(g.kinds)
	g.jobAt = g.seatAt + env.Action(g.players)
	g.crewAt = g.jobAt + env.Action(g.players)
	g.skillAt = g.crewAt + env.Action(g.people)
	g.genericAt = g.skillAt + skills
	g.spec = g.newSpec()
	g.first.begin(g)
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game. With history=on the state is a
// *Recalled, else a *State.
func (g *Game) NewInitialState() env.State {
	if g.config.History == HistoryOn {
		return &Recalled{State: g.first}
	}
	return g.first.Clone()
}

// WonWhen names, for package envtest, the rare event without which a random game
// has no winner.
func (g *Game) WonWhen() string { return "somebody pulls off a Job" }

// Config returns the configuration that the game was built with. Callers must not
// write to its decks.
func (g *Game) Config() Config { return g.config }

// newSpec returns the description of the game. The block names and their order are part of what
// a trained network means (C-5, HEIST-23).
func (g *Game) newSpec() *env.Spec {
	c, d := &g.config, g.deck
	configuration, err := json.Marshal(c.canonical())
	if err != nil {
		panic("heist: " + err.Error())
	}
	blocks := []env.Block{
		{Name: "card", Shape: []int{g.kinds}, Names: d.cardIDs(), Doc: "a card of the actor's hand: to recruit, give, play, attach, use or discard"},
		{Name: "seat", Shape: []int{g.players}, Items: SeatItems, Names: g.seats.Names(), Doc: "a player, counted from the actor to the left: a partner, or the target of an Event"},
		{Name: "job", Shape: []int{g.players}, Items: SeatItems, Names: g.seats.Names(), Doc: "the Job of a player, counted from the actor to the left: 0 is the actor's own"},
	}
	if g.people > 0 {
		blocks = append(blocks, env.Block{Name: "crew", Shape: []int{g.people}, Names: d.peopleIDs(), Doc: "a Personnel in play: to give, want, use, free, or the target of an Event"})
	}
	blocks = append(blocks,
		env.Block{Name: "skill", Shape: []int{skills}, Doc: "wanted in a trade: a Con with info, sleight, acrobat, engineering, tech, confidence"},
		env.Block{Name: "generic", Shape: []int{int(generics)}, Doc: "pass, stop discarding, offer for nothing, accept, decline, execute the actor's own Job, give up"},
	)
	decisions, chances := g.bounds()
	spec := &env.Spec{
		Name: "heist", Title: "HEIST", Version: Version,
		Players: g.players, MinPlayers: MinPlayers, MaxPlayers: MaxPlayers,
		Actions:           blocks,
		MaxChanceOutcomes: max(g.kinds, len(d.guards), len(d.jobs), g.players, c.Die),
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       g.observation(),
		Utility:           env.ZeroSum,
		MinUtility:        -1 / float64(g.players-1),
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	if g.players == 2 {
		spec.MinUtility = -1
	}
	return spec.Seal()
}

// bounds returns upper bounds on the decisions and the chance nodes of a game.
func (g *Game) bounds() (decisions, chances int) {
	c, d := &g.config, g.deck
	cards, line := d.size, d.longestLine()
	reactions := d.ofType[TypeReaction].count()
	turn := d.crew.count() + 1 + // recruit
		(2+3*c.TradeCards)*c.ContactOffers + 1 +
		1 + maxEffects*(cards+2) + // event
		2 + 1 + // attach, execute
		2*line + reactions*(1+d.most[OpUnspend]) + 1 + // obstacles and crises
		cards // discards
	decisions = c.MaxRounds * c.Players * turn
	perTurn := c.Draw + maxEffects*(cards+d.most[OpDraw]) + // draws and random losses
		(2+d.guardedTimes())*d.securitySize + // Secondary Jobs, a new line, Events
		1 + line*(1+maxEffects*d.most[OpSpendRandom]) + // thwarter, dice, random spends
		d.crew.count() + 2 // crew dice, lying low, a Job
	chances = 1 + c.Players*(c.Deal+1) + d.securitySize + c.MaxRounds*c.Players*perTurn
	return decisions, chances
}
