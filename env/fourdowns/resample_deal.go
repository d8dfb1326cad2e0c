package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// dealing holds unseen cards that are to be dealt to hands with conditions: hand q
// gets need[q] cards, none of them of a class that it lacks. The remaining cards are
// not dealt.
type dealing struct {
	game *Game
	pool cards
	need [maxSeats]uint8
	void [maxSeats]uint8 // classes that the hand lacks, as bits
}

// attempts limits how often a deal is tried before the ways to deal are counted.
const attempts = 12

// uniform deals the cards, all dealings that meet the conditions being equally
// likely. It panics when there is none.
//
// Any deal that happens to meet the conditions is a uniform one; only when none
// does, the dealings are counted, which takes longer.
func (d *dealing) uniform(rng env.Rand) [maxSeats]cards {
	var lacks [maxSeats]cards
	for q := range lacks {
		lacks[q] = d.game.lacked(d.void[q])
	}
	for range attempts {
		var got [maxSeats]cards
		pool, fits := d.pool, true
		for q := range got {
			got[q], pool = draw(pool, int(d.need[q]), rng)
			if fits = got[q]&lacks[q] == 0; !fits {
				break
			}
		}
		if fits {
			return got
		}
	}
	return d.counted(rng)
}

// counted deals the cards class by class.
func (d *dealing) counted(rng env.Rand) [maxSeats]cards {
	var got [maxSeats]cards
	shares := d.shares(rng)
	for class := range classes {
		pool := d.pool & d.game.class[class]
		for q := range got {
			var some cards
			some, pool = draw(pool, int(shares[class][q]), rng)
			got[q] |= some
		}
	}
	return got
}

// draw takes n cards of a set at random.
func draw(from cards, n int, rng env.Rand) (taken, left cards) {
	if n == 0 {
		return 0, from
	}
	for size := bits.OnesCount64(from); n > 0; n-- {
		rest := from
		for range rng.IntN(size) {
			rest &= rest - 1
		}
		taken |= rest & -rest
		from &^= rest & -rest
		size--
	}
	return taken, from
}

// hidden is the largest number of hands that are dealt.
const hidden = maxSeats - 1

// shares draws how many cards of each class each hand gets. The number of
// dealings behind every choice is counted class by class, from the last to the
// first: ways[c][i] is how many ways there are to fill with the classes from c on
// what is missing in the hands, i being the missing numbers read as digits.
func (d *dealing) shares(rng env.Rand) (shares [classes][maxSeats]uint8) {
	w := sharing{dealing: d}
	size := 1
	for q, need := range d.need {
		if need > 0 {
			w.hands[w.n], w.stride[w.n] = q, size
			size *= int(need) + 1
			w.n++
		}
	}
	ways := make([]float64, (classes+1)*size)
	ways[classes*size] = 1
	for class := classes - 1; class >= 0; class-- {
		for i := range size {
			w.digits(i)
			for ok := w.first(class); ok; ok = w.next() {
				ways[class*size+i] += float64(w.dealings() * ways[(class+1)*size+i-w.offset()])
			}
		}
	}
	at := size - 1 // everything is missing
	if ways[at] == 0 {
		panic("fourdowns: no deal fits what the followers have shown")
	}
	for class := range classes {
		u := float64(rng.Float64() * ways[class*size+at])
		w.digits(at)
		next := at
		for ok := w.first(class); ok && u >= 0; ok = w.next() {
			x := float64(w.dealings() * ways[(class+1)*size+at-w.offset()])
			if x == 0 {
				continue
			}
			u -= x
			next = at - w.offset()
			for k := range w.n {
				shares[class][w.hands[k]] = w.share[k]
			}
		}
		at = next
	}
	return shares
}

// sharing goes through the ways to share the cards of one class out to hands.
type sharing struct {
	*dealing
	n       int
	hands   [hidden]int // seats that get cards
	stride  [hidden]int // of the digits
	missing [hidden]uint8
	share   [hidden]uint8
	most    [hidden]uint8
	size    int // cards of the class
}

// digits reads a number as what is missing in the hands.
func (w *sharing) digits(i int) {
	for k := w.n - 1; k >= 0; k-- {
		w.missing[k] = uint8(i / w.stride[k])
		i %= w.stride[k]
	}
}

// offset returns the share as such a number.
func (w *sharing) offset() int {
	i := 0
	for k := range w.n {
		i += int(w.share[k]) * w.stride[k]
	}
	return i
}

// first begins with no cards for any hand; it returns true.
func (w *sharing) first(class int) bool {
	w.size = bits.OnesCount64(w.pool & w.game.class[class])
	for k := range w.n {
		w.share[k], w.most[k] = 0, 0
		if w.void[w.hands[k]]>>class&1 == 0 {
			w.most[k] = min(w.missing[k], uint8(w.size))
		}
	}
	return true
}

// next goes on to the next way; it returns false after the last.
func (w *sharing) next() bool {
	for k := range w.n {
		if w.share[k] < w.most[k] {
			w.share[k]++
			return true
		}
		w.share[k] = 0
	}
	return false
}

// dealings returns the number of dealings that the share stands for; 0 when there
// are not as many cards.
func (w *sharing) dealings() float64 {
	left, x := w.size, 1.
	for k := range w.n {
		n := int(w.share[k])
		if n > left {
			return 0
		}
		x *= choose(left, n)
		left -= n
	}
	return x
}

// choose returns the binomial coefficient n over k.
func choose(n, k int) float64 {
	x := 1.
	for i := range k {
		x = x * float64(n-i) / float64(i+1)
	}
	return x
}
