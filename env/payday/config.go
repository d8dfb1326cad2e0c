package payday

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/layout"
)

// Version of the rules.
const Version = 3

// The two seats, and the decks of cards: one for each seat, and one for the heist.
const (
	Criminal = 0
	Police   = 1
	Heist    = 2
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
	maxColumns   = 7
	maxDepth     = 3 // obstacles in a column
	places       = maxDepth + 1
	rowWidth     = 3
	slots        = 2 * rowWidth // officers at a place
	maxHeisters  = 4
	maxKinds     = 64 // of one deck
	maxHeist     = 24 // kinds of heist card
	maxKeys      = 3
	lootKinds    = 1 + maxKeys // PAYDAY and the key items
	maxDeck      = 200
	maxFunding   = 4
	maxCash      = 200
	maxAmount    = 9 // of an effect, a stat or a cost
	maxEffects   = 4 // of a card
	maxRounds    = 200
	maxNumber    = maxColumns
	maxInHand    = 30
	maxMoves     = 4
	maxFielded   = 10
	maxTokens    = 200 // of damage
	maxPresent   = 3   // PAY-42
	maxCashAsked = 6   // PAY-42
)

// Validate reports every fault as env.Faults, with paths such as
// criminal[3].effects[0].op.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	if c.GuardsPerLoot > c.ObstaclesPerLoot { // PAY-6
		faults.Add("guards_per_loot", c.GuardsPerLoot, "at most obstacles_per_loot = %d: a column takes no more guards than it has obstacles", c.ObstaclesPerLoot)
	}
	d := compile(&c, &faults)
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
func (c *Config) validateDecks(d *deck, f *env.Faults) {
	for side, list := range [][]Card{c.Criminal, c.Police} {
		name := sideNames[side]
		cards, heroes := 0, 0
		for i := range list {
			cards += list[i].Copies
			if list[i].Type == typeNames[TypeHeister] {
				heroes += list[i].Copies
			}
		}
		if cards < c.MinCards || cards > maxDeck {
			f.Add(name, cards, "from min_cards = %d to %d cards", c.MinCards, maxDeck)
		}
		if len(list) < c.MinTitles || len(list) > maxKinds {
			f.Add(name, len(list), "from min_titles = %d to %d different titles", c.MinTitles, maxKinds)
		}
		if side == Criminal && heroes == 0 {
			f.Add(name, "no heister", "at least one card of type heister")
		}
		if need := []int{c.CriminalHand, c.PoliceHand}[side]; cards < need {
			f.Add(name, cards, "at least %d cards for the first hand", need)
		}
	}
	if len(c.Heist) > maxHeist {
		f.Add("heist", len(c.Heist), "at most %d kinds", maxHeist)
	}
	if d == nil {
		return
	}
	n := c.columns()
	count := func(t CardType) int { return len(d.ofType(t)) }
	if k := count(TypePayday); k != 1 {
		f.Add("heist", fmt.Sprintf("%d kinds of payday", k), "exactly one")
	}
	if k, need := count(TypeKey), n-paydaysOf(n); k < need || k > maxKeys {
		f.Add("heist", fmt.Sprintf("%d kinds of key", k), "from %d to %d: one for each Loot card that is not a PAYDAY", need, maxKeys)
	}
	c.validateObstacles(d, f)
	if count(TypeObstacle) == 0 {
		f.Add("heist", "no obstacle", "at least one normal obstacle")
	}
	if count(TypeGuard) == 0 && c.GuardsPerLoot > 0 {
		f.Add("heist", "no guard", "at least one kind of guard")
	}
}

// validateObstacles tests that the demands of every obstacle can be met (PAY-42), and that
// hard ones are harder than normal ones (PAY-47).
func (c *Config) validateObstacles(d *deck, f *env.Faults) {
	normal := d.ofType(TypeObstacle)
	for i := range c.Heist {
		k := &d.kinds[d.base[Heist]+i]
		path := at(sideNames[Heist], i) + ".requires"
		if int(k.req.present) > c.MaxHeisters {
			f.Add(path+".present", k.req.present, "at most max_heisters = %d: a heist with more could not be won", c.MaxHeisters)
		}
		if k.typ == TypeHard && len(normal) > 0 && !slices.ContainsFunc(normal, func(o uint8) bool { return k.req.covers(&d.kinds[o].req) }) {
			f.Add(path, k.id, "as much as some normal obstacle requires, besides the key: a hard obstacle is harder than that one")
		}
	}
}

