package heist

import (
	"math/bits"
	"slices"
)

// This file holds the words that a file of cards may use.

// The six skills.
const skills = 6

var skillNames = [skills]string{"info", "sleight", "acrobat", "engineering", "tech", "confidence"}

// skillTitles name the skills for people.
var skillTitles = [skills]string{"Info", "Sleight", "Acrobat", "Engineering", "Tech", "Confidence"}

// A CardType is one of the eight types of cards of the Heist deck.
type CardType uint8

// The types of cards of the Heist deck.
const (
	TypeLeader CardType = iota
	TypePersonnel
	TypeCon
	TypeEvent
	TypeComplication
	TypeSecondary
	TypeReaction
	TypeCrisis
	cardTypes
)

var typeNames = [cardTypes]string{"leader", "personnel", "con", "event", "complication", "secondary", "reaction", "crisis"}

var typeTitles = [cardTypes]string{"Leader", "Personnel", "Con", "Event", "Complication", "Secondary Job", "Reaction", "Crisis"}

// String returns the word that files of cards use.
func (t CardType) String() string { return typeNames[t] }

// isPersonnel returns whether cards of the type can be recruited.
func (t CardType) isPersonnel() bool { return t <= TypePersonnel }

// Whether cards of a type have skills.
const (
	skillsNever = iota
	skillsMaybe
	skillsAlways
)

var skillsOf = [cardTypes]int{
	TypeLeader: skillsMaybe, TypePersonnel: skillsMaybe, TypeCon: skillsAlways, TypeComplication: skillsAlways, TypeCrisis: skillsMaybe,
}

// An Operation is a word of Effect.Op.
type Operation uint8

// The operations; the table below says what each does.
const (
	OpCrewLimit Operation = iota
	OpHandLimit
	OpDraw
	OpDiscardPersonnel
	OpStealPersonnel
	OpDiscardJob
	OpExecuteOther
	OpLook
	OpExchange
	OpDiscardRandom
	OpAddSecurity
	OpAddPoints
	OpUnspend
	OpSpendRandom
	operationCount
)

// An opInfo is the line of an operation in the table.
type opInfo struct {
	name   string
	types  uint16 // bits: types of cards that may have it
	amount bool   // takes an amount of at least 1
	words  string // for people; %d is the amount, and %s an s when that is not 1
	doc    string
}

// operations is the vocabulary of Effect.Op.
var operations = [operationCount]opInfo{
	OpCrewLimit:        {"crew_limit", people, true, "crew limit +%d", "while it is in play, this many more Personnel may be in play"},
	OpHandLimit:        {"hand_limit", people, true, "hand limit +%d", "while it is in play, this many more cards may be kept in hand"},
	OpDraw:             {"draw", events, true, "draw %d card%s", "the player draws this many cards"},
	OpDiscardPersonnel: {"discard_personnel", events, false, "discard one Personnel in play", "one Personnel of any crew is discarded"},
	OpStealPersonnel:   {"steal_personnel", events, false, "steal one Personnel in play", "one Personnel of an opponent joins the player's crew"},
	OpDiscardJob:       {"discard_job", events, false, "discard a Job in play with all its cards", "any Job in play is discarded; its owner draws a new one in their next Job Phase"},
	OpExecuteOther:     {"execute_other", events, false, "you may execute an opponent's Job this turn", "the player may execute that Job instead of their own this turn"},
	OpLook:             {"look", events, false, "look at an opponent's hand", "the player sees an opponent's hand, and remembers it"},
	OpExchange:         {"exchange", events, false, "discard any number of cards, then draw as many", "the player discards cards one at a time, then draws as many"},
	OpDiscardRandom:    {"discard_random", events, true, "an opponent discards %d card%s at random", "an opponent loses this many random cards, or all when it holds fewer"},
	OpAddSecurity:      {"add_security", 1<<TypeSecondary | events, true, "adds %d Security", "this many cards of the Security deck join the end of the line; of an Event, that of any Job in play"},
	OpAddPoints:        {"add_points", 1 << TypeSecondary, true, "adds %d point%s", "the Job is worth this many more points"},
	OpUnspend:          {"unspend", 1 << TypeReaction, true, "remove %d Spent token%s", "this many spent Personnel of the executor can be used again"},
	OpSpendRandom:      {"spend_random", 1 << TypeCrisis, true, "spend %d random Personnel", "this many random unspent Personnel of the executor are spent"},
}

