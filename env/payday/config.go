package payday

import (
	"fmt"

	"ringer/env"
)

// Version of the rules.
const Version = 1

// The two seats.
const (
	Criminal = 0
	Police   = 1
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

// Config is everything that a designer can set. Defaults gives the scalars of
// the rule book; the cards come from configs/games/payday.
type Config struct {
	Setup     string `json:"setup" yaml:"setup"`
	LootCards int    `json:"loot_cards" yaml:"loot_cards"` // 0: the Criminal chooses
	Payday    string `json:"payday" yaml:"payday"`
	Rounds    int    `json:"rounds" yaml:"rounds"` // the Police win when they are over

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

// Defaults holds the numbers of the rule book, and no cards.
func Defaults() Config {
	return Config{
		Setup: SetupPlayed, LootCards: 3, Payday: PaydayHalf, Rounds: 60,
		ObstaclesPerLoot: 2, GuardsPerLoot: 2,
		CriminalCash: 0, PoliceCash: 4, Income: 1,
		CriminalHand: 5, PoliceHand: 8, CriminalLimit: 8, PoliceLimit: 10,
		MaxHeisters: 4, MoveActions: 2, CombatCards: 3,
		MinCards: 50, MinTitles: 30,
	}
}

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
	c.validateTable(&faults)
	d := compile(&c, &faults)
	c.validateDecks(d, &faults)
	return faults.Err()
}

func (c *Config) validateTable(f *env.Faults) {
	within := func(path string, x, low, high int) {
		if x < low || x > high {
			f.Add(path, x, "a number from %d to %d", low, high)
		}
	}
	if c.Setup != SetupPlayed && c.Setup != SetupRandom {
		f.Add("setup", c.Setup, "%s or %s", SetupPlayed, SetupRandom)
	}
	if c.Payday != PaydayHalf && c.Payday != PaydayChoose {
		f.Add("payday", c.Payday, "%s or %s", PaydayHalf, PaydayChoose)
	}
	within("loot_cards", c.LootCards, 0, maxColumns)
	within("rounds", c.Rounds, 1, maxRounds)
	within("obstacles_per_loot", c.ObstaclesPerLoot, 1, maxDepth)
	within("guards_per_loot", c.GuardsPerLoot, 0, maxDepth)
	if c.GuardsPerLoot > c.ObstaclesPerLoot { // PAY-6
		f.Add("guards_per_loot", c.GuardsPerLoot, "at most obstacles_per_loot = %d: a column takes no more guards than it has obstacles", c.ObstaclesPerLoot)
	}
	within("criminal_cash", c.CriminalCash, 0, maxCash)
	within("police_cash", c.PoliceCash, 0, maxCash)
	within("income", c.Income, 0, maxAmount)
	within("criminal_hand", c.CriminalHand, 1, maxInHand)
	within("police_hand", c.PoliceHand, 0, maxInHand)
	within("criminal_limit", c.CriminalLimit, 1, maxInHand)
	within("police_limit", c.PoliceLimit, 1, maxInHand)
	within("max_heisters", c.MaxHeisters, 1, maxHeisters)
	within("move_actions", c.MoveActions, 0, maxMoves)
	within("combat_cards", c.CombatCards, 0, maxFielded)
	within("min_cards", c.MinCards, 1, maxDeck)
	within("min_titles", c.MinTitles, 1, maxKinds)
}

// columns is the largest number of columns of a game.
func (c *Config) columns() int {
	if c.LootCards == 0 {
		return maxColumns
	}
	return c.LootCards
}

// keysWith is the number of key items among n Loot cards of which p are PAYDAY.
func paydaysOf(n int) int { return (n + 1) / 2 }

// validateDecks tests what only whole decks can show.
func (c *Config) validateDecks(d *deck, f *env.Faults) {
	for side, list := range [][]Card{c.Criminal, c.Police} {
		name := sideNames[side]
		cards, heroes := 0, 0
		for i := range list {
			cards += list[i].Copies
			if list[i].Type == typeNames[typeHeister] {
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
	count := func(t kindType) int { return len(d.ofType(t)) }
	if k := count(typePayday); k != 1 {
		f.Add("heist", fmt.Sprintf("%d kinds of payday", k), "exactly one")
	}
	if k, need := count(typeKey), n-paydaysOf(n); k < need || k > maxKeys {
		f.Add("heist", fmt.Sprintf("%d kinds of key", k), "from %d to %d: one for each Loot card that is not a PAYDAY", need, maxKeys)
	}
	if count(typeObstacle) == 0 {
		f.Add("heist", "no obstacle", "at least one normal obstacle")
	}
	if count(typeGuard) == 0 && c.GuardsPerLoot > 0 {
		f.Add("heist", "no guard", "at least one kind of guard")
	}
}
