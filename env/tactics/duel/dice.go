package duel

// tally holds the probabilities of 0, 1, 2 and so on hits; the last entry that is
// used is the probability of that many or more.
type tally [mostHits + 1]float64

// pair holds the options that the sides of a bout have chosen.
type pair struct {
	b     *Bout
	score [2]int
	avoid [2]bool
	hitOn int
}

// hits returns the tally of a side's attacks, after cover and the hits that the other
// side avoids.
func (p *pair) hits(side int, shooters int8) tally {
	b, other := p.b, 1-side
	if p.avoid[side] || !b.Fights[side] || shooters <= 0 {
		return tally{1}
	}
	most := b.counted(other)
	// wall[w] is the probability that the lowest defense is a natural face of w.
	wall := [8]float64{7: 1}
	if p.avoid[other] && !(other == 1 && b.Prone) && p.score[other] < p.score[side] {
		wall = p.wall(int(b.Guard[other]), p.score[other]+int(b.GuardBonus[other]))
	}
	heavy := b.Cover[other] == 2 && p.avoid[other]
	var total tally
	for w, q := range wall {
		if q == 0 {
			continue
		}
		ceiling := 100
		if w < 7 {
			ceiling = w + p.score[other] + int(b.GuardBonus[other])
		}
		n := 0
		for face := 1; face <= 6; face++ {
			if t := face + p.score[side] + int(b.Bonus[side]); t >= p.hitOn && t < ceiling {
				n++
			}
		}
		one := thrown(int(b.Dice[side]), float64(n)/6, b.Cover[other] > 0, heavy, b.Again[side], most)
		h := one
		for range shooters - 1 {
			h = both(h, one, most)
		}
		for i := range most + 1 {
			total[i] += q * h[i]
		}
	}
	return total
}

// both returns the tally of two attacks together.
func both(a, b tally, most int) (sum tally) {
	left := 1.
	for h := range most {
		for k := range h + 1 {
			sum[h] += a[k] * b[h-k]
		}
		left -= sum[h]
	}
	sum[most] = left
	return sum
}

// thrown returns the tally of dice that each hit with probability q, up to most hits.
// Light cover has one hit rolled again and heavy cover two; a two-handed weapon rolls
// a miss again where there is no cover.
func thrown(dice int, q float64, cover, heavy, again bool, most int) (h tally) {
	var exact [8]float64 // by number of hits
	exact[0] = 1
	for range dice {
		for k := len(exact) - 1; k > 0; k-- {
			exact[k] = exact[k]*(1-q) + exact[k-1]*q
		}
		exact[0] *= 1 - q
	}
	add := func(k int, p float64) { h[min(k, most)] += p }
	for k, p := range exact[:dice+1] {
		switch {
		case cover && heavy && k >= 2:
			add(k-2, p*(1-q)*(1-q))
			add(k-1, p*2*q*(1-q))
			add(k, p*q*q)
		case cover && k >= 1:
			add(k-1, p*(1-q))
			add(k, p*q)
		case again && !cover && k < dice:
			add(k+1, p*q)
			add(k, p*(1-q))
		default:
			add(k, p)
		}
	}
	return h
}

// wall returns the distribution of the lowest face that makes a defense; 7 stands for
// none.
func (p *pair) wall(dice, bonus int) (wall [8]float64) {
	least := max(1, p.hitOn-bonus) // lowest face that defends
	above := func(f int) float64 { // no die shows a face from least to f-1
		n := 6 - max(0, min(f, 7)-least)
		x := 1.
		for range dice {
			x *= float64(n) / 6
		}
		return x
	}
	for f := least; f <= 6; f++ {
		wall[f] = above(f) - above(f+1)
	}
	wall[7] = above(7)
	return wall
}
