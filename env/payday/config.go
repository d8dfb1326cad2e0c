package payday

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/layout"
	"ringer/env/payday/internal/cards"
)

// Version of the rules.
const Version = 3

// The two seats, and the decks of cards: one for each seat, and one for the heist.
const (
	Criminal = cards.Criminal
	Police   = cards.Police
	Heist    = cards.Heist
)

// Settings of Config.Setup.
const (
	SetupPlayed = "played"
	SetupRandom = "random"
)

// Settings of Config.Payday.
const (
	PaydayHalf   = "half"
	PaydayChoose = "choose"
)

// Config holds everything that a designer can set. Defaults returns the numbers of the
// rule book; the cards come from configs/games/payday.
type Config struct {
	Setup     string `json:"setup" yaml:"setup"`
	LootCards int    `json:"loot_cards" yaml:"loot_cards"` // 0: the Criminal chooses
	Payday    string `json:"payday" yaml:"payday"`

	// The Police win when the rounds are over. MoreRounds come on top for each Loot card
	// above usualLoot.
	Rounds     int `json:"rounds" yaml:"rounds"`
	MoreRounds int `json:"more_rounds,omitempty" yaml:"more_rounds"`

	ObstaclesPerLoot int `json:"obstacles_per_loot" yaml:"obstacles_per_loot"`
	GuardsPerLoot    int `json:"guards_per_loot" yaml:"guards_per_loot"`

	CriminalCash  int `json:"criminal_cash" yaml:"criminal_cash"`
	PoliceCash    int `json:"police_cash" yaml:"police_cash"`
	Income        int `json:"income" yaml:"income"` // cash at the start of a turn
	CriminalHand  int `json:"criminal_hand" yaml:"criminal_hand"`
	PoliceHand    int `json:"police_hand" yaml:"police_hand"`
	CriminalLimit int `json:"criminal_limit" yaml:"criminal_limit"`
	PoliceLimit   int `json:"police_limit" yaml:"police_limit"`

	MaxHeisters int `json:"max_heisters" yaml:"max_heisters"`
	MoveActions int `json:"move_actions" yaml:"move_actions"` // of the Police in a turn
	CombatCards int `json:"combat_cards" yaml:"combat_cards"` // a side in a combat

	MinCards  int `json:"min_cards" yaml:"min_cards"`   // in each deck
	MinTitles int `json:"min_titles" yaml:"min_titles"` // different ones in each deck

	Criminal []Card `json:"criminal" yaml:"criminal"`
	Police   []Card `json:"police" yaml:"police"`
	Heist    []Card `json:"heist" yaml:"heist"`
}