// String returns the word that files of cards use.
func (o Operation) String() string { return operations[o].name }

const (
	people = 1<<TypeLeader | 1<<TypePersonnel
	events = 1 << TypeEvent
)

// A role is shared by kinds of cards that differ in nothing but their titles. No
// rule tells them apart, so the observation counts roles.
type role struct {
	typ     CardType
	skills  uint8 // bits
	effects []effect
	talent  int8 // number among the roles of Personnel, or -1
	cards   set
}

// role returns the number of the role of a kind. The first kind of a role makes
// it.
func (d *deck) role(k *kind) uint8 {
	for i := range d.roles {
		if r := &d.roles[i]; r.typ == k.typ && r.skills == k.skills && slices.Equal(r.effects, k.effects) {
			return uint8(i)
		}
	}
	r := role{typ: k.typ, skills: k.skills, effects: k.effects, talent: -1}
	if k.typ.isPersonnel() {
		r.talent = int8(len(d.talents))
		d.talents = append(d.talents, uint8(len(d.roles)))
	}
	d.roles = append(d.roles, r)
	return uint8(len(d.roles) - 1)
}

// attachable returns the phrases of the roles that can be attached to a Job, and
// numbers them.
func (d *deck) attachable() []string {
	var phrases []string
	d.attachment = make([]uint8, len(d.roles))
	for i := range d.roles {
		switch d.roles[i].typ {
		case TypeComplication, TypeSecondary, TypeCrisis:
			d.attachment[i] = uint8(len(phrases))
			phrases = append(phrases, d.kinds[d.kindOf[d.roles[i].cards.first()]].text)
		}
	}
	return phrases
}

// mostOfRole returns the number of cards of the most frequent role, at least 1.
func (d *deck) mostOfRole() int {
	most := 1
	for i := range d.roles {
		most = max(most, d.roles[i].cards.count())
	}
	return most
}

// Roles returns a phrase for each role, in the order of the observation: "Con:
// Tech".
func (g *Game) Roles() []string {
	phrases := make([]string, len(g.deck.roles))
	for i := range phrases {
		phrases[i] = g.deck.kinds[g.deck.kindOf[g.deck.roles[i].cards.first()]].text
	}
	return phrases
}

// Talents returns a phrase for each role of Personnel, in the order of the
// observation.
func (g *Game) Talents() []string {
	roles := g.Roles()
	phrases := make([]string, len(g.deck.talents))
	for i, r := range g.deck.talents {
		phrases[i] = roles[r]
	}
	return phrases
}

// A set holds cards of the Heist deck by their number, 0 to 127. It has two fields
// because the compiler keeps those in registers, and arrays in memory.
type set struct{ low, high uint64 }

// has reports whether a card is in the set; a shift by 64 or more leaves 0.
func (s *set) has(i uint8) bool { return (s.low>>i|s.high>>(i-64))&1 != 0 }
func (s *set) add(i uint8)      { *s = s.or(set{1 << i, 1 << (i - 64)}) }
func (s *set) remove(i uint8)   { *s = s.without(set{1 << i, 1 << (i - 64)}) }

func (s set) empty() bool       { return s.low|s.high == 0 }
func (s set) count() int        { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }
func (s set) and(t set) set     { return set{s.low & t.low, s.high & t.high} }
func (s set) or(t set) set      { return set{s.low | t.low, s.high | t.high} }
func (s set) without(t set) set { return set{s.low &^ t.low, s.high &^ t.high} }

// first returns the smallest card of a set that is not empty.
func (s set) first() uint8 {
	if s.low != 0 {
		return uint8(bits.TrailingZeros64(s.low))
	}
	return 64 + uint8(bits.TrailingZeros64(s.high))
}

// pop removes and returns the smallest card of a set that is not empty.
func (s *set) pop() uint8 {
	if s.low != 0 {
		i := uint8(bits.TrailingZeros64(s.low))
		s.low &= s.low - 1
		return i
	}
	i := uint8(bits.TrailingZeros64(s.high))
	s.high &= s.high - 1
	return 64 + i
}
