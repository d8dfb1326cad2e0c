package turn

import (
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// A Generic action is a word: it needs no object.
type Generic uint8

const (
	DoDone Generic = iota // enough; no (more) of what is offered
	DoYes
	DoNo
	DoInteract
	DoSkirmish
	DoExhaust
	DoTakeAim
	DoUnjam
	DoDisengage
	DoClimb
	DoShoot
	DoFight // in melee
	DoAimLower
	DoAimKeep
	DoAimHigher
	Generics
)

// GenericNames holds the words of generic actions.
var GenericNames = [Generics]string{
	"done", "yes", "no", "interact", "skirmish", "exhaust", "take aim", "unjam", "disengage", "climb here",
	"shoot", "fight hand to hand", "aim lower", "keep the score", "aim higher",
}

// Scores is the number of faces of the Duel die; take_aim adds 0 and 7.
const Scores = 6

// Actions lays out the action ids of a game: blocks in this order, each only
// when an enabled rule needs it (C-5, DUEL-117).
type Actions struct {
	Blocks []env.Block
	Size   env.Action

	Model, Score, Bid, Dest, Edge, Generic, Die, Direction, Corner env.Action
	Skill, Followers, Number, Heroic                               env.Action // of heroes
	Mob                                                            env.Action // of city_brawl
	Terrain                                                        env.Action // of place_terrain

	Disc     *space.Disc // of the block dest under relative placement
	Absolute bool
	Avoid    bool
}

// Absent stands for an action that a game does not have.
const Absent env.Action = -1

// MaxNumber is the largest answer to how many: the hits of MaxDice dice, each of which
// counts for two at most (DUEL-82).
const MaxNumber = 2 * MaxDice

// layActions gives the actions of a game their ids.
func (g *Game) layActions() {
	c, a := &g.Config, &g.Actions
	a.Absolute, a.Avoid = c.Placement == config.PlacementAbsolute, c.AvoidHits
	add := func(on bool, at *env.Action, name, doc string, shape ...int) {
		*at = Absent
		if !on {
			return
		}
		*at = a.Size
		b := env.Block{Name: name, Shape: shape, Doc: doc}
		a.Blocks = append(a.Blocks, b)
		a.Size += env.Action(b.Size())
	}
	if a.Absolute {
		add(true, &a.Dest, "point", "[row, column] of the lattice: where to go, or where to be placed", g.Rows, g.Columns)
	} else {
		a.Disc = g.Scene.Disc()
		add(true, &a.Dest, "offset", "where to go, relative to the acting model; where to be placed, relative to its corner; lattice points of a disc, row by row", a.Disc.Len())
	}
	add(true, &a.Edge, "edge", "leave the area over its south, east, north or west edge", space.Edges)
	add(true, &a.Generic, "do", strings.Join(GenericNames[:], ", "), int(Generics))
	if a.Avoid {
		add(true, &a.Score, "score", "[fight or avoid hits, Duel Score - 1], in secret", 2, Scores)
	} else {
		add(true, &a.Score, "score", "[Duel Score - 1], in secret", Scores)
	}
	add(true, &a.Model, "model", "[seat to the left of the acting one, model]: activate it, target it, charge it, shoot into its melee", g.modelShape()...)
	add(c.BidInitiative != config.BidOff, &a.Bid, "bid", "[Initiative Score - 1], in secret", Scores)
	add(c.Armory || c.Cover != config.CoverOff || c.Heroes, &a.Die, "die", "[face - 1] of the die to roll again", 6)
	add(c.Armory || c.Interactive(config.Tree) || c.Heroes || c.Plays(config.AddOnCityBrawl), &a.Direction, "direction", "east, northeast and so on counter-clockwise: where a shield faces, or a tree falls", 8)
	add(!g.fixedCorners, &a.Corner, "corner", "southwest, southeast, northeast, northwest: where to start", 4)
	add(c.Heroes, &a.Skill, "skill", "feat or trait: buy it, channel it, use it in place of an action, as a Special Attack or instead of hits; "+strings.Join(SkillWords[1:], ", "), int(SkillIDs)-1)
	add(c.Heroes, &a.Followers, "followers", "gangers, rookies or animals", int(Animal-Ganger)+1)
	add(c.Heroes, &a.Number, "number", "how many, from 0", MaxNumber+1)
	add(c.Heroes, &a.Heroic, "heroes", strings.Join(HeroicNames[:], ", "), int(Heroics))
	if add(false, &a.Terrain, "", ""); g.Yard != nil {
		columns, rows := g.Yard.Size()
		add(true, &a.Terrain, "terrain", "[a stack of crates; a wall, a fence, each from west to east or from south to north; row, column of the spots]: put it down there", int(space.Stocks), rows, columns)
	}
	add(c.Plays(config.AddOnCityBrawl), &a.Mob, "mob", "duel a mob, or come back on its disc; the last one: melt with the crowd", space.MaxMobs+1)
}

// largestOffset returns the largest distance that any enabled rule can ask for.
func (g *Game) largestOffset() float64 {
	c := &g.Config
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
		far = max(far, g.LongMove()) // Boost and Mirage
	}
	for _, f := range g.Hooks.Far {
		far = max(far, f(c))
	}
	for id, k := range g.Skills {
		if k != nil && k.Far != nil && g.InGame.Has(SkillID(id)) {
			far = max(far, k.Far(c))
		}
	}
	return far
}

