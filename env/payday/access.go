package payday

import (
	"slices"
)

// This file is what other packages may ask of a state. What is not said to be
// public depends on hidden cards: agents see it only in resampled worlds.

// Game is the game that the state belongs to.
func (s *State) Game() *Game { return s.game }

// Round counts from 1; 0 during the setup. It is public.
func (s *State) Round() int { return int(s.round) }

// Winner is Criminal or Police once the game is over, else -1; public.
func (s *State) Winner() int { return int(s.winner) }

// Paydays and Secured count the PAYDAY of the heist and those that are out; both
// are public.
func (s *State) Paydays() int { return int(s.paydays) }

// Secured is public.
func (s *State) Secured() int { return int(s.secured) }

// Cash is public, and so is Pending: what a Loot played still pays for.
func (s *State) Cash(seat int) int { return int(s.cash[seat]) }

// Pending is public.
func (s *State) Pending() int { return int(s.pending) }

// HandSize is public; cards that are about to be drawn or dropped are counted.
func (s *State) HandSize(seat int) int {
	return int(s.zones[seat].size) + int(s.draws[seat]) - int(s.drops[seat])
}

// Hand counts the copies of a kind in its owner's hand; known to the owner.
func (s *State) Hand(kind int) int {
	z, i := s.zonesOf(uint8(kind))
	return int(z.hand[i])
}

// Known counts the copies of a kind in its owner's hand that the other seat knows
// of; public.
func (s *State) Known(kind int) int {
	z, i := s.zonesOf(uint8(kind))
	return int(z.known[i])
}

// Shown says whether the heist is laid out; public.
func (s *State) Shown() bool { return s.shown }

// Columns is the number of columns; public.
func (s *State) Columns() int { return s.columns() }

// Fighting is the column of the combat under way, or -1; public.
func (s *State) Fighting() int { return int(s.battle) }

// Subject is the heister slot that the question is about (who attacks, who may take
// Loot), or -1; public.
func (s *State) Subject() int {
	switch s.question {
	case AskAttack:
		return int(s.attacker)
	case AskLoot:
		return int(s.lootAt)
	}
	return -1
}

// FiringDamage is what the officer whose target is asked for deals; public.
func (s *State) FiringDamage() int {
	if s.question != AskFire {
		return 0
	}
	return s.damageOf(int(s.battle), int(s.cols[s.battle].top), int(s.firing))
}

// Income is what a seat gets at the start of its turns by its cards on the table;
// public.
func (s *State) Income(seat int) int { return s.income(seat) }

// FundingUses counts the payments that active Funding still promises; public.
func (s *State) FundingUses() int {
	n := 0
	for i := range s.funds {
		if s.funds[i].kind != none {
			n += int(s.funds[i].uses)
		}
	}
	return n
}

// Placing is the kind of card that waits for its place in the setup, or -1; known
// to the Police.
func (s *State) Placing() int {
	switch {
	case s.question == AskHard:
		return int(s.game.deck.hard[s.nextHard()])
	case s.placing == none:
		return -1
	}
	return int(s.placing)
}

// SettingUp is the column whose Loot is asked for; known to the Police.
func (s *State) SettingUp() int { return int(s.placed) }

// A Heister is a heister on the table; public.
type Heister struct {
	Slot                             int
	Kind, Column                     int
	Damage, Health                   int // tokens; left before it falls
	Strength, Armor, Targets         int
	Perk, Weapon, ArmorCard          int // kinds, or -1
	Loot                             int // kind of heist card, or -1
	Moved, Stunned, Attacked, Loaded bool
	Effort                           int // progress that it makes in a turn, slowing left out
	Presence                         int // as how many it counts for obstacles
}

// HeisterAt is the heister of a slot; false for an empty one. Slots are those of
// the action block "heister". Public.
func (s *State) HeisterAt(slot int) (Heister, bool) {
	var x Heister
	if s.heisters[slot].kind == none {
		return x, false
	}
	var sums [statPresence + 1]int
	for stat := range sums {
		sums[stat] = s.sum(slot, uint8(stat), none)
	}
	s.lookAtHeister(slot, &sums, &x)
	return x, true
}

