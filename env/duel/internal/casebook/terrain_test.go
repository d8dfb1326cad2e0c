package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

func on(pieces ...space.Piece) func(c *duel.Config) {
	return func(c *duel.Config) { c.Board = plains(pieces...) }
}

func interactive(kinds ...string) func(c *duel.Config) {
	return func(c *duel.Config) { c.InteractiveTerrain = kinds }
}

func climbing(c *duel.Config) { c.Climbing, c.Falling = true, true }

// DUEL-44: a top within the allowance is an ordinary destination that costs two
// inches an inch; without climbing only the distance in space counts (DUEL-3).
func TestClimbingToATopDUEL44DUEL3(t *testing.T) {
	crate := space.Piece{Type: "crate", Rect: []float64{4, 5, 2, 2}}
	assert.True(t, lay(t, on(crate), pair(1.5, 6, 11, 11)).can("go to 5,6"), "3.5 inches, and one up")
	assert.False(t, lay(t, all(on(crate), climbing), pair(1.5, 6, 11, 11)).can("go to 5,6"), "3.5 and 2")
	assert.True(t, lay(t, all(on(crate), climbing), pair(3, 6, 11, 11)).can("go to 5,6"), "2 and 2")
}

// DUEL-44: a higher piece is climbed over several activations, with one die for
// attacks on the way; at the top the climber steps onto it. A hit makes it fall
// from where it hangs (DUEL-48).
func TestClimbHereDUEL44DUEL48(t *testing.T) {
	tower := space.Piece{Type: "tower", Rect: []float64{3.5, 5, 2, 2}}
	wall := space.Piece{Type: "wall", Rect: []float64{8, 1, .5, 10}}
	b := lay(t, all(on(tower, wall), climbing), pair(3, 6, 11, 6))
	b.do("climb here")
	f := b.of("A")
	assert.True(t, f.Climbing)
	assert.Equal(t, 2*space.Inch, f.Climbed, "4 inches of Move are 2 of height")
	b.do("stay at 11,6")
	b.roll("1", "2")
	b.do("climb here")
	f = b.of("A")
	assert.False(t, f.Climbing)
	assert.Equal(t, 3*space.Inch, b.g.Scene().Height(f.At, &space.Field{}))

	ladder := space.Piece{Type: "ladder", Rect: []float64{3.5, 5, 2, 2}}
	b = lay(t, all(on(ladder), climbing), pair(3, 6, 11, 6))
	b.do("climb here")
	assert.False(t, b.of("A").Climbing, "with an aid an inch costs an inch")

	b = lay(t, all(on(tower), climbing), pair(3, 6, 3, 11))
	b.do("climb here", "score 6", "score 5")
	b.roll("2 1")  // B shoots first and hits: A falls two inches
	b.roll("5 4")  // 4 + 2 is not enough
	b.removed("A") // the shot and the fall
	b = lay(t, all(on(tower), climbing), pair(3, 6, 3, 11))
	b.do("climb here", "score 3", "score 5")
	b.roll("4") // one die
	b.prone("B")
}

// DUEL-44: a climber sees, and is seen, at the foot of what it climbs: two inches
// up a tower it does not look over crates of an inch and a half, and a model that
// stands on such crates does not look up to it.
func TestClimberIsSeenAtTheFootDUEL44(t *testing.T) {
	tower := space.Piece{Type: "tower", Rect: []float64{3.5, 5, 2, 2}}
	low := space.Piece{Type: "crate", Rect: []float64{1, 8, 5, .5}, Height: 1.5}
	b := lay(t, all(on(tower, low), climbing), pair(3, 6, 3, 11))
	assert.False(t, b.s.Sees(0, 1))
	b.do("climb here") // no Duel follows: A has nobody in sight
	assert.Equal(t, 2*space.Inch, b.of("A").Climbed)
	assert.False(t, b.s.Sees(0, 1), "it would from two inches up")
	assert.False(t, b.s.Sees(1, 0))
	b.asked(1, duel.AskAct, "B")
}

