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

// lacking is how many cards of a line are left over when tools, each of which
// overcomes one card, are dealt out as well as can be; both tallies are sums.
//
// By Hall's theorem that is the largest excess, over all sets of skills, of the
// cards that need one of these skills over the tools that have one.
func lacking(tools, needs *tally) int {
	worst := uint8(0)
	for i, w := range needs {
		// Byte m of the sum is the cards that need skills of m only, and the
		// tools that have none of them.
		for w += bits.ReverseBytes64(tools[len(tools)-1-i]); w != 0; w >>= 8 {
			worst = max(worst, uint8(w))
		}
	}
	return int(worst) - tools.at(allSkills) - needs.at(0)
}

// tools sums what a seat can use against a line: unspent Personnel and, with
// hand, Cons for whose skill it has Personnel.
func (s *State) tools(seat int8, hand bool) tally {
	d := s.game.deck
	var t tally
	crew := s.crew[seat]
	if hand {
		have := s.skillsOf(crew)
		for cons := s.hand[seat].and(d.ofType[typeCon]); !cons.empty(); {
			t.add(d.skills[cons.pop()] & have)
		}
	}
	if seat == s.turn {
		crew = crew.without(s.spent)
	}
	for !crew.empty() {
		t.add(d.skills[crew.pop()])
	}
	t.sum()
	return t
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
