package heist

import "math/bits"

// This file counts how much of a line cards can overcome.

// A tally counts cards by the set of their skills: byte m of it is for the set
// with the bits of m.
type tally [8]uint64

func (t *tally) add(skillBits uint8) { t[skillBits>>3&7] += 1 << (skillBits & 7 * 8) }

func (t *tally) at(skillBits int) int { return int(uint8(t[skillBits>>3&7] >> (skillBits & 7 * 8))) }

// sum makes every byte count the cards all of whose skills are in its set.
func (t *tally) sum() {
	for i, w := range t {
		w += w & 0x00FF00FF00FF00FF << 8
		w += w & 0x0000FFFF0000FFFF << 16
		w += w << 32
		t[i] = w
	}
	for bit := 1; bit < len(t); bit <<= 1 {
		for i := range t {
			if i&bit != 0 {
				t[i] += t[i^bit]
			}
		}
	}
}

const allSkills = 1<<skills - 1

// A cover says how well tools can be dealt out over a line, each overcoming one
// card. By Hall's theorem the cards that are left over are the largest excess, over
// all sets of skills, of the cards that need one of these skills over the tools that
// have one. The sets with that excess are critical: they decide what one tool or
// one card more or less would change.
type cover struct {
	lacking  int    // cards that are left over
	critical uint64 // sets of skills: bit m is for the set with the bits of m
}

// coverOf deals out tools over needs; both are sums.
func coverOf(tools, needs *tally) cover {
	const low, seven = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F
	worst, excess := worst(tools, needs)
	critical := uint64(0)
	for i, w := range excess {
		w ^= uint64(worst) * low                            // bytes of critical sets are 0,
		w = ^(w&seven + seven | w | seven)                  // then 0x80, the others 0;
		critical |= w * 0x0002040810204081 >> 56 << (8 * i) // and gathered
	}
	return cover{int(worst) - tools.at(allSkills) - needs.at(0), critical}
}

// worst is the largest excess, and all of them, with all tools added.
func worst(tools, needs *tally) (worst uint8, excess tally) {
	for i, w := range needs {
		// Byte m of the sum is the cards that need skills of m only, and the
		// tools that have none of them.
		w += bits.ReverseBytes64(tools[len(tools)-1-i])
		for excess[i] = w; w != 0; w >>= 8 {
			worst = max(worst, uint8(w))
		}
	}
	return worst, excess
}

// lacking is how many cards of a line are left over; both tallies are sums.
func lacking(tools, needs *tally) int {
	worst, _ := worst(tools, needs)
	return int(worst) - tools.at(allSkills) - needs.at(0)
}

// within has, for each set of skills, a bit for each of its subsets, and around one
// for each of its supersets.
var within, around = func() (within, around [allSkills + 1]uint64) {
	for m := range within {
		for n := range within {
			if n&^m == 0 {
				within[m] |= 1 << n
				around[n] |= 1 << m
			}
		}
	}
	return within, around
}()

// helps says whether one more tool would leave fewer cards over.
func (c cover) helps(tool uint8) bool { return c.critical&within[allSkills&^tool] == 0 }

// strains says whether one more card would be one more that is left over.
func (c cover) strains(need uint8) bool { return c.critical&around[need] != 0 }

// wastes says whether using a tool on a card that it overcomes leaves more cards
// over than another way to deal out the tools.
func (c cover) wastes(tool, need uint8) bool {
	return c.critical&^within[allSkills&^tool]&^around[need] != 0
}

// tools sums what a seat can use against a line: unspent Personnel and, with
// hand, Cons for whose skill it has Personnel.
func (s *State) tools(seat int8, hand bool) tally {
	var t tally
	if hand {
		s.addCons(&t, seat, s.skillsOf(s.crew[seat]))
	}
	s.addCrew(&t, seat)
	t.sum()
	return t
}

// toolsWith is tools, hand included, with one more Personnel.
func (s *State) toolsWith(seat int8, skillBits uint8) tally {
	var t tally
	t.add(skillBits)
	s.addCons(&t, seat, s.skillsOf(s.crew[seat])|skillBits)
	s.addCrew(&t, seat)
	t.sum()
	return t
}

func (s *State) addCons(t *tally, seat int8, have uint8) {
	d := s.game.deck
	for cons := s.hand[seat].and(d.ofType[typeCon]); !cons.empty(); {
		t.add(d.skills[cons.pop()] & have)
	}
}

func (s *State) addCrew(t *tally, seat int8) {
	crew := s.crew[seat]
	if seat == s.turn {
		crew = crew.without(s.spent)
	}
	for !crew.empty() {
		t.add(s.game.deck.skills[crew.pop()])
	}
}

// needs sums what is still to be overcome of a line.
func (s *State) needs(owner int8) tally {
	var t tally
	l := &s.line[owner]
	for _, card := range l.cards[s.faced(owner):l.size] {
		t.add(s.obstacle(card))
	}
	t.sum()
	return t
}

// faced is how many cards of a line have been overcome.
func (s *State) faced(owner int8) uint8 {
	if owner == s.owner {
		return s.next
	}
	return 0
}