// DUEL-50: water covers; a hit there that places prone drowns, and the treasure
// comes to the shore.
func TestWaterDUEL50(t *testing.T) {
	pond := space.Piece{Type: "pond", Rect: []float64{1, 4, 3, 4}}
	wet := all(on(pond), interactive(duel.Water))
	p := pair(9, 6, 2, 6)
	p.Carrier = "B"
	b := lay(t, wet, p)
	b.do("stay at 9,6", "score 3", "score 6")
	b.roll("4 1")
	b.removed("B")
	assert.Equal(t, []float64{1, -1}, b.returns())
	assert.Zero(t, b.g.Scene().Inside(b.s.Treasure(), &space.Field{}), "on the shore")
	b = lay(t, on(pond), p)
	b.do("stay at 9,6", "score 3", "score 6")
	b.roll("4 1")
	b.prone("B") // without the rule it is only wet

	b = lay(t, all(wet, func(c *duel.Config) { c.Cover = duel.CoverSimple }), pair(9, 6, 2, 6))
	b.do("stay at 9,6", "score 3", "score 6")
	b.roll("4 1", "1") // covered
	b.roll("1 1")
	b.standing("B")
}

// DUEL-51: missing dice of shots at a model inside hit the piece; it breaks, and a
// model that stood on it falls, or rubble buries a model inside.
func TestFragileDUEL51DUEL48(t *testing.T) {
	hut := space.Piece{Type: "hut", Rect: []float64{8, 5, 2, 2}}
	weak := func(c *duel.Config) { c.FragileHits = 2; c.FragileBecomes = duel.FragileRubble }
	b := lay(t, all(on(hut), interactive(duel.Fragile), weak), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 1", "score 6")
	b.roll("2 3")
	b.roll("1 1") // A is removed; the hut comes down all the same
	assert.Equal(t, env.Terminal, b.s.CurrentPlayer())

	b = lay(t, all(on(hut), interactive(duel.Fragile), weak), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 1", "score 2")
	b.roll("2 3", "1 1")
	b.removed("B")

	stage := space.Piece{Type: "stage", Rect: []float64{8, 5, 2, 2}}
	b = lay(t, all(on(stage), interactive(duel.Fragile), func(c *duel.Config) { c.FragileHits = 2; c.Falling = true }), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 1", "score 2")
	b.roll("2 3", "1 1")
	b.roll("2 6 5") // three inches: one die fails
	b.prone("B")
	f := b.s.Field()
	assert.NotZero(t, f.Gone)
}

// DUEL-52: a path that crosses a laser costs a hit, and the Move stops when that
// places the model prone; paths go around it where they can (DUEL-24).
func TestLaserDUEL52DUEL24(t *testing.T) {
	beam := space.Piece{Type: "laser", Rect: []float64{4, 0, .1, 12}}
	b := lay(t, all(on(beam), interactive(duel.Laser)), pair(2, 6, 11, 11))
	b.do("go to 5.5,6")
	b.prone("A")
	assert.NotEqual(t, space.Point{X: 11, Y: 12}, b.of("A").At)
	short := space.Piece{Type: "laser", Rect: []float64{3, 5.9, .1, .2}}
	b = lay(t, all(on(short), interactive(duel.Laser)), pair(2, 6, 11, 2))
	b.do("go to 4,6") // around the beam
	b.standing("A")
	b = lay(t, on(beam), pair(2, 6, 11, 2))
	b.do("go to 5.5,6")
	b.standing("A")
}

// DUEL-43, DUEL-52: a laser that places a charging model prone ends the charge.
func TestLaserEndsAChargeDUEL43DUEL52(t *testing.T) {
	beam := space.Piece{Type: "laser", Rect: []float64{4, 0, .1, 12}}
	charge := all(on(beam), interactive(duel.Laser), brawling, func(c *duel.Config) { c.Charge = true })
	b := lay(t, charge, pair(3, 6, 8, 6))
	b.do("charge B")
	b.prone("A")
	assert.Less(t, inchesOf(b, "A")[0], 5., "it lies where the beam hit it")
}

// DUEL-52: to topple a tree is an action: the log lies in one of eight directions,
// blocks the way and covers; not onto models or other blocking terrain.
func TestTreeDUEL52(t *testing.T) {
	tree := space.Piece{Type: "tree", Circle: []float64{5, 9, .4}}
	crate := space.Piece{Type: "crate", Rect: []float64{5, 11, 1, .5}}
	b := lay(t, all(on(tree, crate), interactive(duel.Tree)), pair(4, 9, 11, 3))
	assert.False(t, b.can("face west"), "the model itself is there")
	assert.False(t, b.can("face north"), "the crate is there")
	b.do("face south")
	f := b.s.Field()
	assert.Len(t, f.Added(), 1)
	assert.NotZero(t, f.Gone)
	b.asked(1, duel.AskAct, "B") // no Duel
}

// DUEL-54: a gap blocks the way unless the mover jumps it, which takes a run-up as
// long as the gap is wide.
func TestJumpDUEL54(t *testing.T) {
	gap := space.Piece{Type: "gap", Rect: []float64{4, 1, .5, 11}}
	assert.False(t, lay(t, on(gap), pair(2, 10, 11, 3)).can("go to 5.5,10"))
	jump := func(c *duel.Config) { c.Jump = true }
	assert.True(t, lay(t, all(on(gap), jump), pair(2, 10, 11, 3)).can("go to 5.5,10"))
	wide := space.Piece{Type: "gap", Rect: []float64{3, 1, 1.5, 11}}
	assert.False(t, lay(t, all(on(wide), jump), pair(2, 10, 11, 3)).can("go to 5.5,10"), "1 inch of run for 1.5 of gap")
}

// DUEL-59: two dice draw a square; the treasure goes to the legal point nearest to
// its middle. Squares without room are not drawn.
func TestPlaceRandomlyDUEL59(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		c.PlaceRandomly = true
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{8, 8, 2, 2}})
	})
	s := g.NewInitialState().(*duel.State)
	b := &bench{t, g, s}
	b.do("start southwest")
	require.Equal(t, env.Chance, s.CurrentPlayer())
	outcomes := s.ChanceOutcomes(nil)
	assert.Len(t, outcomes, 35, "the walled square has no room")
	require.NoError(t, s.Apply(2+6*3))
	assert.Equal(t, space.Point{X: 10, Y: 14}, s.Treasure())
}

