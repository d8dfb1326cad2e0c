package payday

import "fmt"

type kindType uint8

// Types of card.
const (
	typeHeister kindType = iota
	typeSkill
	typePerk
	typeLoot
	typeOfficer
	typeOrder
	typeMandate
	typeFunding
	typeWeapon      // of the Criminal
	typeArmor       // of the Criminal
	typeAsset       // of the Criminal
	typePoliceGun   // a weapon of the Police
	typePoliceArmor // an armor of the Police
	typePoliceAsset
	typePayday
	typeKey
	typeObstacle
	typeHard
	typeGuard
	types
)

// heistSide is the "side" of the heist deck.
const heistSide = 2

var (
	sideNames  = [...]string{"criminal", "police", "heist"}
	sideTitles = [...]string{"Criminal", "Police", "heist"}
)

// A typeInfo says which fields a type of card takes and what its effects may be.
type typeInfo struct {
	name    string
	side    int
	fields  string // of those that not every card takes
	once    bool   // effects that happen once, as soon as the card is played or used
	lasting bool   // effects that last
	when    []string
}

var typeInfos = [types]typeInfo{
	typeHeister:     {name: "heister", side: Criminal, fields: "cost damage health", lasting: true, when: []string{"enter", "turn"}},
	typeSkill:       {name: "skill", side: Criminal, fields: "cost combat", once: true},
	typePerk:        {name: "perk", side: Criminal, fields: "cost", lasting: true},
	typeLoot:        {name: "loot", side: Criminal, fields: "value keep"},
	typeOfficer:     {name: "officer", side: Police, fields: "cost damage armor subtype", lasting: true, when: []string{"enter"}},
	typeOrder:       {name: "order", side: Police, fields: "cost combat", once: true},
	typeMandate:     {name: "mandate", side: Police, fields: "cost", lasting: true},
	typeFunding:     {name: "funding", side: Police, fields: "trigger every uses", once: true},
	typeWeapon:      {name: "weapon", side: Criminal, fields: "cost damage targets reach", lasting: true},
	typeArmor:       {name: "armor", side: Criminal, fields: "cost armor", lasting: true},
	typeAsset:       {name: "asset", side: Criminal, fields: "cost combat uses", once: true},
	typePoliceGun:   {name: "weapon", side: Police, fields: "cost damage", lasting: true},
	typePoliceArmor: {name: "armor", side: Police, fields: "cost armor", lasting: true},
	typePoliceAsset: {name: "asset", side: Police, fields: "cost combat uses", once: true},
	typePayday:      {name: "payday", side: heistSide},
	typeKey:         {name: "key", side: heistSide},
	typeObstacle:    {name: "obstacle", side: heistSide, fields: "requires"},
	typeHard:        {name: "hard", side: heistSide, fields: "requires key"},
	typeGuard:       {name: "guard", side: heistSide, fields: "damage armor subtype", lasting: true},
}

// typeNames are the words of Card.Type.
var typeNames = func() (names [types]string) {
	for i := range typeInfos {
		names[i] = typeInfos[i].name
	}
	return names
}()

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
	typ             kindType
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

// A deck is the compiled cards: all kinds, the Criminal's first, then those of
// the Police, then of the heist. A kind's index is the id of its action in the
// block "card".
type deck struct {
	kinds []kind
	base  [4]int // where each side begins, and the end
	size  [2]int // cards
	// lasts are the stats of the passives of each kind as bits, with asksSubtype; none has none.
	lasts                  [256]uint16
	crewLasts, policeLasts [scopes]uint16 // those of either side by scope
	loots                  []uint8        // kind of each Loot kind: PAYDAY, then the keys in order
	hard                   []uint8        // kind of the hard obstacle of each Loot kind, or none
}

func (d *deck) side(k uint8) int { return int(d.kinds[k].side) }

func (d *deck) ofType(t kindType) []uint8 {
	var list []uint8
	for i := range d.kinds {
		if d.kinds[i].typ == t {
			list = append(list, uint8(i))
		}
	}
	return list
}

func at(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
