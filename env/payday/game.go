package payday

import (
	"encoding/json"
	"strconv"

	"ringer/env"
)

// Game is one configuration of PAYDAY DUEL. It implements env.Game.
type Game struct {
	spec    *env.Spec
	config  Config
	deck    deck
	actions actions
	layout  fields
	first   State
}

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	var faults env.Faults
	g := &Game{config: c, deck: *compile(&c, &faults)}
	blocks := g.actions.lay(len(g.deck.kinds), c.columns())
	g.spec = g.newSpec(blocks)
	g.first = State{game: g}
	g.first.begin()
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
//
// Its log has room for a long game, so that playing games one after the other in one
// state (env.CopierFrom) allocates nothing.
func (g *Game) NewInitialState() env.State {
	s := g.first
	s.log = append(make([]event, 0, logRoom*(g.config.Rounds+4)), s.log...)
	return &s
}

// Config is the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }

func (g *Game) newSpec(blocks []env.Block) *env.Spec {
	c := &g.config
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("payday: " + err.Error())
	}
	decisions, chances := g.bounds()
	outcomes := len(g.deck.kinds)
	if c.Setup == SetupRandom {
		outcomes = int(g.actions.count)
	}
	spec := &env.Spec{
		Name: "payday", Title: "PAYDAY DUEL", Version: Version,
		Players: 2, MinPlayers: 2, MaxPlayers: 2,
		Actions:           blocks,
		MaxChanceOutcomes: outcomes,
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       g.layout.lay(g),
		Utility:           env.ZeroSum,
		MinUtility:        -1,
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

// bounds are numbers of decisions and of chance nodes that no game exceeds. In a
// turn every card of a deck can be played once, as what was played comes back at
// the end of the turn at the earliest (PAY-43), and so can the few that are taken
// back from the discards.
func (g *Game) bounds() (decisions, chances int) {
	c := &g.config
	n := c.columns()
	deck := max(g.deck.size[Criminal], g.deck.size[Police])
	uses := n * places * maxAmount
	perCard := 2 + 2*maxEffects
	cards := 2 * deck * perCard * 2
	assets := uses * perCard * 2
	steps := maxHeisters*perCard + maxHeisters + 3*maxHeisters*items + maxHeisters + 8
	moves := c.MoveActions * (2 + 2*slots)
	combat := n * (4*(2*c.CombatCards+1)*perCard + 2 + maxHeisters*(slots+2) + slots)
	update := n * (1 + slots + maxHeisters)
	round := cards + assets + steps + moves + combat + update + 4*deck
	setup := 3 + maxKeys + n + 4*n*maxDepth + deck + deck
	decisions = setup + c.Rounds*round
	chances = setup + 2*deck + c.Rounds*(2+maxAmount*maxEffects*(2*deck+uses))
	return decisions, chances
}

// Parameters lists the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter {
	d := Defaults()
	number := func(name string, value, standard int, doc string) env.Parameter {
		return env.Parameter{Name: name, Value: strconv.Itoa(value), Default: strconv.Itoa(standard), Doc: doc}
	}
	return []env.Parameter{
		{Name: "setup", Value: c.Setup, Default: d.Setup, Choices: []string{SetupPlayed, SetupRandom}, Doc: "who lays out the heist: the two sides, or chance"},
		number("loot_cards", c.LootCards, d.LootCards, "Loot cards of the heist, 1 to 7; 0: the Criminal chooses"),
		{Name: "payday", Value: c.Payday, Default: d.Payday, Choices: []string{PaydayHalf, PaydayChoose}, Doc: "how many Loot cards are PAYDAY: half of them rounded up, or at least so many as the Criminal chooses"},
		number("rounds", c.Rounds, d.Rounds, "the Police win when they are over"),
		number("obstacles_per_loot", c.ObstaclesPerLoot, d.ObstaclesPerLoot, "obstacles for each Loot card, 1 to 3"),
		number("guards_per_loot", c.GuardsPerLoot, d.GuardsPerLoot, "guards for each Loot card, at most the obstacles"),
		number("criminal_cash", c.CriminalCash, d.CriminalCash, "cash of the Criminal at the start"),
		number("police_cash", c.PoliceCash, d.PoliceCash, "cash of the Police at the start"),
		number("income", c.Income, d.Income, "cash at the start of a turn"),
		number("criminal_hand", c.CriminalHand, d.CriminalHand, "cards of the Criminal's first hand"),
		number("police_hand", c.PoliceHand, d.PoliceHand, "cards of the first hand of the Police"),
		number("criminal_limit", c.CriminalLimit, d.CriminalLimit, "cards that the Criminal may keep at the end of a turn"),
		number("police_limit", c.PoliceLimit, d.PoliceLimit, "cards that the Police may keep at the end of a turn"),
		number("max_heisters", c.MaxHeisters, d.MaxHeisters, "heisters on the table at once, 1 to 4"),
		number("move_actions", c.MoveActions, d.MoveActions, "move actions of the Police in a turn, 0 to 4"),
		number("combat_cards", c.CombatCards, d.CombatCards, "combat cards of a side in a combat, 0 to 10"),
		number("min_cards", c.MinCards, d.MinCards, "cards that each deck must have"),
		number("min_titles", c.MinTitles, d.MinTitles, "different titles that each deck must have"),
	}
}