// DUEL-61: a model removed in round r recovers in Upkeep r+1, and comes back in
// Upkeep r+2 at the free point nearest to the corner, and among the first to act.
func TestRespawnDUEL61(t *testing.T) {
	back := func(c *duel.Config) { c.Respawn = true }
	p := pair(3, 6, 9, 6)
	p.Models[1].Status, p.Models[1].Hits = "prone", 1
	b := lay(t, back, p)
	b.do("stay at 3,6", "score 6")
	b.roll("1 1")
	assert.True(t, b.of("B").Away)
	b.roll("1", "2") // round 3: it recovers, outside
	assert.True(t, b.of("B").Away)
	b.do("go to 3,5")
	b.roll("1", "2") // round 4: it is back
	f := b.of("B")
	assert.True(t, f.Standing)
	assert.Equal(t, space.Point{X: 23, Y: 23}, f.At)
	b.do("stay at 3,5", "score 1", "score 1")
	b.roll("1 1", "1 1")
	b.asked(1, duel.AskAct, "B")

	b = lay(t, back, pair(2, 6, 9, 6))
	b.do("leave to the west")
	assert.True(t, b.of("A").Away, "leaving counts as removal")
}

// DUEL-61: with spawn points a die chooses the place.
func TestRespawnAtSpawnPointsDUEL61(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		c.Respawn, c.SpawnPoints, c.RespawnAt = true, true, duel.RespawnPoints
		for _, x := range []float64{2, 4, 6, 8, 10, 11} {
			c.Board.SpawnPoints = append(c.Board.SpawnPoints, space.Spot{x, 3})
		}
		c.Board.Symmetry = space.SymmetryNone
	})
	s := g.NewInitialState().(*duel.State)
	rng := env.Stream(7, "spawn")
	for range 5000 {
		if s.CurrentPlayer() == env.Terminal {
			s = g.NewInitialState().(*duel.State)
		}
		if s.CurrentPlayer() != env.Chance {
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			continue
		}
		m := s.Subject()
		if m >= 0 && s.Fighter(m).Away {
			a, err := s.Throw("4")
			require.NoError(t, err)
			require.NoError(t, s.Apply(a))
			at := s.Fighter(m).At
			assert.LessOrEqual(t, g.Scene().Distance(at, space.Point{X: 16, Y: 6}), 1.5)
			return
		}
		require.NoError(t, s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng)))
	}
	require.Fail(t, "nobody came back")
}