// lookAtHeister fills dst with a heister to whom lasting operations add sums.
func (s *State) lookAtHeister(slot int, sums *[statPresence + 1]int, dst *Heister) {
	h := &s.heisters[slot]
	*dst = Heister{
		Slot: slot, Kind: int(h.kind), Column: int(h.col), Damage: int(h.damage), Health: s.healthWith(slot, sums[statHealth]) - int(h.damage),
		Strength: s.bestStrength(slot, s.strengthWith(slot, sums[statDamage])), Armor: s.armorWith(slot, sums[statArmor]), Targets: s.targetsWith(slot, sums[statTargets]),
		Perk: orMinus(h.perk), Weapon: orMinus(h.weapon), ArmorCard: orMinus(h.armor), Loot: -1,
		Moved: h.moved, Stunned: h.stunned, Attacked: h.attacked, Loaded: h.loot != none,
		Effort: effortWith(sums[statProgress]), Presence: presenceWith(sums[statPresence]),
	}
	if h.loot != none {
		dst.Loot = int(s.game.deck.loots[h.loot])
	}
}

func orMinus(k uint8) int {
	if k == none {
		return -1
	}
	return int(k)
}

// A Column is what a column shows to everyone.
type Column struct {
	Obstacles, Gone  int
	FaceUp           bool // the first obstacle that is left
	Top              int  // its kind if face up, else -1
	Progress, Needed int
	Present          int // heisters required
	Clear            bool
	Price            int
	Key              int // kind of the key item required, or -1
	Locked           bool
	Effort, Presence int // of the heisters there
	LootUp           bool
	Asset, Uses      int
	Mandates         int
	PoliceAssetUses  int
}

// ColumnAt is public.
func (s *State) ColumnAt(col int) Column {
	var x Column
	s.lookAtColumn(col, s.effort(col), s.presence(col), &x)
	return x
}

// lookAtColumn fills dst with a column of known effort and presence.
func (s *State) lookAtColumn(col, effort, presence int, dst *Column) {
	c := &s.cols[col]
	*dst = Column{
		Obstacles: int(c.count), Gone: int(c.top), Top: -1, Key: -1, Locked: c.locked, LootUp: c.lootUp,
		Asset: orMinus(c.asset), Uses: int(c.uses), Effort: effort, Presence: presence,
	}
	for d := int(c.top); d <= int(c.count); d++ {
		if c.places[d].mandate != none {
			dst.Mandates++
		}
		dst.PoliceAssetUses += int(c.places[d].uses)
	}
	if c.top < c.count && c.up>>c.top&1 != 0 {
		r := &s.kindOf(c.obstacles[c.top]).req
		dst.FaceUp, dst.Top = true, int(c.obstacles[c.top])
		dst.Progress, dst.Needed = int(c.progress), s.needed(col)
		dst.Present, dst.Clear, dst.Price = int(r.present), r.clear, int(r.cash)
		if r.key != none {
			dst.Key = int(s.game.deck.loots[r.key])
		}
	}
}

// Attached returns the Police's mandate at an objective, as a kind or -1, and the uses
// of their asset there; public.
func (s *State) Attached(col, depth int) (mandate, uses int) {
	p := &s.cols[col].places[depth]
	return orMinus(p.mandate), int(p.uses)
}

// Slowed returns how much progress heisters lose at the top of a column in an Update,
// and whether they make none at all; public.
func (s *State) Slowed(col int) (lost int, blocked bool) { return s.slowed(col), s.blocked(col) }

// ObstacleAt is the kind of an obstacle by depth, and whether it is face up; only
// then it is public, else known to the Police.
func (s *State) ObstacleAt(col, depth int) (kind int, up bool) {
	c := &s.cols[col]
	return int(c.obstacles[depth]), c.up>>depth&1 != 0
}

