package heist

import "math/bits"

// skills is the number of skills. A set of skills is a byte with a bit for each.
const skills = 6

// A tally counts cards by the set of their skills: byte m of it is for the set
// with the bits of m.
type tally [8]uint64

func (t *tally) add(skillBits uint8) { t[skillBits>>3&7] += 1 << (skillBits & 7 * 8) }

func (t *tally) at(skillBits int) int { return int(uint8(t[skillBits>>3&7] >> (skillBits & 7 * 8))) }

// sum makes every byte count the cards whose skills are all in its set.
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

// A cover says how well tools can be dealt out over the cards of a line, each
// overcoming one card. By Hall's theorem the cards left over are the largest excess,
// over all sets of skills, of the cards that need one of these skills over the tools
// that have one. The sets with that excess are critical: they decide whether one
// tool or one card more or less changes the cards left over.
type cover struct {
	lacking  int    // cards that are left over
	critical uint64 // sets of skills: bit m is for the set with the bits of m
}

// coverOf returns the cover of needs by tools; both are sums.
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

// worst returns the largest excess and the excess of every set of skills, each
// with the number of tools added.
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

// lacking returns the number of cards left over; both tallies are sums.
func lacking(tools, needs *tally) int {
	worst, _ := worst(tools, needs)
	return int(worst) - tools.at(allSkills) - needs.at(0)
}

// within holds, for each set of skills, a bit for each of its subsets; around, a
// bit for each of its supersets.
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

// helps returns whether one more tool would leave fewer cards over.
func (c cover) helps(tool uint8) bool { return c.critical&within[allSkills&^tool] == 0 }

// strains returns whether one more card would leave one more card over.
func (c cover) strains(need uint8) bool { return c.critical&around[need] != 0 }

// wastes returns whether using a tool on a card that it overcomes leaves more cards
// over than the best way to deal out the tools.
func (c cover) wastes(tool, need uint8) bool {
	return c.critical&^within[allSkills&^tool]&^around[need] != 0
}

// Lacking returns the number of obstacles left over when tools, each of which
// overcomes one obstacle with which it shares a skill, are dealt out as well as
// possible. Both are sets of skills, as bits; there may be up to 127 of each.
func Lacking(tools, needs []uint8) int {
	a, b := sums(tools), sums(needs)
	return lacking(&a, &b)
}

// sums returns the summed tally of some sets of skills.
func sums(sets []uint8) tally {
	var t tally
	for _, m := range sets {
		t.add(m)
	}
	t.sum()
	return t
}
