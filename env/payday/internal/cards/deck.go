package cards

import "fmt"

// CardType is a type of card. Its text is the word of Card.Type; weapons, armor and
// assets of both sides share theirs.
type CardType uint8

// The types of card of the Criminal's deck, of the Police's and of the heist's.
const (
	TypeHeister CardType = iota
	TypeSkill
	TypePerk
	TypeLoot
	TypeOfficer
	TypeOrder
	TypeMandate
	TypeFunding
	TypeWeapon       // of the Criminal
	TypeArmor        // of the Criminal
	TypeAsset        // of the Criminal
	TypePoliceWeapon // a weapon of the Police
	TypePoliceArmor  // an armor of the Police
	TypePoliceAsset
	TypePayday
	TypeKey
	TypeObstacle
	TypeHard
	TypeGuard
	types
)

// SideNames are words for configurations, SideTitles for people: of the two seats and the heist.
var (
	SideNames  = [...]string{"criminal", "police", "heist"}
	SideTitles = [...]string{"Criminal", "Police", "heist"}
)

// A TypeInfo lists the fields that a type of card takes and the effects that it may
// have.
type TypeInfo struct {
	Name    string
	Side    int
	Fields  string // of those that not every card takes
	Once    bool   // effects that happen once, as soon as the card is played or used
	Lasting bool   // effects that last
	When    []string
}

// Types lists what each type of card takes.
var Types = [types]TypeInfo{
	TypeHeister:      {Name: "heister", Side: Criminal, Fields: "cost damage health", Lasting: true, When: []string{"enter", "turn"}},
	TypeSkill:        {Name: "skill", Side: Criminal, Fields: "cost combat", Once: true},
	TypePerk:         {Name: "perk", Side: Criminal, Fields: "cost", Lasting: true},
	TypeLoot:         {Name: "loot", Side: Criminal, Fields: "value keep"},
	TypeOfficer:      {Name: "officer", Side: Police, Fields: "cost damage armor subtype", Lasting: true, When: []string{"enter"}},
	TypeOrder:        {Name: "order", Side: Police, Fields: "cost combat", Once: true},
	TypeMandate:      {Name: "mandate", Side: Police, Fields: "cost", Lasting: true},
	TypeFunding:      {Name: "funding", Side: Police, Fields: "trigger every uses", Once: true},
	TypeWeapon:       {Name: "weapon", Side: Criminal, Fields: "cost damage targets reach", Lasting: true},
	TypeArmor:        {Name: "armor", Side: Criminal, Fields: "cost armor", Lasting: true},
	TypeAsset:        {Name: "asset", Side: Criminal, Fields: "cost combat uses", Once: true},
	TypePoliceWeapon: {Name: "weapon", Side: Police, Fields: "cost damage", Lasting: true},
	TypePoliceArmor:  {Name: "armor", Side: Police, Fields: "cost armor", Lasting: true},
	TypePoliceAsset:  {Name: "asset", Side: Police, Fields: "cost combat uses", Once: true},
	TypePayday:       {Name: "payday", Side: Heist},
	TypeKey:          {Name: "key", Side: Heist},
	TypeObstacle:     {Name: "obstacle", Side: Heist, Fields: "requires"},
	TypeHard:         {Name: "hard", Side: Heist, Fields: "requires key"},
	TypeGuard:        {Name: "guard", Side: Heist, Fields: "damage armor subtype", Lasting: true},
}

// typeNames holds the words of Card.Type.
var typeNames = func() (names [types]string) {
	for i := range Types {
		names[i] = Types[i].Name
	}
	return names
}()

// String returns the word of a type.
func (t CardType) String() string { return typeNames[t] }

// typeOn finds a type of card of a side by its name, or -1: weapons, armor and
// assets of both sides share theirs.
func typeOn(name string, side int) int {
	for t := range Types {
		if Types[t].Name == name && Types[t].Side == side {
			return t
		}
	}
	return -1
}

// Subtypes of officers.
const (
	firstResponder = iota
	swat
	elite
	special
	Subtypes
)

// SubtypeNames holds the words of Card.Subtype and Card.Reach.
var SubtypeNames = [Subtypes]string{"first_responder", "swat", "elite", "special"}

// Triggers of Funding.
const (
	TriggerImmediate = iota
	TriggerEachTurn
	TriggerEvery
	TriggerHeisterDies
	TriggerObstacleGoes
)

// TriggerNames holds the words of Card.Trigger.
var TriggerNames = []string{"immediate", "each_turn", "every", "heister_dies", "obstacle_goes"}

// A Kind is a compiled Card.
type Kind struct {
	ID, Title, Text string
	Type            CardType
	Side            uint8
	Copies          uint8
	Cost            uint8
	Damage          int8
	Health          int8
	Armor           int8
	Targets         int8
	Reach           uint8 // subtypes, as bits
	Subtype         uint8
	Value, Uses     uint8
	Keep, Combat    bool
	Trigger, Every  uint8
	Loot            uint8 // of PAYDAY and keys: index among the Loot kinds
	Demand          Demand
	Passives        []Passive
	Once            []Instant // when played, used, or paying
	Enter, Turn     []Instant
}

// A Demand is a compiled Requirement, with the key of a hard obstacle.
type Demand struct {
	Progress, Present, Cash uint8
	Clear                   bool
	Key                     uint8 // index among the Loot kinds, or none
}

// A Deck is the compiled cards: all kinds, the Criminal's first, then the Police's, then
// the heist's. A kind's index is the id of its action in the block "card".
type Deck struct {
	Kinds []Kind
	Base  [4]int // where each side begins, and the end
	Size  [2]int // cards
	// lasts are the stats of the passives of each kind as bits, with asksSubtype; none has none.
	Lasts                  [256]uint16
	CrewLasts, PoliceLasts [scopes]uint16 // the kinds of either side by scope
	Loots                  []uint8        // kind of each Loot kind: PAYDAY, then the keys in order
	Hard                   []uint8        // kind of the hard obstacle of each Loot kind, or none
}

// Side returns the side of a kind.
func (d *Deck) Side(k uint8) int { return int(d.Kinds[k].Side) }

// KindsOf returns the number of kinds of a side.
func (d *Deck) KindsOf(side int) int { return d.Base[side+1] - d.Base[side] }

// OfType lists the kinds of a type.
func (d *Deck) OfType(t CardType) []uint8 {
	var list []uint8
	for i := range d.Kinds {
		if d.Kinds[i].Type == t {
			list = append(list, uint8(i))
		}
	}
	return list
}

// At returns the path of an item of a list, for faults.
func At(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// Covers reports whether a demand asks for all that another asks for.
func (r *Demand) Covers(other *Demand) bool {
	return r.Progress >= other.Progress && r.Present >= other.Present && r.Cash >= other.Cash && (r.Clear || !other.Clear)
}
