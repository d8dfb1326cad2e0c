package payday

import "ringer/env/payday/internal/cards"

// This file lets other packages ask for facts of a state. Where a comment says
// "public", both seats may know the answer; other answers depend on hidden cards, and
// agents get them only from resampled worlds.

// Game returns the game that the state belongs to.
func (s *State) Game() *Game { return s.game }

// Round returns the number of the round, from 1; 0 during the setup. Public.
func (s *State) Round() int { return int(s.round) }

// RoundsBegun implements env.RoundCounter.
func (s *State) RoundsBegun() (int, string) { return int(s.round), "round" }

// Rounds returns the number of rounds after which the Police win; while the Criminal is
// still to choose the size of the heist, the number of a small one.
func (s *State) Rounds() int { return s.game.config.RoundsOf(s.columns()) }

// Winner returns Criminal or Police once the game is over, else -1. Public.
func (s *State) Winner() int { return int(s.winner) }

// Paydays returns the number of PAYDAY in the heist. Public.
func (s *State) Paydays() int { return int(s.paydays) }

// Secured returns the number of PAYDAY that are out. Public.
func (s *State) Secured() int { return int(s.secured) }

// Cash returns the cash of a seat. Public.
func (s *State) Cash(seat int) int { return int(s.cash[seat]) }

// Pending returns the value, in cash, of the Loot that was played and waits to pay for a
// card. Public.
func (s *State) Pending() int { return int(s.pending) }

// HandSize returns the number of cards in a hand, after the draws and random discards
// that are under way. Public.
func (s *State) HandSize(seat int) int {
	return int(s.zones[seat].size) + int(s.draws[seat]) - int(s.drops[seat])
}

// Holds returns the cards of a hand as counts by kind, from the kind with the index first
// on. The seat knows them.
func (s *State) Holds(seat int) (counts []uint8, first int) {
	d := &s.game.deck
	return s.zones[seat].hand[:d.KindsOf(seat)], int(d.Base[seat])
}

// Shown reports whether the heist is laid out. Public.
func (s *State) Shown() bool { return s.shown }

// Columns returns the number of columns. Public.
func (s *State) Columns() int { return s.columns() }

// Subject returns the slot of the heister that attacks or may take Loot, or -1 for
// another question. Public.
func (s *State) Subject() int {
	switch s.question {
	case AskAttack:
		return int(s.attacker)
	case AskLoot:
		return int(s.lootAt)
	}
	return -1
}

// FiringDamage returns the damage of the officer whose target is asked for; 0 for
// another question. Public.
func (s *State) FiringDamage() int {
	if s.question != AskFire {
		return 0
	}
	return s.damageOf(int(s.battle), int(s.cols[s.battle].top), int(s.firing))
}

// FundingUses returns the number of payments that active Funding still promises.
// Public.
func (s *State) FundingUses() int {
	n := 0
	for i := range s.funds {
		if s.funds[i].kind != none {
			n += int(s.funds[i].uses)
		}
	}
	return n
}

// SettingUp returns the column whose Loot is asked for. The Police know it.
func (s *State) SettingUp() int { return int(s.placed) }

// Heister is a heister on the table. Public.
type Heister struct {
	Slot, Kind, Column      int
	Damage, Health          int // tokens on it, and the damage that it can still take
	Strength                int // the most damage that it can deal to one officer
	Armor, Targets          int
	Perk, Weapon, ArmorCard int // kinds, or -1
	Loot                    int // kind of heist card, or -1
	Stunned, Loaded         bool
	Effort                  int // progress that it makes in an Update, slowing left out
	Presence                int // number of heisters that obstacles count for it
}

// HeisterAt returns the heister of a slot, as in the action block "heister"; false for
// an empty slot. Public.
func (s *State) HeisterAt(slot int) (Heister, bool) {
	var x Heister
	if s.heisters[slot].kind == none {
		return x, false
	}
	var sums [cards.StatPresence + 1]int
	for stat := range sums {
		sums[stat] = s.sum(slot, uint8(stat), none)
	}
	s.lookAtHeister(slot, &sums, &x)
	return x, true
}

// lookAtHeister fills dst with a heister to which lasting operations add sums.
func (s *State) lookAtHeister(slot int, sums *[cards.StatPresence + 1]int, dst *Heister) {
	h := &s.heisters[slot]
	*dst = Heister{
		Slot: slot, Kind: int(h.kind), Column: int(h.col), Damage: int(h.damage), Health: s.healthWith(slot, sums[cards.StatHealth]) - int(h.damage),
		Strength: s.bestStrength(slot, s.strengthWith(slot, sums[cards.StatDamage])), Armor: s.armorWith(slot, sums[cards.StatArmor]), Targets: s.targetsWith(slot, sums[cards.StatTargets]),
		Perk: orMinus(h.perk), Weapon: orMinus(h.weapon), ArmorCard: orMinus(h.armor), Loot: -1,
		Stunned: h.stunned, Loaded: h.loot != none,
		Effort: effortWith(sums[cards.StatProgress]), Presence: presenceWith(sums[cards.StatPresence]),
	}
	if h.loot != none {
		dst.Loot = int(s.game.deck.Loots[h.loot])
	}
}

