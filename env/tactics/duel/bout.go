package duel

import (
	"math"

	game "ringer/env/duel"
)

// The sides of a bout.
const (
	Us   = 0
	Them = 1
)

// Options is the number of options of a side in a bout: to fight with a Duel Score
// of 1 to 6, and to avoid hits with one.
const Options = 12

// Option returns the index of an option.
func Option(score int, avoids bool) int {
	if avoids {
		return Options/2 + score - 1
	}
	return score - 1
}

// Bout holds what matters of one Duel between two sides for the choice of Duel
// Scores: the dice of each side, what it may do, and what is at stake. Arrays are
// indexed by side.
type Bout struct {
	Dice, Bonus       [2]int8 // of an attack
	Guard, GuardBonus [2]int8 // dice that avoid hits, and what is added to each
	Shooters          [2]int8 // models of a side that shoot at the other
	Cover             [2]int8 // of a side, from the other: 0 none, 1 light, 2 heavy
	Again             [2]bool // the side may roll a miss again against a target without cover
	Fights, Avoids    [2]bool // the side may fight; it may avoid hits
	Prone             bool    // side Them lies prone
	Wounds            int8    // hits that side Them has taken
	Stakes            Stakes

	// Where Heroes are played. Toughen sets them.
	tough   [2]int8 // points of toughness
	frail   [2]bool // the first hit removes it
	scratch [2]int8 // the worth of a point of toughness, in sixteenths of a fighter
}

// Toughen sets the toughness of a side's model and its kind.
func (b *Bout) Toughen(side, toughness int, kind string) {
	b.tough[side] = int8(min(toughness, mostHits-2))
	b.frail[side] = kind == game.KindRookie || kind == game.KindAnimal
	if toughness > 0 {
		b.scratch[side] = Sixteenths(ToughnessWorth)
	}
}

// mostHits is the largest number of hits that is told apart from larger ones.
const mostHits = 7

// counted returns the number of hits on a side from which more make no difference:
// those that its toughness takes, one that places it prone, and one that removes it.
func (b *Bout) counted(side int) int { return min(2+int(b.tough[side]), mostHits) }

// outcome says what a bout makes of a side.
type outcome uint8

const (
	stands outcome = iota
	lies
	out
)

// after returns what hits make of a standing side, and how many points of
// toughness they take.
func (b *Bout) after(side, hits int) (result outcome, soaked int) {
	soaked = min(hits, int(b.tough[side]))
	switch hits -= soaked; {
	case hits == 0:
		return stands, soaked
	case hits == 1 && !b.frail[side]:
		return lies, soaked
	}
	return out, soaked
}

// worth returns the worth of hits on both sides to side Us, in fighters.
func (b *Bout) worth(onUs, onThem int) float64 {
	us, lost := b.after(Us, onUs)
	them, taken := b.after(Them, onThem)
	x := b.Stakes.worth(us, them)
	if lost+taken > 0 {
		x += float64(taken*int(b.scratch[Them])-lost*int(b.scratch[Us])) / fraction
	}
	return x
}

// falls reports whether this many hits put a side down.
func (b *Bout) falls(side, hits int) bool { return hits > int(b.tough[side]) }

// finish returns the worth of hits on a prone side, in fighters: with toughness left
// it is removed with the last point of that.
func (b *Bout) finish(hit *tally) float64 {
	t := int(b.tough[Them])
	if t == 0 {
		removed := hit[2]
		if b.Wounds > 0 || b.frail[Them] {
			removed += hit[1]
		}
		return removed * float64(b.Stakes.TheyOut) / fraction
	}
	x := 0.
	for h, q := range hit[:b.counted(Them)+1] {
		taken := min(h, t)
		x += q * float64(taken*int(b.scratch[Them])) / fraction
		if taken == t {
			x += q * float64(b.Stakes.TheyOut) / fraction
		}
	}
	return x
}

// Stakes holds the worth of the outcomes of a bout, in sixteenths of a fighter.
type Stakes struct {
	Prone     int8 // lost when side Us goes prone
	ProneFree int8 // the same, when side Them is down too
	Out       int8 // lost when side Us is removed
	TheyProne int8 // gained when side Them goes prone
	TheyOut   int8 // gained when side Them is removed
}

// fraction is the unit of stakes: this many make a fighter.
const fraction = 16.0

// Sixteenths converts fighters to the unit of stakes, rounded and at most 7
// fighters.
func Sixteenths(fighters float64) int8 { return int8(math.Round(min(fighters, 7) * fraction)) }

// Share divides what side Us can lose by n: the number of its models of which one
// is shot at.
func (x *Stakes) Share(n int8) { x.Prone, x.ProneFree, x.Out = x.Prone/n, x.ProneFree/n, x.Out/n }

// worth returns the worth of an outcome to side Us, in fighters.
func (x *Stakes) worth(us, them outcome) float64 {
	loss, gain := 0, 0
	switch {
	case us == lies && them == stands:
		loss = int(x.Prone)
	case us == lies:
		loss = int(x.ProneFree)
	case us == out:
		loss = int(x.Out)
	}
	switch them {
	case lies:
		gain = int(x.TheyProne)
	case out:
		gain = int(x.TheyOut)
	}
	return float64(gain-loss) / fraction
}

// usable reports whether a side has an option.
func (b *Bout) usable(side, i int) bool {
	if i < Options/2 {
		return b.Fights[side]
	}
	return b.Avoids[side]
}

// payoff returns the worth of a pair of options to side Us, in fighters.
func (b *Bout) payoff(i, j, hitOn int) float64 {
	if !b.usable(0, i) {
		return 0
	}
	p := pair{b: b, score: [2]int{i%6 + 1, j%6 + 1}, avoid: [2]bool{i >= 6, j >= 6}, hitOn: hitOn}
	if b.Prone {
		hit := p.hits(0, 1)
		return b.finish(&hit)
	}
	own, foe := p.hits(0, b.Shooters[0]), p.hits(1, b.Shooters[1])
	x := 0.
	switch {
	case p.score[0] == p.score[1]:
		for h, q := range own[:b.counted(1)+1] {
			for k, r := range foe[:b.counted(0)+1] {
				x += q * r * b.worth(k, h)
			}
		}
	case p.score[0] < p.score[1]: // side Us shoots first
		rest := p.hits(1, b.Shooters[1]-1)
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
		rest := p.hits(0, b.Shooters[0]-1)
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
