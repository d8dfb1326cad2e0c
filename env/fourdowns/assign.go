package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// A dealing is unseen cards to be dealt to hands with conditions: hand q gets
// need[q] cards, none of them of a class that it lacks. What is left over is not
// dealt.
type dealing struct {
	game *Game
	pool cards
	need [maxSeats]uint8
	void [maxSeats]uint8 // classes that the hand lacks, as bits
}

// uniform deals the cards, all dealings that meet the conditions being equally
// likely. It panics when there is none.
func (d *dealing) uniform(rng env.Rand) [maxSeats]cards {
	var got [maxSeats]cards
	free := true
	for q := range got {
		free = free && (d.need[q] == 0 || d.pool&d.game.lacked(d.void[q]) == 0)
	}
	pool := d.pool
	if free {
		for q := range got {
			got[q], pool = draw(pool, int(d.need[q]), rng)
		}
		return got
	}
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

// shares draws how many cards of each class each hand gets. The number of
// dealings behind every choice is counted class by class, from the last to the
// first: ways[c][i] is how many ways there are to fill with the classes from c on
// what is missing in the hands, i being the missing numbers read as digits.
func (d *dealing) shares(rng env.Rand) (shares [classes][maxSeats]uint8) {
	var hands [maxSeats - 1]int // seats that get cards
	var stride [maxSeats - 1]int
	n, size := 0, 1
	for q, need := range d.need {
		if need > 0 {
			hands[n], stride[n] = q, size
			size *= int(need) + 1
			n++
		}
	}
	ways := make([]float64, (classes+1)*size)
	ways[classes*size] = 1
	var missing [maxSeats - 1]uint8
	for class := classes - 1; class >= 0; class-- {
		for i := range size {
			rest := i
			for k := n - 1; k >= 0; k-- {
				missing[k] = uint8(rest / stride[k])
				rest %= stride[k]
			}
			sum := 0.
			d.each(class, n, &hands, &missing, func(share *[maxSeats - 1]uint8, dealings float64) bool {
				j := i
				for k := range n {
					j -= int(share[k]) * stride[k]
				}
				sum += dealings * ways[(class+1)*size+j]
				return true
			})
			ways[class*size+i] = sum
		}
	}
	at := size - 1 // everything is missing
	if ways[at] == 0 {
		panic("fourdowns: no deal fits what the followers have shown")
	}
	for k := range n {
		missing[k] = d.need[hands[k]]
	}
	for class := range classes {
		u := rng.Float64() * ways[class*size+at]
		next := at
		var last [maxSeats - 1]uint8
		d.each(class, n, &hands, &missing, func(share *[maxSeats - 1]uint8, dealings float64) bool {
			j := at
			for k := range n {
				j -= int(share[k]) * stride[k]
			}
			w := dealings * ways[(class+1)*size+j]
			if w == 0 {
				return true
			}
			next, last = j, *share
			u -= w
			return u >= 0
		})
		for k := range n {
			shares[class][hands[k]] = last[k]
			missing[k] -= last[k]
		}
		at = next
	}
	return shares
}

// each visits every way to share the cards of a class out to the hands, with the
// number of different dealings it stands for, until use returns false.
func (d *dealing) each(class, n int, hands *[maxSeats - 1]int, missing *[maxSeats - 1]uint8, use func(share *[maxSeats - 1]uint8, dealings float64) bool) {
	var share, most [maxSeats - 1]uint8
	size := bits.OnesCount64(d.pool & d.game.class[class])
	for k := range n {
		if d.void[hands[k]]>>class&1 == 0 {
			most[k] = min(missing[k], uint8(size))
		}
	}
	for {
		left, dealings := size, 1.
		for k := range n {
			if int(share[k]) > left {
				dealings = 0
				break
			}
			dealings *= choose(left, int(share[k]))
			left -= int(share[k])
		}
		if dealings > 0 && !use(&share, dealings) {
			return
		}
		k := 0
		for ; k < n && share[k] == most[k]; k++ {
			share[k] = 0
		}
		if k == n {
			return
		}
		share[k]++
	}
}

// choose is n over k.
func choose(n, k int) float64 {
	x := 1.
	for i := range k {
		x = x * float64(n-i) / float64(i+1)
	}
	return x
}
