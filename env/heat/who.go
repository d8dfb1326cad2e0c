package heat

import (
	"math/bits"
	"slices"
)

// Whom an effect reaches.
const (
	whoSelf = iota
	whoLeft
	whoRight
	whoNeighbours
	whoOthers
	whoAll
	whoChosen
	whoChosenAmong // chosen with a filter
	whoRichest
	whoPoorest
	whoMostHeat
	whoSameTag
)

// whoNames is the vocabulary of Effect.Who, in the order of the constants.
var whoNames = []word{
	{"self", ""},
	{"left", ""},
	{"right", ""},
	{"neighbours", ""},
	{"others", ""},
	{"all", ""},
	{"chosen", ""},
	{"chosen", "(F)"},
	{"richest", ""},
	{"poorest", ""},
	{"most_heat", ""},
	{"same_tag", "(T)"},
}

// What a filter F of chosen(F) asks of the target.
const (
	filterNeighbours = iota
	filterRicher
	filterHeat
	filterPhase
	filterTag
)

var filterNames = []string{"neighbours", "richer", "heat"}

// A who is a compiled Effect.Who.
type who struct {
	kind   uint8
	filter uint8
	arg    uint8 // tag or phase
}

// picks says whether the actor may have to name a seat.
func (w who) picks() bool { return w.kind >= whoChosen && w.kind <= whoMostHeat }

// parseWho reads the who of an effect; want says what is wrong with it.
func (v *vocabulary) parseWho(text string) (who, string) {
	if text == "" {
		return who{}, ""
	}
	kind, t, want := lookUp(whoNames, text)
	if want != "" {
		return who{}, want
	}
	w := who{kind: uint8(kind)}
	switch kind {
	case whoSameTag:
		tag, want := v.tag(t.arg(0))
		w.arg = tag
		return w, want
	case whoChosenAmong:
		if i := slices.Index(filterNames, t.arg(0)); i >= 0 {
			w.filter = uint8(i)
		} else if p := parsePhase(t.arg(0)); p >= 0 {
			w.filter, w.arg = filterPhase, uint8(p)
		} else if tag, want := v.tag(t.arg(0)); want == "" {
			w.filter, w.arg = filterTag, tag
		} else {
			return w, "chosen(F) with F one of neighbours, richer, heat, A, B, C or a tag of some card"
		}
	}
	return w, ""
}

// seats is a set of seats, as bits.
type seats uint8

func (m seats) has(seat int) bool { return m>>seat&1 != 0 }
func (m seats) count() int        { return bits.OnesCount8(uint8(m)) }
func (m seats) first() int        { return bits.TrailingZeros8(uint8(m)) }

// left is the seat to the left of another: the next one in seat order.
func (s *State) left(seat int) int {
	if seat++; seat < s.game.players {
		return seat
	}
	return 0
}

func (s *State) right(seat int) int {
	if seat > 0 {
		return seat - 1
	}
	return s.game.players - 1
}

// candidates are the seats that w may reach from the actor, by the table as it
// stood at the start of the phase, before the actor names one (HEAT-20).
func (s *State) candidates(w who, actor int) seats {
	everyone := seats(1)<<s.game.players - 1
	others := everyone &^ (1 << actor)
	switch w.kind {
	case whoSelf:
		return 1 << actor
	case whoLeft:
		return 1 << s.left(actor)
	case whoRight:
		return 1 << s.right(actor)
	case whoNeighbours:
		return 1<<s.left(actor) | 1<<s.right(actor)
	case whoOthers, whoChosen:
		return others
	case whoAll:
		return everyone
	case whoRichest:
		return s.extreme(others, func(i int) int { return int(s.then.money[i]) })
	case whoPoorest:
		return s.extreme(others, func(i int) int { return -int(s.then.money[i]) })
	case whoMostHeat:
		return s.extreme(others, func(i int) int { return int(s.then.heat[i]) })
	}
	var m seats
	for i := range s.game.players {
		if others.has(i) && s.passes(w, actor, i) {
			m |= 1 << i
		}
	}
	return m
}

// passes tests same_tag(T) and the filter of chosen(F).
func (s *State) passes(w who, actor, seat int) bool {
	card := s.then.inUse[seat]
	if w.kind == whoSameTag {
		return card != none && s.game.deck.types[card].tags>>w.arg&1 != 0
	}
	switch w.filter {
	case filterNeighbours:
		return seat == s.left(actor) || seat == s.right(actor)
	case filterRicher:
		return s.then.money[seat] > s.then.money[actor]
	case filterHeat:
		return s.then.heat[seat] > 0
	case filterPhase:
		return card != none && s.game.deck.types[card].phases>>w.arg&1 != 0
	}
	return card != none && s.game.deck.types[card].tags>>w.arg&1 != 0
}

// extreme are the seats of m where value is largest.
func (s *State) extreme(m seats, value func(int) int) seats {
	var best seats
	top := 0
	for i := range s.game.players {
		if !m.has(i) {
			continue
		}
		switch v := value(i); {
		case best == 0 || v > top:
			best, top = 1<<i, v
		case v == top:
			best |= 1 << i
		}
	}
	return best
}

// reached are the seats an effect reaches, after the actor has named one where
// needed.
func (s *State) reached(w who, actor int) seats {
	m := s.candidates(w, actor)
	if w.picks() {
		if t := s.target[actor]; t >= 0 && m.has(int(t)) {
			return 1 << t
		}
		if w.kind >= whoRichest && m.count() == 1 {
			return m
		}
		return 0
	}
	return m
}