func orMinus(k uint8) int {
	if k == none {
		return -1
	}
	return int(k)
}

// Column is a column of the heist, as both seats see it. Public.
type Column struct {
	Obstacles, Gone  int  // as set up, and discarded
	FaceUp           bool // the top obstacle; the fields from Top to Key describe a face-up one
	Top              int  // kind, or -1
	Progress, Needed int
	Present          int  // heisters required
	Clear            bool // no police may be there
	Price            int  // cash
	Key              int  // kind of the key item required, or -1
	Locked           bool // in this round
	Effort           int  // progress that its heisters make in an Update
	Presence         int  // number of heisters that its obstacle counts
	LootUp           bool // the Loot was turned up
	Asset, Uses      int  // of the Criminal: kind, or -1
	Mandates         int
	PoliceAssetUses  int
}

// ColumnAt returns a column. Public.
func (s *State) ColumnAt(col int) Column {
	var x Column
	s.lookAtColumn(col, s.effort(col), s.presence(col), &x)
	return x
}

// lookAtColumn fills dst with a column whose effort and presence are known.
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
		r := &s.kindOf(c.obstacles[c.top]).Demand
		dst.FaceUp, dst.Top = true, int(c.obstacles[c.top])
		dst.Progress, dst.Needed = int(c.progress), s.needed(col)
		dst.Present, dst.Clear, dst.Price = int(r.Present), r.Clear, int(r.Cash)
		if r.Key != none {
			dst.Key = int(s.game.deck.Loots[r.Key])
		}
	}
}

// Attached returns the mandate at an objective, as a kind or -1, and the uses of the
// asset of the Police there. Public.
func (s *State) Attached(col, depth int) (mandate, uses int) {
	p := &s.cols[col].places[depth]
	return orMinus(p.mandate), int(p.uses)
}

// Slowed returns how much progress heisters lose at the top of a column in an Update,
// and whether they make none at all. Public.
func (s *State) Slowed(col int) (lost int, blocked bool) { return s.slowed(col), s.blocked(col) }

// ObstacleAt returns the kind of an obstacle, by its depth as set up, and whether it is
// face up. The Criminal knows the kind of a face-up one only.
func (s *State) ObstacleAt(col, depth int) (kind int, up bool) {
	c := &s.cols[col]
	return int(c.obstacles[depth]), c.up>>depth&1 != 0
}

// LootAt returns the kind of the Loot at the end of a column as set up, or -1. The Police
// know it; public once the Loot was turned up.
func (s *State) LootAt(col int) int {
	if s.cols[col].loot == none {
		return -1
	}
	return int(s.game.deck.Loots[s.cols[col].loot])
}

// Lying returns the number of Loot cards of a kind that lie face up in a column. Public.
func (s *State) Lying(col, kind int) int { return int(s.cols[col].lying[s.kindOf(uint8(kind)).Loot]) }

// Officer is an officer or guard. Only the Police know a face-down guard.
type Officer struct {
	Kind          int
	Damage, Armor int
	Equip         int // kind, or -1
	Down, Stunned bool
	Hurt          int // damage of this combat; the officer dies when it exceeds Armor
}

// OfficerAt returns the officer in a slot of an objective; false for an empty slot.
func (s *State) OfficerAt(col, depth, slot int) (Officer, bool) {
	var x Officer
	if s.officer(col, depth, slot).kind == none {
		return x, false
	}
	s.lookAtOfficer(s.officer(col, depth, slot), s.sumPosted(col, depth, cards.StatDamage), s.sumPosted(col, depth, cards.StatArmor), &x)
	return x, true
}

// lookAtOfficer fills dst with an officer to which others add damage and armor.
func (s *State) lookAtOfficer(o *officer, damage, armor int, dst *Officer) {
	*dst = Officer{
		Kind: int(o.kind), Damage: s.officerDamage(o, damage), Armor: s.officerArmor(o, armor), Equip: orMinus(o.equip),
		Down: o.down, Stunned: o.stunned, Hurt: int(o.hurt),
	}
}

