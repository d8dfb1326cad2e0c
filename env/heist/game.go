package heist

import (
	"encoding/json"
	"strconv"

	"ringer/env"
)

// Game is one configuration of HEIST. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	deck   *deck

	players int
	kinds   int
	people  int

	// the first ids of the blocks of actions after the cards
	seatAt, jobAt, crewAt, skillAt, generic env.Action

	layout layout
	first  State
}

// Generic actions, in the order of their ids.
const (
	actPass = iota
	actStop
	actNothing
	actAccept
	actDecline
	actExecute
	actGiveUp
	generics
)

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	var faults env.Faults
	d := compile(c, &faults)
	g := &Game{config: c, players: c.Players, deck: d, kinds: len(d.kinds), people: len(d.people)}
	g.seatAt = env.Action(g.kinds)
	g.jobAt = g.seatAt + env.Action(g.players)
	g.crewAt = g.jobAt + env.Action(g.players)
	g.skillAt = g.crewAt + env.Action(g.people)
	g.generic = g.skillAt + skills
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

// WonWhen tells package envtest why random games hardly ever have a winner.
func (g *Game) WonWhen() string { return "somebody pulls off a Job" }

// Config is the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }

// newSpec describes the game. The block names and their order are part of what
// a trained network means (C-5, HEIST-23).
func (g *Game) newSpec() *env.Spec {
	c, d := &g.config, g.deck
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("heist: " + err.Error())
	}
	blocks := []env.Block{
		{Name: "card", Shape: []int{g.kinds}, Doc: "a card of one's hand: to recruit, give, play, attach, use or discard"},
		{Name: "seat", Shape: []int{g.players}, Doc: "a player, counted from the actor to the left: a partner, or the target of an Event"},
		{Name: "job", Shape: []int{g.players}, Doc: "the Job of a player, counted from the actor to the left: 0 is one's own"},
	}
	if g.people > 0 {
		blocks = append(blocks, env.Block{Name: "crew", Shape: []int{g.people}, Doc: "a Personnel in play: to give, want, use, free, or the target of an Event"})
	}
	blocks = append(blocks,
		env.Block{Name: "skill", Shape: []int{skills}, Doc: "wanted in a trade: a Con with info, sleight, acrobat, engineering, tech, confidence"},
		env.Block{Name: "generic", Shape: []int{generics}, Doc: "pass, stop discarding, offer for nothing, accept, decline, execute one's own Job, give up"},
	)
	decisions, chances := g.bounds()
	spec := &env.Spec{
		Name: "heist", Title: "HEIST", Version: Version,
		Players: g.players, MinPlayers: MinPlayers, MaxPlayers: MaxPlayers,
		Actions:           blocks,
		MaxChanceOutcomes: max(g.kinds, len(d.guards), len(d.jobs), g.players, c.Die),
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       g.fields(),
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

// bounds are the largest numbers of decisions and of chance nodes of a game.
func (g *Game) bounds() (decisions, chances int) {
	c, d := &g.config, g.deck
	cards, line := d.size, d.longestLine()
	reactions := d.ofType[typeReaction].count()
	turn := d.crew.count() + 1 + // recruit
		5*c.ContactOffers + 1 +
		1 + maxEffects*(cards+2) + // event
		2 + 1 + // attach, execute
		2*line + reactions*(1+d.most[opUnspend]) + 1 + // obstacles and crises
		cards // discards
	decisions = c.MaxRounds * c.Players * turn
	perTurn := c.Draw + maxEffects*(cards+d.most[opDraw]) + // draws and random losses
		2*d.securitySize + // Secondary Jobs, a new line
		1 + line*(1+maxEffects*d.most[opSpendRandom]) + // thwarter, dice, random spends
		d.crew.count() + 2 // crew dice, lying low, a Job
	chances = 1 + c.Players*(c.Deal+1) + d.securitySize + c.MaxRounds*c.Players*perTurn
	return decisions, chances
}

// Parameters lists the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter {
	d := Defaults()
	number := func(name string, value, standard int, doc string, choices ...string) env.Parameter {
		return env.Parameter{Name: name, Value: strconv.Itoa(value), Default: strconv.Itoa(standard), Choices: choices, Doc: doc}
	}
	return []env.Parameter{
		number("players", c.Players, d.Players, "seats at the table", "2", "3", "4", "5", "6"),
		number("jobs", c.Jobs, d.Jobs, "Jobs in the game, from the number of players to all; the game ends when all but one are gone"),
		number("max_rounds", c.MaxRounds, d.MaxRounds, "rounds after which points decide, 1 to 1000"),
		number("contact_offers", c.ContactOffers, d.ContactOffers, "trade offers a turn, 0 to 10"),
		{
			Name: "short_jobs", Value: c.ShortJobs, Default: d.ShortJobs, Choices: []string{ShortScaled, ShortFull},
			Doc: "scaled: a Job is worth 1 point less for each Security card that was missing when it was dealt",
		},
		number("deal", c.Deal, d.Deal, "cards each at the start, 0 to 20"),
		number("draw", c.Draw, d.Draw, "cards drawn in the Planning Phase, 0 to 5"),
		number("hand_limit", c.HandLimit, d.HandLimit, "cards in hand at the end of a turn, before Personnel add to it"),
		number("crew_limit", c.CrewLimit, d.CrewLimit, "Personnel in play, before a Leader adds to it"),
		number("leader_limit", c.LeaderLimit, d.LeaderLimit, "Leaders in play"),
		number("die", c.Die, d.Die, "sides of the die; its highest calls the Thwarter and takes Personnel"),
		{
			Name: "history", Value: c.History, Default: d.History, Choices: []string{HistoryOff, HistoryOn},
			Doc: "on: states keep their whole history and name information states, for exact and tabular methods on small decks",
		},
	}
}
