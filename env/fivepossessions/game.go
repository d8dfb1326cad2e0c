package fivepossessions

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
)

// Game holds one configuration of 5 Possessions. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	cards  *cards

	lanes    int
	handSize []int      // cards of a hand, by line
	sideAt   env.Action // first id of the block "side"
	stride   int        // bytes of a finished possession, see history.go
	maxPast  int

	fresh possession // at the kick-off
	spans spans
	first State
}

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{config: c, cards: compile(&c), lanes: c.Lanes, sideAt: env.Action(c.Lanes)}
	for line := range c.Lines {
		g.handSize = append(g.handSize, min(c.Lanes, c.EachSide-line*c.Lanes))
	}
	g.fresh.attacker = -1
	g.fresh.stack = [Sides]Set{g.cards.all, g.cards.all}
	for lane := range g.fresh.open {
		g.fresh.open[lane] = NoCard
		for line := range MaxLines {
			g.fresh.placed[Offense][line][lane], g.fresh.placed[Defense][line][lane] = NoCard, NoCard
		}
	}
	g.stride = 2 + c.Lines*(2*c.Lanes+2)
	g.maxPast = g.stride * g.maxPossessions()
	g.spec = g.newSpec()
	g.first = State{game: g, now: g.fresh}
	g.first.begin()
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.first.Clone() }

// Config returns the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }

// maxPossessions returns the number of possessions that the cap leaves (FP-12).
func (g *Game) maxPossessions() int {
	n := 2 * g.config.MaxPairs
	if g.config.Tie == TieSuddenDeath {
		n++
	}
	return n
}

// newSpec returns the spec. The names and the order of the blocks are part of what
// a trained network means (C-5).
func (g *Game) newSpec() *env.Spec {
	c := &g.config
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("fivepossessions: " + err.Error())
	}
	tosses := 1
	if c.Tie == TieSuddenDeath {
		tosses = 2
	}
	hands := 0
	for _, n := range g.handSize {
		hands += int(Sides) * n
	}
	spec := &env.Spec{
		Name: "fivepossessions", Title: "5 Possessions", Version: Version,
		Players: Players, MinPlayers: Players, MaxPlayers: Players,
		Actions: []env.Block{
			{Name: "lane", Shape: []int{c.Lanes}, Items: LaneItems, Names: layout.Numbered("lane", c.Lanes), Doc: "the lane for the card that is to be placed"},
			{Name: "side", Shape: []int{int(Sides)}, Doc: "the winner of the toss plays offense, or defense"},
		},
		MaxChanceOutcomes: len(c.Cards),
		MaxGameLength:     tosses + g.maxPossessions()*hands,
		MaxChanceNodes:    tosses + g.maxPossessions()*hands,
		Observation:       g.fields(),
		Hidden:            []string{"place"},
		Utility:           env.ZeroSum,
		MinUtility:        -1,
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}