// knobs is the table of the parameters. The fixed arrays of a State set the bounds.
var knobs = layout.Knobs[Config]{
	layout.Choice("setup", func(c *Config) *string { return &c.Setup }, SetupPlayed, "who lays out the heist: the two sides, or chance", SetupPlayed, SetupRandom),
	layout.Int("loot_cards", func(c *Config) *int { return &c.LootCards }, 3, 0, maxColumns, "Loot cards of the heist; 0 lets the Criminal choose"),
	layout.Choice("payday", func(c *Config) *string { return &c.Payday }, PaydayHalf, "how many Loot cards are PAYDAY: half of them, rounded up, or at least as many as the Criminal chooses", PaydayHalf, PaydayChoose),
	layout.Int("rounds", func(c *Config) *int { return &c.Rounds }, 40, 1, maxRounds, "rounds after which the Police win, in a heist of at most 3 Loot cards"),
	layout.Int("more_rounds", func(c *Config) *int { return &c.MoreRounds }, 20, 0, maxRounds/2, "rounds more for each further Loot card"),
	layout.Int("obstacles_per_loot", func(c *Config) *int { return &c.ObstaclesPerLoot }, 2, 1, maxDepth, "obstacles for each Loot card"),
	layout.Int("guards_per_loot", func(c *Config) *int { return &c.GuardsPerLoot }, 2, 0, maxDepth, "guards for each Loot card, at most obstacles_per_loot"),
	layout.Int("criminal_cash", func(c *Config) *int { return &c.CriminalCash }, 0, 0, maxCash, "cash of the Criminal at the start"),
	layout.Int("police_cash", func(c *Config) *int { return &c.PoliceCash }, 4, 0, maxCash, "cash of the Police at the start"),
	layout.Int("income", func(c *Config) *int { return &c.Income }, 1, 0, maxAmount, "cash at the start of a turn"),
	layout.Int("criminal_hand", func(c *Config) *int { return &c.CriminalHand }, 5, 1, maxInHand, "cards of the Criminal's first hand"),
	layout.Int("police_hand", func(c *Config) *int { return &c.PoliceHand }, 8, 0, maxInHand, "cards of the first hand of the Police"),
	layout.Int("criminal_limit", func(c *Config) *int { return &c.CriminalLimit }, 8, 1, maxInHand, "cards that the Criminal may keep at the end of a turn"),
	layout.Int("police_limit", func(c *Config) *int { return &c.PoliceLimit }, 10, 1, maxInHand, "cards that the Police may keep at the end of a turn"),
	layout.Int("max_heisters", func(c *Config) *int { return &c.MaxHeisters }, 4, 1, maxHeisters, "heisters on the table at once"),
	layout.Int("move_actions", func(c *Config) *int { return &c.MoveActions }, 2, 0, maxMoves, "move actions of the Police in a turn"),
	layout.Int("combat_cards", func(c *Config) *int { return &c.CombatCards }, 3, 0, maxFielded, "combat cards of a side in a combat"),
	layout.Int("min_cards", func(c *Config) *int { return &c.MinCards }, 50, 1, maxDeck, "cards that each deck must have"),
	layout.Int("min_titles", func(c *Config) *int { return &c.MinTitles }, 30, 1, maxKinds, "different titles that each deck must have"),
}

// Defaults returns the numbers of the rule book, and no cards.
func Defaults() Config {
	var c Config
	knobs.Reset(&c)
	return c
}

// FromRules returns the configuration that read reads from the Configuration of a spec,
// which leaves out what is not played, and zeros.
func FromRules(read func(*Config) error) (Config, error) {
	c := Defaults()
	usual := c.MoreRounds
	c.MoreRounds = 0
	err := read(&c)
	if !c.grows() {
		c.MoreRounds = usual
	}
	return c, err
}

// canonical returns the configuration without what is not played.
func (c *Config) canonical() *Config {
	d := *c
	if !d.grows() {
		d.MoreRounds = 0
	}
	return &d
}

// usualLoot is the largest number of Loot cards of a heist that takes Rounds and no more.
const usualLoot = 3

// grows reports whether a heist can have enough Loot cards to take more rounds.
func (c *Config) grows() bool { return c.columns() > usualLoot }

// RoundsOf returns the number of rounds after which the Police win a heist of this many Loot
// cards (PAY-17).
func (c *Config) RoundsOf(loot int) int { return c.Rounds + c.MoreRounds*max(0, loot-usualLoot) }

// Parameters returns the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter { return knobs.Parameters(c) }

// Limits of the fixed arrays of a State.
const (
	maxAmount   = cards.MaxAmount
	maxDeck     = cards.MaxDeck
	maxEffects  = cards.MaxEffects
	maxPresent  = cards.MaxPresent
	maxColumns  = 7
	maxDepth    = 3 // obstacles in a column
	places      = maxDepth + 1
	rowWidth    = slots / 2
	slots       = cards.MaxTargets // officers at a place
	maxHeisters = 4
	maxKinds    = 64 // of one deck
	maxHeist    = 24 // kinds of heist card
	maxKeys     = 3
	lootKinds   = 1 + maxKeys // PAYDAY and the key items
	maxFunding  = 4
	maxCash     = 200
	maxRounds   = 200
	maxNumber   = maxColumns
	maxInHand   = 30
	maxMoves    = 4
	maxFielded  = 10
	maxTokens   = 200 // of damage
)