// Moment says where in a round a state is. Public.
type Moment struct {
	Phase     string // "setup", "first hands", "cards", "moves", "transfers", "escapes", "draw", "combat", "update" or "loot"
	Turn      int    // the seat whose turn it is
	Acted     bool   // something was played or used in this turn
	FreeUsed  bool   // the free card of this turn was played
	MovesLeft int    // move actions that the Police have left

	Battle    int    // column of the combat, or -1
	Fielded   [2]int // combat cards played by each seat
	OnePassed bool   // one seat has passed
}

// Moment returns where in a round the state is. Public.
func (s *State) Moment() Moment {
	return Moment{
		Phase: phaseNames[s.phase], Turn: int(s.turn), Acted: s.acted, FreeUsed: s.freeUsed,
		MovesLeft: max(0, s.game.config.MoveActions-int(s.moves)),
		Battle:    int(s.battle), Fielded: [2]int{int(s.fielded[0]), int(s.fielded[1])}, OnePassed: s.passes == 1,
	}
}

// Price returns the cash that a seat would pay for a card of a kind now: 0 also for the
// free card of a turn. Public.
func (s *State) Price(seat, kind int) int {
	k := uint8(kind)
	if s.firstHeister(k) || s.kindOf(k).Cost == 0 && s.kindOf(k).Type != TypeHeister {
		return 0
	}
	return s.cost(seat, k)
}

// Sizes of tables, in any configuration.
const (
	Slots       = slots       // officers at a place
	MaxHeisters = maxHeisters // heisters on the table
	MaxColumns  = maxColumns  // columns of a heist
	Places      = places      // objectives of a column
)

// Forget drops the history of a state. Copies that are only looked at are cheaper
// without it. They cannot be resampled, and have no information states.
func (s *State) Forget() { s.log = s.log[:0] }

// CardType is a type of card. Its text is the word of Card.Type.
type CardType = cards.CardType

// The types of card of the Criminal's deck, of the Police's and of the heist's.
const (
	TypeHeister      = cards.TypeHeister
	TypeSkill        = cards.TypeSkill
	TypePerk         = cards.TypePerk
	TypeLoot         = cards.TypeLoot
	TypeOfficer      = cards.TypeOfficer
	TypeOrder        = cards.TypeOrder
	TypeMandate      = cards.TypeMandate
	TypeFunding      = cards.TypeFunding
	TypeWeapon       = cards.TypeWeapon
	TypeArmor        = cards.TypeArmor
	TypeAsset        = cards.TypeAsset
	TypePoliceWeapon = cards.TypePoliceWeapon
	TypePoliceArmor  = cards.TypePoliceArmor
	TypePoliceAsset  = cards.TypePoliceAsset
	TypePayday       = cards.TypePayday
	TypeKey          = cards.TypeKey
	TypeObstacle     = cards.TypeObstacle
	TypeHard         = cards.TypeHard
	TypeGuard        = cards.TypeGuard
)

// Kind is one kind of card.
type Kind struct {
	ID, Title, Text       string
	Type                  CardType
	Side                  int // Criminal, Police or Heist
	Copies, Cost          int
	Damage, Health, Armor int
	Targets, Value, Uses  int
	Combat, Keep          bool
	Subtype               string // of officers and guards
	Requires              Requirement
	Key                   int // of a hard obstacle: kind of its key item, or -1
}

// Kinds returns the kinds of card. Their indices are the ids of the actions in the
// block "card".
func (g *Game) Kinds() []Kind {
	list := make([]Kind, len(g.deck.Kinds))
	for i := range list {
		k := &g.deck.Kinds[i]
		list[i] = Kind{
			ID: k.ID, Title: k.Title, Text: k.Text, Type: k.Type, Side: int(k.Side), Copies: int(k.Copies), Cost: int(k.Cost),
			Damage: int(k.Damage), Health: int(k.Health), Armor: int(k.Armor), Targets: int(k.Targets), Value: int(k.Value), Uses: int(k.Uses),
			Combat: k.Combat, Keep: k.Keep, Key: -1,
			Requires: Requirement{Progress: int(k.Demand.Progress), Present: int(k.Demand.Present), Clear: k.Demand.Clear, Cash: int(k.Demand.Cash)},
		}
		if k.Type == TypeOfficer || k.Type == TypeGuard {
			list[i].Subtype = cards.SubtypeNames[k.Subtype]
		}
		if k.Demand.Key != none {
			list[i].Key = int(g.deck.Loots[k.Demand.Key])
		}
	}
	return list
}

// Loots returns the kinds of Loot that a heist may hold: PAYDAY, then the key items.
func (g *Game) Loots() []int {
	kinds := make([]int, len(g.deck.Loots))
	for i, k := range g.deck.Loots {
		kinds[i] = int(k)
	}
	return kinds
}

// MaxColumns returns the largest number of columns of a heist in this configuration.
func (g *Game) MaxColumns() int { return g.config.columns() }
