package expert

import (
	"math"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// handPrices are of the treasure in hand: by the Moves that it takes to leave with
// it, from 1, and by who could bring its carrier into sight first: nobody; someone
// who has acted in this round; someone still to act.
var handPrices = [...][3]float64{
	{0.95, 0.62, 0.16},
	{0.5, 0.16, 0.04},
	{0.3, 0.1, 0.02},
}

// Other prices of places and deeds, in fighters.
const (
	duelWin       = 20.0
	touchPrice    = 0.05 // to stand where the treasure can be grabbed
	inchPrice     = 0.01 // nearer to it
	chasePrice    = 0.03 // an inch nearer to an enemy who carries it
	lyingPrice    = 0.3  // to stand where all of the table would see a fighter lie
	finishPrice   = 0.03 // where an enemy could get to see it lie, for each
	respawnPrize  = 8.0  // the treasure off the table, where who is removed comes back
	edgeInch      = 0.005
	edgeRisk      = 1000.0
	exhaustPrice  = -0.4
	unjamPrice    = 0.25
	aimPrice      = 0.05
	skirmishShare = 0.7 // of the gain of a Duel on one die
	dodgePrice    = 0.1 // to end a skirmish in sight of an enemy
	topplePrice   = -0.4

	disengagePrice = -0.2
	disengageShare = 0.5 // of what there is to win, as blows may stop it
)

// rateActions rates actions and destinations of the model asked about.
func (b *field) rateActions(legal []env.Action, values []float64) {
	duels, hidden := 0., math.Inf(-1) // the best Duel, the best place without one
	for i, a := range legal {
		to, ok := b.s.Destination(a)
		if !ok {
			continue
		}
		fight, place := b.rateGo(to)
		if b.inCrowd(to) {
			fight, place = 0, place+crowdPrice
		}
		values[i] = fight + place
		if fight == 0 {
			hidden = max(hidden, place)
		}
		duels = max(duels, fight)
	}
	for i, a := range legal {
		if _, ok := b.s.Destination(a); !ok {
			values[i] = b.rateDeed(a, duels, hidden)
		}
	}
}

// rateGo rates a destination: the Duel that follows, and the place.
func (b *field) rateGo(to space.Point) (fight, place float64) {
	place = b.ratePlace(b.subject, to, b.carrier == b.subject)
	if b.s.Question() == duel.AskPlace || b.s.Exhausting() {
		return 0, place
	}
	x := b.meet(b.subject, to)
	if x.foe < 0 {
		return 0, place
	}
	if b.s.Leg() == duel.LastLeg {
		return -dodgePrice * float64(x.shooters), place
	}
	t := b.boutAt(b.subject, to, b.carrier == b.subject, x)
	if b.s.Leg() == duel.FirstLeg {
		t.dice[0] = 1
		place *= 0.5
	}
	return b.dared(b.value(t)), place
}

// dared is what a Duel counts: when the game has gone on for long, one that is
// likely to be lost counts less; and where who is removed comes back, any.
func (b *field) dared(value float64) float64 {
	if value < 0 || b.d.races {
		return value / b.urge
	}
	return value
}

// duelHere is the value of the Duel that follows at where the model stands.
func (b *field) duelHere(carries bool) float64 {
	at := b.fighters[b.subject].At
	if x := b.meet(b.subject, at); x.foe >= 0 {
		return b.value(b.boutAt(b.subject, at, carries, x))
	}
	return 0
}

// rateDeed rates an action that is no destination.
func (b *field) rateDeed(a env.Action, duels, hidden float64) float64 {
	m, at := b.subject, b.fighters[b.subject].At
	if b.d.game.Leaves(a) {
		if b.carrier == m {
			return duelWin
		}
		return -edgeRisk
	}
	if e, ok := b.s.Target(a); ok {
		return b.rateCharge(e)
	}
	carries := b.carrier == m
	here := b.ratePlace(m, at, carries)
	switch b.d.game.Word(a) {
	case "interact":
		if b.s.Exhausting() {
			return b.exhausted(at, true)
		}
		return b.duelHere(true) + b.ratePlace(m, at, true)
	case "skirmish":
		return skirmishShare*duels + max(hidden, here-dodgePrice)
	case "exhaust":
		return b.rateExhaust(at, carries)
	case "take aim":
		return here + b.duelHere(carries) + aimPrice
	case "unjam":
		return here + unjamPrice
	case "disengage":
		return here + b.rateDisengaging(at, carries, here)
	case "climb here":
		return here - 0.2
	}
	return here + topplePrice
}

// rateDisengaging rates leaving a melee, blows and all: by the best of the places that
// it may then get to.
func (b *field) rateDisengaging(at space.Point, carries bool, here float64) float64 {
	x := 0.
	if b.d.ground.walks != nil {
		b.d.ground.each(at, func(to space.Point) { x = max(x, b.ratePlace(b.subject, to, carries)-here) })
	}
	return disengageShare*x + disengagePrice
}

// rateExhaust rates two actions and then lying prone.
func (b *field) rateExhaust(at space.Point, carries bool) float64 {
	switch {
	case carries && b.d.ground.movesOut(at) <= 2, !carries && b.touches(at) && b.d.ground.movesOut(at) == 1:
		return duelWin / 2
	}
	return b.ratePlace(b.subject, at, false) + exhaustPrice
}

// exhausted rates the first of two actions of a model that goes prone after
// them.
func (b *field) exhausted(at space.Point, carries bool) float64 {
	if carries && b.d.ground.movesOut(at) == 1 {
		return duelWin / 2
	}
	return 0
}

// rateCharge rates a charge at an enemy.
func (b *field) rateCharge(e int) float64 {
	m := b.subject
	t := bout{
		shooters: [2]int8{1, 1}, fights: [2]bool{true, b.fighters[e].Standing && b.fighters[e].Melee != duel.None},
		avoids: [2]bool{true, b.fighters[e].Standing}, prone: b.fighters[e].Prone, wounds: int8(b.fighters[e].Hits),
		stakes: b.stakesOf(m, b.fighters[e].At, b.carrier == m, e, false),
	}
	b.arm(&t, m, e, true)
	t.bonus[0]++
	return b.value(t) + b.ratePlace(m, b.fighters[e].At, b.carrier == m)
}

// ratePlace rates being at a point at the end of the activation, the Duel apart.
func (b *field) ratePlace(m int, to space.Point, carries bool) float64 {
	g := b.d.ground
	x := b.urge*b.rateGoals(m, to) - lyingPrice/b.urge*g.seenLying(to)
	ahead, behind := 0, 0 // enemies that can bring it into sight, still to act and not
	for e := range b.fighters {
		f := &b.fighters[e]
		if b.mine(e) || !f.Standing {
			continue
		}
		if g.finishes(f.At, to) {
			x -= finishPrice / b.urge
		}
		if !g.threatens(f.At, to) {
			continue
		}
		if f.Acted {
			behind++
		} else {
			ahead++
		}
	}
	risk := 0
	switch {
	case ahead > 0:
		risk = 2
	case behind > 0:
		risk = 1
	}
	switch {
	case !b.hunted:
		if len(b.goals) == 0 && b.d.config.Heroes {
			x -= inchPrice * b.urge * b.toEnemy(to)
		}
	case carries:
		moves := min(g.movesOut(to), len(handPrices))
		x += b.prize * (handPrices[moves-1][risk] - edgeInch*g.toEdge(to))
	case b.carrier >= 0 && b.mine(b.carrier):
		x -= 0.3 * inchPrice * g.scene.Distance(to, b.treasure) // escort
	case b.carrier >= 0:
		x -= chasePrice * b.prize * g.scene.Distance(to, b.treasure)
	default:
		x -= inchPrice * b.urge * b.prize * g.way(to, b.treasure)
		switch {
		case !b.nearest(m, to) || !b.touches(to):
		case b.snatches(to):
			x += b.prize * handPrices[0][risk]
		default:
			x += touchPrice * b.prize
		}
	}
	return x
}

// snatches says whether a fighter at a point could take the treasure and leave
// with it in one activation: exhausting itself.
func (b *field) snatches(at space.Point) bool {
	return b.d.config.Exhaust && b.touches(at) && b.d.ground.movesOut(at) == 1
}

// touches says whether a fighter at a point could grab the treasure.
func (b *field) touches(at space.Point) bool {
	scene := b.d.ground.scene
	return b.hunted && b.carrier < 0 && scene.Distance(at, b.treasure) <= 1.5 && scene.ContactAt(standing(at), b.treasure, space.Inches(tokenRadius), &space.Field{})
}

// tokenRadius is the size of the treasure, in inches.
const tokenRadius = 0.25

// nearest says whether no other own model is nearer to the treasure than a point.
func (b *field) nearest(m int, to space.Point) bool {
	scene := b.d.ground.scene
	far := scene.Distance(to, b.treasure)
	for o := range b.fighters {
		if o != m && b.mine(o) && b.fighters[o].Standing && scene.Distance(b.fighters[o].At, b.treasure) < far-1e-9 {
			return false
		}
	}
	return true
}

// prey is how much the loss of a model would count.
func (b *field) prey(m int) float64 {
	f := &b.fighters[m]
	x := 0.4
	switch {
	case f.Prone && f.Hits > 0:
		x = 1
	case f.Prone:
		x = 0.8
	case !f.Acted:
		x = 0.5
	}
	x *= b.worths[m]
	if b.winning(m) {
		x += carryPrice * b.prize
	}
	if b.mine(m) {
		x -= 2
	}
	return x
}

// urgency says which model to activate first: the one that gains most by it.
func (b *field) urgency(m int) float64 {
	f := &b.fighters[m]
	if f.Waiting || f.At == space.Nowhere {
		return 0
	}
	best := math.Inf(-1)
	carries := m == b.carrier
	if carries && b.d.ground.movesOut(f.At) == 1 {
		return duelWin
	}
	if b.d.ground.walks == nil {
		return b.ratePlace(m, f.At, carries)
	}
	here := b.gain(m, f.At, carries)
	if b.touches(f.At) {
		best = b.gain(m, f.At, true)
	}
	b.d.ground.each(f.At, func(to space.Point) { best = max(best, b.gain(m, to, carries)) })
	return best - here
}

// gain is what a model would have of acting at a point.
func (b *field) gain(m int, to space.Point, carries bool) float64 {
	x := b.ratePlace(m, to, carries)
	if t := b.meet(m, to); t.foe >= 0 {
		x += b.dared(b.value(b.boutAt(m, to, carries, t)))
	}
	return x
}