// covers reports whether a requirement asks for all that another asks for.
func (r *requirement) covers(other *requirement) bool {
	return r.progress >= other.progress && r.present >= other.present && r.cash >= other.cash && (r.clear || !other.clear)
}

// Card is one kind of card (PAY-1, PAY-2). Which fields it may use depends on its
// type; what is left out is 0, empty or false.
type Card struct {
	ID     string `json:"id" yaml:"id,key"`
	Title  string `json:"title" yaml:"title"`
	Type   string `json:"type" yaml:"type"`
	Copies int    `json:"copies,omitempty" yaml:"copies"` // in a deck; kinds of the heist deck are unlimited (PAY-20)
	Cost   int    `json:"cost,omitempty" yaml:"cost"`     // 0: free (PAY-23)
	Text   string `json:"text,omitempty" yaml:"text"`     // empty: put in words from the rest

	Damage  int `json:"damage,omitempty" yaml:"damage"`   // of a heister, officer or guard; what a weapon adds
	Health  int `json:"health,omitempty" yaml:"health"`   // of a heister
	Armor   int `json:"armor,omitempty" yaml:"armor"`     // of an officer or guard; what an armor adds
	Targets int `json:"targets,omitempty" yaml:"targets"` // of a weapon of the Criminal: its Target value; 0: 1
	// Reach lists the subtypes that a weapon of the Criminal may attack; empty: all.
	Reach   []string `json:"reach,omitempty" yaml:"reach"`
	Subtype string   `json:"subtype,omitempty" yaml:"subtype"` // of an officer or guard

	Value  int  `json:"value,omitempty" yaml:"value"`   // of a Loot card of the Criminal's deck
	Keep   bool `json:"keep,omitempty" yaml:"keep"`     // its value becomes cash instead of paying one card
	Combat bool `json:"combat,omitempty" yaml:"combat"` // a skill, order or asset for combat
	Uses   int  `json:"uses,omitempty" yaml:"uses"`     // of an asset, or of an active Funding

	Trigger string `json:"trigger,omitempty" yaml:"trigger"` // of a Funding
	Every   int    `json:"every,omitempty" yaml:"every"`     // turns between two payments, for trigger every

	Key      string      `json:"key,omitempty" yaml:"key"` // id of the key item that a hard obstacle needs
	Requires Requirement `json:"requires,omitzero" yaml:"requires"`

	Effects []Effect `json:"effects,omitempty" yaml:"effects,through"`
}

// Requirement says when an obstacle is discarded: all that it names must hold
// (PAY-3). The key of a hard obstacle comes on top.
type Requirement struct {
	Progress int  `json:"progress,omitempty" yaml:"progress"` // tokens; each heister at the place adds one a turn
	Present  int  `json:"present,omitempty" yaml:"present"`   // heisters at the place
	Clear    bool `json:"clear,omitempty" yaml:"clear"`       // no police at the place
	Cash     int  `json:"cash,omitempty" yaml:"cash"`         // paid by the Criminal
}

// Effect is one typed operation of a card. Its words are listed in operations,
// scopeNames, targetNames and conditionNames.
type Effect struct {
	Op     string `json:"op" yaml:"op,key"`
	Amount int    `json:"amount,omitempty" yaml:"amount,through,one"` // 0: 1
	On     string `json:"on,omitempty" yaml:"on"`                     // a scope of a lasting operation, a target of another
	If     string `json:"if,omitempty" yaml:"if"`                     // empty: always
	When   string `json:"when,omitempty" yaml:"when"`                 // of a heister or officer: enter or turn, for operations that happen once
	Of     string `json:"of,omitempty" yaml:"of"`                     // a type of card, for discount and recover
}