// LongMove returns the length of an undivided Move.
func (g *Game) LongMove() float64 {
	if g.Config.OneAndHalfActions {
		return g.Config.LongMove
	}
	return g.Config.Move
}

// spread returns the inches by which a crowded deployment may exceed place_within
// (DUEL-111).
func (g *Game) spread() float64 {
	if g.PerSeat*g.Players/g.Camps > 4 {
		return 2
	}
	return 0
}

// DestID returns the action that names a lattice point, seen from another; absent
// when it is out of the disc.
func (g *Game) DestID(origin, to space.Point) env.Action {
	a := &g.Actions
	if a.Absolute {
		return a.Dest + env.Action(int(to.Y)*g.Columns+int(to.X))
	}
	id := a.Disc.ID(to.Sub(origin))
	if id < 0 {
		return Absent
	}
	return a.Dest + env.Action(id)
}

// DestOf returns the lattice point that a destination names, seen from another.
func (g *Game) DestOf(origin space.Point, id env.Action) space.Point {
	a := &g.Actions
	i := int(id - a.Dest)
	if a.Absolute {
		return space.Point{X: int8(i % g.Columns), Y: int8(i / g.Columns)}
	}
	return origin.Add(a.Disc.Offset(i))
}

// Dests returns the number of destinations.
func (a *Actions) Dests() int { return int(a.Edge - a.Dest) }

// ModelID returns the action that names a model, for a seat that acts.
func (g *Game) ModelID(seat int, m int8) env.Action {
	return g.Actions.Model + env.Action(g.Moved(m, -g.frame(seat)))
}

// ModelOf returns the model that an action names, for a seat that acts.
func (g *Game) ModelOf(seat int, id env.Action) int8 {
	return g.Moved(int8(id-g.Actions.Model), g.frame(seat))
}

// TerrainID returns the action that puts down a piece of terrain on a spot.
func (g *Game) TerrainID(k space.Stock, column, row int) env.Action {
	columns, rows := g.Yard.Size()
	return g.Actions.Terrain + env.Action((int(k)*rows+row)*columns+column)
}

// PutDownBy returns the piece of terrain that an action puts down, and its spot.
func (g *Game) PutDownBy(a env.Action) (space.Stock, space.Point) {
	columns, rows := g.Yard.Size()
	i := int(a - g.Actions.Terrain)
	return space.Stock(i / columns / rows), g.Yard.Spot(i%columns, i/columns%rows)
}

// TerrainIDs returns the number of actions that put down terrain.
func (g *Game) TerrainIDs() int {
	if g.Yard == nil {
		return 0
	}
	columns, rows := g.Yard.Size()
	return int(space.Stocks) * rows * columns
}