// LootAt is the kind of the Loot at the end of a column as set up, or -1; known to
// the Police, public once it was turned up.
func (s *State) LootAt(col int) int {
	if s.cols[col].loot == none {
		return -1
	}
	return int(s.game.deck.loots[s.cols[col].loot])
}

// Lying counts the Loot of a kind that lies face up in a column; public.
func (s *State) Lying(col, kind int) int { return int(s.cols[col].lying[s.kindOf(uint8(kind)).loot]) }

// An Officer is an officer or guard. What a face-down guard is only the Police know.
type Officer struct {
	Kind          int
	Damage, Armor int // armor left in this combat
	Equip         int // kind, or -1
	Down, Stunned bool
	Hurt          int
}

// OfficerAt is the officer in a slot of a place; false for an empty slot.
func (s *State) OfficerAt(col, depth, slot int) (Officer, bool) {
	var x Officer
	if s.officer(col, depth, slot).kind == none {
		return x, false
	}
	s.lookAtOfficer(s.officer(col, depth, slot), s.sumPosted(col, depth, statDamage), s.sumPosted(col, depth, statArmor), &x)
	return x, true
}

// lookAtOfficer fills dst with an officer to whom others add damage and armor.
func (s *State) lookAtOfficer(o *officer, damage, armor int, dst *Officer) {
	*dst = Officer{
		Kind: int(o.kind), Damage: s.officerDamage(o, damage), Armor: s.officerArmor(o, armor), Equip: orMinus(o.equip),
		Down: o.down, Stunned: o.stunned, Hurt: int(o.hurt),
	}
}

// Sizes of tables, in any configuration.
const (
	Slots       = slots       // officers at a place
	MaxHeisters = maxHeisters // heisters on the table
	MaxColumns  = maxColumns  // columns of a heist
	Places      = places      // objectives of a column
)

// Forget drops the history of a state, for copies that are only to be judged: they
// are cheaper to copy, and cannot be resampled.
func (s *State) Forget() { s.log = s.log[:0] }

// A Kind is one kind of card, as the game knows it.
type Kind struct {
	ID, Title, Text       string
	Type                  CardType
	Side                  int // Criminal, Police, or 2 for the heist
	Copies, Cost          int
	Damage, Health, Armor int
	Targets, Value, Uses  int
	Combat, Keep          bool
	Subtype               string // of officers and guards
	Requires              Requirement
	Key                   int // of a hard obstacle: kind of its key item, or -1
}

// Kinds lists the kinds of card; their indices are the ids of the actions in the
// block "card".
func (g *Game) Kinds() []Kind {
	list := make([]Kind, len(g.deck.kinds))
	for i := range list {
		k := &g.deck.kinds[i]
		list[i] = Kind{
			ID: k.id, Title: k.title, Text: k.text, Type: k.typ, Side: int(k.side), Copies: int(k.copies), Cost: int(k.cost),
			Damage: int(k.damage), Health: int(k.health), Armor: int(k.armor), Targets: int(k.targets), Value: int(k.value), Uses: int(k.uses),
			Combat: k.combat, Keep: k.keep, Key: -1,
			Requires: Requirement{Progress: int(k.req.progress), Present: int(k.req.present), Clear: k.req.clear, Cash: int(k.req.cash)},
		}
		if k.typ == TypeOfficer || k.typ == TypeGuard {
			list[i].Subtype = subtypeNames[k.subtype]
		}
		if k.req.key != none {
			list[i].Key = int(g.deck.loots[k.req.key])
		}
	}
	return list
}

// KindOf is the index of the kind with an id, or -1.
func (g *Game) KindOf(id string) int {
	return slices.IndexFunc(g.deck.kinds, func(k kind) bool { return k.id == id })
}

// Loots returns the kinds of Loot that a heist may hold: PAYDAY, then the key items.
func (g *Game) Loots() []int {
	kinds := make([]int, len(g.deck.loots))
	for i, k := range g.deck.loots {
		kinds[i] = int(k)
	}
	return kinds
}

// MaxColumns returns the largest number of columns of a heist in this configuration.
func (g *Game) MaxColumns() int { return g.config.columns() }