// Validate reports every fault as env.Faults, with paths such as
// criminal[3].effects[0].op.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	if c.GuardsPerLoot > c.ObstaclesPerLoot { // PAY-6
		faults.Add("guards_per_loot", c.GuardsPerLoot, "at most obstacles_per_loot = %d: a column takes no more guards than it has obstacles", c.ObstaclesPerLoot)
	}
	d := cards.Compile(c.lists(), &faults)
	c.validateDecks(d, &faults)
	return faults.Err()
}

// columns returns the largest number of columns of a game.
func (c *Config) columns() int {
	if c.LootCards == 0 {
		return maxColumns
	}
	return c.LootCards
}

// paydaysOf returns the smallest number of PAYDAY among n Loot cards.
func paydaysOf(n int) int { return (n + 1) / 2 }

// validateDecks tests what only whole decks can show.
func (c *Config) validateDecks(d *cards.Deck, f *env.Faults) {
	for side, list := range [][]Card{c.Criminal, c.Police} {
		name := cards.SideNames[side]
		count, heroes := 0, 0
		for i := range list {
			count += list[i].Copies
			if list[i].Type == TypeHeister.String() {
				heroes += list[i].Copies
			}
		}
		if count < c.MinCards || count > maxDeck {
			f.Add(name, count, "from min_cards = %d to %d cards", c.MinCards, maxDeck)
		}
		if len(list) < c.MinTitles || len(list) > maxKinds {
			f.Add(name, len(list), "from min_titles = %d to %d different titles", c.MinTitles, maxKinds)
		}
		if side == Criminal && heroes == 0 {
			f.Add(name, "no heister", "at least one card of type heister")
		}
		if need := []int{c.CriminalHand, c.PoliceHand}[side]; count < need {
			f.Add(name, count, "at least %d cards for the first hand", need)
		}
	}
	if len(c.Heist) > maxHeist {
		f.Add("heist", len(c.Heist), "at most %d kinds", maxHeist)
	}
	if d == nil {
		return
	}
	n := c.columns()
	kinds := func(t CardType) int { return len(d.OfType(t)) }
	if k := kinds(TypePayday); k != 1 {
		f.Add("heist", fmt.Sprintf("%d kinds of payday", k), "exactly one")
	}
	if k, need := kinds(TypeKey), n-paydaysOf(n); k < need || k > maxKeys {
		f.Add("heist", fmt.Sprintf("%d kinds of key", k), "from %d to %d: one for each Loot card that is not a PAYDAY", need, maxKeys)
	}
	c.validateObstacles(d, f)
	if kinds(TypeObstacle) == 0 {
		f.Add("heist", "no obstacle", "at least one normal obstacle")
	}
	if kinds(TypeGuard) == 0 && c.GuardsPerLoot > 0 {
		f.Add("heist", "no guard", "at least one kind of guard")
	}
}

// validateObstacles tests that the demands of every obstacle can be met (PAY-42), and that
// hard ones are harder than normal ones (PAY-47).
func (c *Config) validateObstacles(d *cards.Deck, f *env.Faults) {
	normal := d.OfType(TypeObstacle)
	for i := range c.Heist {
		k := &d.Kinds[d.Base[Heist]+i]
		path := cards.At(cards.SideNames[Heist], i) + ".requires"
		if int(k.Demand.Present) > c.MaxHeisters {
			f.Add(path+".present", k.Demand.Present, "at most max_heisters = %d: a heist with more could not be won", c.MaxHeisters)
		}
		if k.Type == TypeHard && len(normal) > 0 && !slices.ContainsFunc(normal, func(o uint8) bool { return k.Demand.Covers(&d.Kinds[o].Demand) }) {
			f.Add(path, k.ID, "as much as some normal obstacle requires, besides the key: a hard obstacle is harder than that one")
		}
	}
}

// lists returns the cards of the two sides and of the heist.
func (c *Config) lists() [3][]Card { return [...][]Card{c.Criminal, c.Police, c.Heist} }

// Card is one kind of card, Requirement says when an obstacle is discarded, and Effect is
// one typed operation of a card.
type (
	Card        = cards.Card
	Requirement = cards.Requirement
	Effect      = cards.Effect
)
