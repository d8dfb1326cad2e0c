package heat

import (
	"slices"
	"strconv"
)

// When an effect happens.
const (
	ifAlways = iota
	ifAlone
	ifCrowd
	ifHeatValue
	ifRank
	ifTargetUses
	ifRecordHas
)

// conditionNames is the vocabulary of Effect.If, in the order of the constants.
// T is a tag, k a number, R a rank, X a phase or tag (target_uses) or an icon
// or tag (record_has).
var conditionNames = []word{
	{"always", ""},
	{"alone", "(T)"},
	{"crowd", "(T,k)"},
	{"heat_value", "(k)"},
	{"rank", "(R)"},
	{"target_uses", "(X)"},
	{"record_has", "(X)"},
}

// Ranks R of rank(R).
const (
	rankRichest = iota
	rankPoorest
	rankMostHeat
	rankLeastHeat
)

var rankNames = []string{"richest", "poorest", "most_heat", "least_heat"}

// A condition is a compiled Effect.If.
type condition struct {
	kind  uint8
	tag   uint8 // or rank, phase, icon
	other bool  // target_uses: tag is a phase; record_has: tag is an icon
	k     uint8
}

func (v *vocabulary) parseCondition(text string) (condition, string) {
	if text == "" {
		return condition{}, ""
	}
	kind, t, want := lookUp(conditionNames, text)
	if want != "" {
		return condition{}, want
	}
	c := condition{kind: uint8(kind)}
	switch kind {
	case ifAlone, ifCrowd:
		c.tag, want = v.tag(t.arg(0))
		if kind == ifCrowd && want == "" {
			c.k, want = smallNumber(t.arg(1))
		}
	case ifHeatValue:
		c.k, want = smallNumber(t.arg(0))
	case ifRank:
		i := slices.Index(rankNames, t.arg(0))
		if i < 0 {
			return c, "rank(R) with R one of richest, poorest, most_heat, least_heat"
		}
		c.tag = uint8(i)
	case ifTargetUses:
		if p := parsePhase(t.arg(0)); p >= 0 {
			c.tag, c.other = uint8(p), true
		} else {
			c.tag, want = v.tag(t.arg(0))
		}
	case ifRecordHas:
		if i := parseIcon(t.arg(0)); i >= 0 {
			c.tag, c.other = uint8(i), true
		} else {
			c.tag, want = v.tag(t.arg(0))
		}
	}
	return c, want
}

func smallNumber(text string) (uint8, string) {
	k, err := strconv.Atoi(text)
	if err != nil || k < 1 || k > 100 {
		return 0, "a number from 1 to 100 for k"
	}
	return uint8(k), ""
}

// holds says whether a condition is met, by the table as it stood at the start
// of the phase. The seat is the one that the effect is about to reach.
func (s *State) holds(c condition, actor, seat int) bool {
	switch c.kind {
	case ifAlone:
		m := s.using(c.tag) &^ (1 << actor)
		return m == 0
	case ifCrowd:
		return s.using(c.tag).count() >= int(c.k)
	case ifHeatValue:
		return s.game.value(s.then.held()) >= int(c.k)
	case ifRank:
		return s.ranked(int(c.tag), actor)
	case ifTargetUses:
		if seat == actor && s.target[actor] >= 0 {
			seat = int(s.target[actor])
		}
		card := s.then.inUse[seat]
		if seat == actor || card == none {
			return false
		}
		t := &s.game.deck.types[card]
		if c.other {
			return t.phases>>c.tag&1 != 0
		}
		return t.tags>>c.tag&1 != 0
	case ifRecordHas:
		for _, card := range s.then.of(actor) {
			t := &s.game.deck.types[card]
			if c.other && t.icons>>c.tag&1 != 0 || !c.other && t.tags>>c.tag&1 != 0 {
				return true
			}
		}
		return false
	}
	return true
}

// using are the seats whose card in use has a tag.
func (s *State) using(tag uint8) seats {
	var m seats
	for i := range s.game.players {
		if card := s.then.inUse[i]; card != none && s.game.deck.types[card].tags>>tag&1 != 0 {
			m |= 1 << i
		}
	}
	return m
}

// ranked says whether nobody is richer (poorer, …) than the actor.
func (s *State) ranked(rank, actor int) bool {
	for i := range s.game.players {
		money, heat := s.then.money[i]-s.then.money[actor], s.then.heat[i]-s.then.heat[actor]
		if rank == rankRichest && money > 0 || rank == rankPoorest && money < 0 ||
			rank == rankMostHeat && heat > 0 || rank == rankLeastHeat && heat < 0 {
			return false
		}
	}
	return true
}
