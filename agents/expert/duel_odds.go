package expert

// This file works out what dice do in one Duel of two sides, and nothing else.

// choices of a side: fight with 1 to 6, avoid hits with 1 to 6.
const choices = 12

// A bout is one Duel, as far as it matters for the scores: what each side rolls,
// whether it can fight or avoid, and what is at stake. Side 0 is the own one.
type bout struct {
	dice, bonus       [2]int8 // of attacks
	guard, guardBonus [2]int8 // of defenses
	shooters          [2]int8 // how many of a side shoot at the other
	cover             [2]int8 // of a side, from the other: 0 none, 1 light, 2 heavy
	again             [2]bool // a side may roll one die again against no cover
	fights, avoids    [2]bool
	prone             bool // the other side lies prone
	wounds            int8 // hits that it has taken
	stakes            stakes

	// Of Heroes and followers.
	tough   [2]int8 // points of toughness
	frail   [2]bool // the first hit removes it
	scratch [2]int8 // what a point of toughness is worth, in sixteenths
}

// mostHits is how many hits are told apart at most.
const mostHits = 7

// A tally is the chance of 0, 1, 2 and so on hits; the last entry used is of that
// many or more.
type tally [mostHits + 1]float64

// counted is how many hits on a side are told apart: those that its toughness
// takes, one that places it prone, two that remove it.
func (b *bout) counted(side int) int { return min(2+int(b.tough[side]), mostHits) }

// outcome is what hits make of a side on its feet, and how much toughness they
// take.
func (b *bout) outcome(side, hits int) (state, soaked int) {
	soaked = min(hits, int(b.tough[side]))
	switch hits -= soaked; {
	case hits == 0:
		return stands, soaked
	case hits == 1 && !b.frail[side]:
		return lies, soaked
	}
	return out, soaked
}

// worth is what hits on both sides are worth to the own side, in fighters.
func (b *bout) worth(onOwn, onFoe int) float64 {
	own, lost := b.outcome(0, onOwn)
	foe, taken := b.outcome(1, onFoe)
	x := b.stakes.worth(own, foe)
	if lost+taken > 0 {
		x += float64(taken*int(b.scratch[1])-lost*int(b.scratch[0])) / fraction
	}
	return x
}

// falls says whether so many hits put a side down.
func (b *bout) falls(side, hits int) bool { return hits > int(b.tough[side]) }

// finish is what hits on a side that lies prone are worth: with toughness left it
// is gone with the last point of that.
func (b *bout) finish(hit *tally) float64 {
	t := int(b.tough[1])
	if t == 0 {
		removed := hit[2]
		if b.wounds > 0 || b.frail[1] {
			removed += hit[1]
		}
		return removed * float64(b.stakes.foeOut) / fraction
	}
	x := 0.
	for h, q := range hit[:b.counted(1)+1] {
		taken := min(h, t)
		x += q * float64(taken*int(b.scratch[1])) / fraction
		if taken == t {
			x += q * float64(b.stakes.foeOut) / fraction
		}
	}
	return x
}

// stakes is what the outcomes of a bout are worth, in sixteenths of a fighter.
type stakes struct {
	ownProne     int8 // lost when the own side goes prone
	ownProneFree int8 // the same, when the other side is down too
	ownOut       int8
	foeProne     int8 // gained when the other side goes prone
	foeOut       int8
}

// fraction is what the numbers of stakes are counted in.
const fraction = 16.0

// Outcomes of a bout for a side.
const (
	stands = iota
	lies
	out
)

// worth is what an outcome is worth to the own side, in fighters.
func (x *stakes) worth(own, foe int) float64 {
	loss, gain := 0, 0
	switch {
	case own == lies && foe == stands:
		loss = int(x.ownProne)
	case own == lies:
		loss = int(x.ownProneFree)
	case own == out:
		loss = int(x.ownOut)
	}
	switch foe {
	case lies:
		gain = int(x.foeProne)
	case out:
		gain = int(x.foeOut)
	}
	return float64(gain-loss) / fraction
}

// usable says whether a side may make a choice.
func (b *bout) usable(side, i int) bool {
	if i < 6 {
		return b.fights[side]
	}
	return b.avoids[side]
}

// payoff is what a pair of choices is worth to the own side, in fighters.
func (b *bout) payoff(i, j, hitOn int) float64 {
	if !b.usable(0, i) {
		return 0
	}
	p := pair{b: b, score: [2]int{i%6 + 1, j%6 + 1}, avoid: [2]bool{i >= 6, j >= 6}, hitOn: hitOn}
	if b.prone {
		hit := p.hits(0, 1)
		return b.finish(&hit)
	}
	own, foe := p.hits(0, b.shooters[0]), p.hits(1, b.shooters[1])
	x := 0.
	switch {
	case p.score[0] == p.score[1]:
		for h, q := range own[:b.counted(1)+1] {
			for k, r := range foe[:b.counted(0)+1] {
				x += q * r * b.worth(k, h)
			}
		}
	case p.score[0] < p.score[1]: // the own side shoots first
		rest := p.hits(1, b.shooters[1]-1)
		for h, q := range own[:b.counted(1)+1] {
			back := &foe
			if b.falls(1, h) {
				back = &rest
			}
			for k, r := range back[:b.counted(0)+1] {
				x += q * r * b.worth(k, h)
			}
		}
	default:
		rest := p.hits(0, b.shooters[0]-1)
		for k, r := range foe[:b.counted(0)+1] {
			back := &own
			if b.falls(0, k) {
				back = &rest
			}
			for h, q := range back[:b.counted(1)+1] {
				x += q * r * b.worth(k, h)
			}
		}
	}
	return x
}

// A pair of choices.
type pair struct {
	b     *bout
	score [2]int
	avoid [2]bool
	hitOn int
}

// hits is the tally of a side's attacks, after cover and what the other avoids.
func (p *pair) hits(side int, shooters int8) tally {
	b, other := p.b, 1-side
	if p.avoid[side] || !b.fights[side] || shooters <= 0 {
		return tally{1}
	}
	most := b.counted(other)
	// wall[w] is the chance that the lowest defense is a natural face of w.
	wall := [8]float64{7: 1}
	if p.avoid[other] && !(other == 1 && b.prone) && p.score[other] < p.score[side] {
		wall = p.wall(int(b.guard[other]), p.score[other]+int(b.guardBonus[other]))
	}
	heavy := b.cover[other] == 2 && p.avoid[other]
	var total tally
	for w, q := range wall {
		if q == 0 {
			continue
		}
		ceiling := 100
		if w < 7 {
			ceiling = w + p.score[other] + int(b.guardBonus[other])
		}
		n := 0
		for face := 1; face <= 6; face++ {
			if t := face + p.score[side] + int(b.bonus[side]); t >= p.hitOn && t < ceiling {
				n++
			}
		}
		one := thrown(int(b.dice[side]), float64(n)/6, b.cover[other] > 0, heavy, b.again[side], most)
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

// both is the tally of two attacks together.
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

// thrown is the tally of dice that each hit with chance q, up to a number of hits:
// cover has one hit rolled again, or two; a two-handed weapon may roll a miss again
// where there is no cover.
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

// wall is the distribution of the lowest face that makes a defense; 7 stands for
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
