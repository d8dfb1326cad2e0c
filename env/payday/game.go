package payday

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
	"ringer/env/payday/internal/cards"
)

// Game is one configuration of PAYDAY DUEL. It implements env.Game.
type Game struct {
	spec    *env.Spec
	config  Config
	deck    cards.Deck
	actions actions
	fields  fields
	first   State
}

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	var faults env.Faults
	g := &Game{config: c, deck: *cards.Compile(c.lists(), &faults)}
	blocks := g.actions.lay(&g.deck, c.columns())
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
	s.log = append(make([]event, 0, logRoom*(g.config.RoundsOf(g.config.columns())+4)), s.log...)
	return &s
}

// Config returns the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }

func (g *Game) newSpec(blocks []env.Block) *env.Spec {
	c := &g.config
	configuration, err := json.Marshal(c.canonical())
	if err != nil {
		panic("payday: " + err.Error())
	}
	decisions, chances := g.bounds()
	outcomes := len(g.deck.Kinds)
	if c.Setup == SetupRandom {
		outcomes = int(g.actions.count)
	}
	observation := g.fields.lay(g)
	nameItems(observation, blocks)
	spec := &env.Spec{
		Name: "payday", Title: "PAYDAY DUEL", Version: Version,
		Players: 2, MinPlayers: 2, MaxPlayers: 2,
		Actions:           blocks,
		MaxChanceOutcomes: outcomes,
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       observation,
		Hidden:            []string{"draft", "place", "discard"},
		Utility:           env.ZeroSum,
		MinUtility:        -1,
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

// bounds returns numbers of decisions and of chance nodes that no game exceeds. In a
// turn every card of a deck can be played once, as what was played comes back at
// the end of the turn at the earliest (PAY-43), and so can the few that are taken
// back from the discards.
func (g *Game) bounds() (decisions, chances int) {
	c := &g.config
	n := c.columns()
	deck := max(g.deck.Size[Criminal], g.deck.Size[Police])
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
	rounds := c.RoundsOf(n)
	decisions = setup + rounds*round
	chances = setup + 2*deck + rounds*(2+maxAmount*maxEffects*(2*deck+uses))
	return decisions, chances
}

// actions holds the first id of each block of action ids (C-5). A card is named by its
// kind, so a hand may grow without a bound (PAY-44).
type actions struct {
	heister, officer, column, place, move, transfer, edge, step, number, count env.Action
	columns                                                                    int
}

// Directions of the blocks "move" and "edge".
const (
	left = iota
	right
)

func (a *actions) lay(d *cards.Deck, columns int) []env.Block {
	a.columns = columns
	var blocks []env.Block
	named := func(place *env.Action, name, doc string, names []string, shape ...int) {
		b := env.Block{Name: name, Shape: shape, Names: names, Doc: doc}
		if place != nil {
			*place = a.count
		}
		a.count += env.Action(b.Size())
		blocks = append(blocks, b)
	}
	add := func(place *env.Action, name, doc string, shape ...int) { named(place, name, doc, nil, shape...) }
	cards := make([]string, len(d.Kinds))
	for i := range d.Kinds {
		cards[i] = d.Kinds[i].ID
	}
	objectives, posts := objectiveNames(columns)
	named(nil, "card", "a kind of card: to play, place, discard or take; the Criminal's deck, the Police's, the heist's", cards, len(cards))
	add(&a.heister, "heister", "a heister on the table by slot: to use its ability, equip, aim at, attack with or escape", maxHeisters)
	named(&a.officer, "officer", "an officer on the table by column, objective from the top and slot", posts, columns, places, slots)
	named(&a.column, "column", "a column: to enter, aim at, fight in or use an asset in", layout.Numbered("column", columns), columns)
	named(&a.place, "place", "an objective by column, counted from the top: to place, move to or use an asset at", objectives, columns, places)
	add(&a.move, "move", "a heister by slot moves left or right", maxHeisters, 2)
	add(&a.transfer, "transfer", "from a heister its weapon, armor or Loot to a heister; to itself: lay the Loot down", maxHeisters, items, maxHeisters)
	add(&a.edge, "edge", "an officer leaves over the left or right edge", 2)
	add(&a.step, "step", "end or pass, keep, redraw, pay, decline, back to hand", int(steps))
	add(&a.number, "number", "1 to 7: Loot cards, or how many of them are PAYDAY", maxNumber)
	return blocks
}

// Ids count objectives from the top of what is left of a column: ids of the top mean the
// top all game long. Everything else counts from the front.

func (s *State) officerAt(col, depth, slot int) env.Action {
	return s.game.actions.officer + env.Action((col*places+depth-int(s.cols[col].top))*slots+slot)
}

func (s *State) placeAt(col, depth int) env.Action {
	return s.game.actions.placeFromTop(col, depth-int(s.cols[col].top))
}

func (a *actions) placeFromTop(col, n int) env.Action { return a.place + env.Action(col*places+n) }

func (a *actions) say(x Step) env.Action { return a.step + env.Action(x) }

func (a *actions) moveOf(slot, dir int) env.Action { return a.move + env.Action(2*slot+dir) }

func (a *actions) transferOf(from, item, to int) env.Action {
	return a.transfer + env.Action((from*items+item)*maxHeisters+to)
}

// asOfficer, asPlace … read an id of their block. One that is behind the end of its
// column, and never legal, is read as the last place.
func (s *State) asOfficer(id env.Action) target {
	k := int(id - s.game.actions.officer)
	col, depth := s.fromTop(k/(places*slots), k/slots%places)
	return target{heister: -1, col: int8(col), depth: int8(depth), slot: int8(k % slots)}
}

func (s *State) asPlace(id env.Action) (col, depth int) {
	k := int(id - s.game.actions.place)
	return s.fromTop(k/places, k%places)
}

func (s *State) fromTop(col, n int) (int, int) {
	return col, min(int(s.cols[col].top)+n, places-1)
}

func (a *actions) asMove(id env.Action) (slot, dir int) {
	return int(id-a.move) / 2, int(id-a.move) % 2
}

func (a *actions) asTransfer(id env.Action) (from, item, to int) {
	k := int(id - a.transfer)
	return k / (items * maxHeisters), k / maxHeisters % items, k % maxHeisters
}

// The things that fields and blocks have rows and ids of, as in env.Field.Items. An
// objective has a row for each of its slots in the field "officers", and a heister has the
// rows of all columns in what the observation wrapper adds.
const (
	HeisterItems = "heister"
	ColumnItems  = "column"
	placeItems   = "objective"
)

var (
	itemsOfFields = map[string]string{
		"heisters": HeisterItems, "heister_cards": HeisterItems, "heister_loot": HeisterItems, "local_heisters": HeisterItems,
		"officers": placeItems, "places": placeItems, "place_cards": placeItems, "place_heist": placeItems,
		"columns": ColumnItems, "column_loot": ColumnItems, "column_cards": ColumnItems,
	}
	itemsOfBlocks = map[string]string{
		"heister": HeisterItems, "move": HeisterItems, "transfer": HeisterItems,
		"officer": placeItems, "place": placeItems,
		"column": ColumnItems,
	}
)

// nameItems names the things that the rows of fields and the ids of blocks speak of.
func nameItems(fields []env.Field, blocks []env.Block) {
	for i := range fields {
		if name := itemsOfFields[fields[i].Name]; name != "" {
			fields[i].Items = []string{name}
		}
	}
	for i := range blocks {
		blocks[i].Items = itemsOfBlocks[blocks[i].Name]
	}
}