// DUEL-64: touching a token ends the leg there; armour stops a hit, mirage all hits
// of an attack, scope adds to the next Duel, a trap hurts within 2 inches, boost
// goes straight on, distortion swaps places. The token is back two Upkeeps later.
func TestUpgradesDUEL64(t *testing.T) {
	up := func(c *duel.Config) { c.Upgrades = true }
	take := func(die string, p duel.Position) *bench {
		b := lay(t, up, p) // tokens at 6,9 9,6 6,3 and 3,6
		b.do("go to 3,6.5")
		b.roll(die)
		return b
	}
	p := pair(3, 9, 11, 1)
	b := take("1", p)
	assert.Equal(t, "armour", b.of("A").Upgrade)
	b.asked(0, duel.AskGo, "A") // the rest of the Move
	assert.False(t, b.can("go to 3,3"), "more than is left")
	b.do("stay at 3,6.5", "score 6", "score 5")
	b.roll("2 1")
	b.standing("A")
	assert.Empty(t, b.of("A").Upgrade)

	b = take("2", p)
	b.do("stay at 3,6.5", "score 6", "score 5")
	b.roll("2 2")
	b.standing("A") // the mirage took both hits, and moves
	b.asked(0, duel.AskGo, "A")
	b.do("go to 3,10")
	assert.Equal(t, space.Point{X: 6, Y: 20}, b.of("A").At)

	// Of two attacks at once the mirage takes both, and moves once.
	b = lay(t, all(up, func(c *duel.Config) { c.ModelsPerPlayer = 2 }), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 9), Upgrade: "mirage"}, {Model: "A2", At: at(1, 1)}, {Model: "B1", At: at(11, 11)}, {Model: "B2", At: at(11, 9)},
	}})
	b.do("stay at 3,9", "score 6", "score 5", "score 5")
	b.roll("2 2", "2 2")
	b.standing("A1")
	b.asked(0, duel.AskGo, "A1")
	assert.Empty(t, b.of("A1").Upgrade)

	b = take("2", p)
	b.do("stay at 3,6.5", "score 1", "score 2")
	b.roll("6 6")
	b.standing("B") // hits by a mirage are void

	b = take("3", p)
	b.do("stay at 3,6.5", "score 3", "score 4")
	b.roll("3 1") // 3 + 3 + 1
	b.prone("B")

	b = take("4", p)
	b.asked(0, duel.AskGo, "A")
	b.do("go to 3,10")
	b.asked(0, duel.AskGo, "A") // and the rest of the Move
	b = take("5", p)
	b.asked(0, duel.AskSwap, "A")
	b.do("swap with B")
	assert.Equal(t, space.Point{X: 22, Y: 2}, b.of("A").At)

	near := pair(3, 9, 3, 4)
	b = take("6", near)
	b.prone("A", "B")
	assert.Len(t, b.s.Picture().Tokens, 4, "three tokens and the treasure are left")
}

// DUEL-23, DUEL-110: models come into contact on both lattices.
func TestContactDUEL110(t *testing.T) {
	for _, step := range []float64{.5, 1} {
		b := lay(t, all(brawling, func(c *duel.Config) { c.Board.Step = step }), pair(5, 6, 6, 6))
		assert.True(t, b.can("disengage"), "step %g", step)
	}
}
