package payday

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

var (
	sideNames  = [...]string{"criminal", "police", "heist"}
	sideTitles = [...]string{"Criminal", "Police", "heist"}
)

// A typeInfo lists the fields that a type of card takes and the effects that it may
// have.
type typeInfo struct {
	name    string
	side    int
	fields  string // of those that not every card takes
	once    bool   // effects that happen once, as soon as the card is played or used
	lasting bool   // effects that last
	when    []string
}

var typeInfos = [types]typeInfo{
	TypeHeister:      {name: "heister", side: Criminal, fields: "cost damage health", lasting: true, when: []string{"enter", "turn"}},
	TypeSkill:        {name: "skill", side: Criminal, fields: "cost combat", once: true},
	TypePerk:         {name: "perk", side: Criminal, fields: "cost", lasting: true},
	TypeLoot:         {name: "loot", side: Criminal, fields: "value keep"},
	TypeOfficer:      {name: "officer", side: Police, fields: "cost damage armor subtype", lasting: true, when: []string{"enter"}},
	TypeOrder:        {name: "order", side: Police, fields: "cost combat", once: true},
	TypeMandate:      {name: "mandate", side: Police, fields: "cost", lasting: true},
	TypeFunding:      {name: "funding", side: Police, fields: "trigger every uses", once: true},
	TypeWeapon:       {name: "weapon", side: Criminal, fields: "cost damage targets reach", lasting: true},
	TypeArmor:        {name: "armor", side: Criminal, fields: "cost armor", lasting: true},
	TypeAsset:        {name: "asset", side: Criminal, fields: "cost combat uses", once: true},
	TypePoliceWeapon: {name: "weapon", side: Police, fields: "cost damage", lasting: true},
	TypePoliceArmor:  {name: "armor", side: Police, fields: "cost armor", lasting: true},
	TypePoliceAsset:  {name: "asset", side: Police, fields: "cost combat uses", once: true},
	TypePayday:       {name: "payday", side: Heist},
	TypeKey:          {name: "key", side: Heist},
	TypeObstacle:     {name: "obstacle", side: Heist, fields: "requires"},
	TypeHard:         {name: "hard", side: Heist, fields: "requires key"},
	TypeGuard:        {name: "guard", side: Heist, fields: "damage armor subtype", lasting: true},
}

// typeNames holds the words of Card.Type.
var typeNames = func() (names [types]string) {
	for i := range typeInfos {
		names[i] = typeInfos[i].name
	}
	return names
}()

// String returns the word of a type.
func (t CardType) String() string { return typeNames[t] }

// typeOn finds a type of card of a side by its name, or -1: weapons, armor and
// assets of both sides share theirs.
func typeOn(name string, side int) int {
	for t := range typeInfos {
		if typeInfos[t].name == name && typeInfos[t].side == side {
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
	subtypes
)

var subtypeNames = [subtypes]string{"first_responder", "swat", "elite", "special"}

// Triggers of Funding.
const (
	triggerImmediate = iota
	triggerEachTurn
	triggerEvery
	triggerHeisterDies
	triggerObstacleGoes
)

var triggerNames = []string{"immediate", "each_turn", "every", "heister_dies", "obstacle_goes"}

// A kind is a compiled Card.
type kind struct {
	id, title, text string
	typ             CardType
	side            uint8
	copies          uint8
	cost            uint8
	damage          int8
	health          int8
	armor           int8
	targets         int8
	reach           uint8 // subtypes, as bits
	subtype         uint8
	value, uses     uint8
	keep, combat    bool
	trigger, every  uint8
	loot            uint8 // of PAYDAY and keys: index among the Loot kinds
	req             requirement
	passives        []passive
	once            []effect // when played, used, or paying
	enter, turn     []effect
}

// requirement is a compiled Requirement, with the key of a hard obstacle.
type requirement struct {
	progress, present, cash uint8
	clear                   bool
	key                     uint8 // index among the Loot kinds, or none
}

// A deck is the compiled cards: all kinds, the Criminal's first, then the Police's, then
// the heist's. A kind's index is the id of its action in the block "card".
type deck struct {
	kinds []kind
	base  [4]int // where each side begins, and the end
	size  [2]int // cards
	// lasts are the stats of the passives of each kind as bits, with asksSubtype; none has none.
	lasts                  [256]uint16
	crewLasts, policeLasts [scopes]uint16 // the kinds of either side by scope
	loots                  []uint8        // kind of each Loot kind: PAYDAY, then the keys in order
	hard                   []uint8        // kind of the hard obstacle of each Loot kind, or none
}

func (d *deck) side(k uint8) int { return int(d.kinds[k].side) }

// kindsOf returns the number of kinds of a side.
func (d *deck) kindsOf(side int) int { return d.base[side+1] - d.base[side] }

func (d *deck) ofType(t CardType) []uint8 {
	var list []uint8
	for i := range d.kinds {
		if d.kinds[i].typ == t {
			list = append(list, uint8(i))
		}
	}
	return list
}

func at(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
