package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// A generic action is a word: it needs no object.
type generic uint8

const (
	doDone generic = iota // enough; no (more) of what is offered
	doYes
	doNo
	doInteract
	doSkirmish
	doExhaust
	doTakeAim
	doUnjam
	doDisengage
	doClimb
	doShoot
	doFight // in melee
	doAimLower
	doAimKeep
	doAimHigher
	generics
)

var genericNames = [generics]string{
	"done", "yes", "no", "interact", "skirmish", "exhaust", "take aim", "unjam", "disengage", "climb here",
	"shoot", "fight hand to hand", "aim lower", "keep the score", "aim higher",
}

// scores is the number of faces of the Duel die; take_aim adds 0 and 7.
const scores = 6

// actions lays out the action ids of a game: blocks in this order, each only
// when an enabled rule needs it (C-5, DUEL-117).
type actions struct {
	blocks []env.Block
	size   env.Action

	model, score, bid, dest, edge, generic, die, direction, corner env.Action
	skill, followers, number, heroic                               env.Action // of heroes
	mob                                                            env.Action // of city_brawl

	disc     *space.Disc // of the block dest under relative placement
	absolute bool
	avoid    bool
}

const absent env.Action = -1

// maxNumber is the largest answer to how many.
const maxNumber = 8

func (g *Game) layActions() {
	c, a := &g.config, &g.actions
	a.absolute, a.avoid = c.Placement == PlacementAbsolute, c.AvoidHits
	add := func(on bool, at *env.Action, name, doc string, shape ...int) {
		*at = absent
		if !on {
			return
		}
		*at = a.size
		b := env.Block{Name: name, Shape: shape, Doc: doc}
		a.blocks = append(a.blocks, b)
		a.size += env.Action(b.Size())
	}
	if a.absolute {
		add(true, &a.dest, "point", "[row, column] of the lattice: where to go, or where to be placed", g.rows, g.columns)
	} else {
		a.disc = g.scene.Disc()
		add(true, &a.dest, "offset", "where to go, relative to the acting model; where to be placed, relative to its corner; lattice points of a disc, row by row", a.disc.Len())
	}
	add(true, &a.edge, "edge", "leave the area over its south, east, north or west edge", space.Edges)
	add(true, &a.generic, "do", joined(genericNames[:]), int(generics))
	if a.avoid {
		add(true, &a.score, "score", "[fight or avoid hits, Duel Score - 1], in secret", 2, scores)
	} else {
		add(true, &a.score, "score", "[Duel Score - 1], in secret", scores)
	}
	add(true, &a.model, "model", "[seat to the left of the acting one, model]: activate it, target it, charge it, shoot into its melee", g.modelShape()...)
	add(c.BidInitiative != BidOff, &a.bid, "bid", "[Initiative Score - 1], in secret", scores)
	add(c.Armory || c.Cover != CoverOff || c.Heroes, &a.die, "die", "[face - 1] of the die to roll again", 6)
	add(c.Armory || c.interactive(Tree) || c.Heroes || c.plays(AddOnCityBrawl), &a.direction, "direction", "east, northeast and so on counter-clockwise: where a shield faces, or a tree falls", 8)
	add(!g.fixedCorners, &a.corner, "corner", "southwest, southeast, northeast, northwest: where to start", 4)
	add(c.Heroes, &a.skill, "skill", "feat or trait: buy it, channel it, use it in place of an action, as a Special Attack or instead of hits; "+joined(skillNames[1:]), int(skillIDs)-1)
	add(c.Heroes, &a.followers, "followers", "gangers, rookies or animals", int(animal-ganger)+1)
	add(c.Heroes, &a.number, "number", "how many, from 0", maxNumber+1)
	add(c.Heroes, &a.heroic, "heroes", joined(heroicNames[:]), int(heroics))
	add(c.plays(AddOnCityBrawl), &a.mob, "mob", "duel a mob, or come back on its disc; the last one: melt with the crowd", space.MaxMobs+1)
}

// largestOffset is the largest distance that any enabled rule can ask for.
func (g *Game) largestOffset() float64 {
	c := &g.config
	far := max(c.Move, c.PlaceWithin+g.spread())
	if c.OneAndHalfActions {
		far = max(far, c.LongMove)
	}
	if c.Charge {
		far = max(far, c.ChargeMove)
	}
	if c.Protection {
		far++
	}
	if c.Upgrades {
		far = max(far, g.longMove()) // Boost and Mirage
	}
	for _, f := range g.hooks.far {
		far = max(far, f(c))
	}
	for id, k := range skills {
		if k != nil && k.far != nil && g.inGame.has(skillID(id)) {
			far = max(far, k.far(c))
		}
	}
	return far
}

// longMove is the length of an undivided Move.
func (g *Game) longMove() float64 {
	if g.config.OneAndHalfActions {
		return g.config.LongMove
	}
	return g.config.Move
}

// spread is by how much a crowded deployment may exceed place_within (DUEL-111).
func (g *Game) spread() float64 {
	if g.perSeat*g.players/g.camps > 4 {
		return 2
	}
	return 0
}

// destID is the action that names a lattice point, seen from another; absent
// when it is out of the disc.
func (g *Game) destID(origin, to space.Point) env.Action {
	a := &g.actions
	if a.absolute {
		return a.dest + env.Action(int(to.Y)*g.columns+int(to.X))
	}
	id := a.disc.ID(to.Sub(origin))
	if id < 0 {
		return absent
	}
	return a.dest + env.Action(id)
}

// destOf is the inverse of destID.
func (g *Game) destOf(origin space.Point, id env.Action) space.Point {
	a := &g.actions
	i := int(id - a.dest)
	if a.absolute {
		return space.Point{X: int8(i % g.columns), Y: int8(i / g.columns)}
	}
	return origin.Add(a.disc.Offset(i))
}

func (a *actions) dests() int { return int(a.edge - a.dest) }

// modelID is the action that names a model, for a seat that acts.
func (g *Game) modelID(seat int, m int8) env.Action {
	if g.automatic(m) {
		return g.actions.model + env.Action(m)
	}
	seat = g.frame(seat)
	k, j := int(m)/g.perSeat, int(m)%g.perSeat
	if k -= seat; k < 0 {
		k += g.players
	}
	return g.actions.model + env.Action(k*g.perSeat+j)
}

// modelOf is the inverse of modelID.
func (g *Game) modelOf(seat int, id env.Action) int8 {
	i := int(id - g.actions.model)
	if g.automatic(int8(i)) {
		return int8(i)
	}
	seat = g.frame(seat)
	k := (i/g.perSeat + seat) % g.players
	return int8(k*g.perSeat + i%g.perSeat)
}
