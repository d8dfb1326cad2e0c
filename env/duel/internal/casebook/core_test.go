package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// The rule book's first example: the ninja moves into sight of the gunman and
// sets 3, the gunman sets 5. The ninja shoots first: 2 and 3 miss. The gunman's 1
// misses, his 2 hits: the ninja is prone (DUEL-8).
func TestBookDuelOneAgainstOne(t *testing.T) {
	b := lay(t, nil, pair(2, 6, 9, 6))
	b.do("go to 3,6")
	b.asked(0, duel.AskScore, "A")
	b.do("score 3")
	b.asked(1, duel.AskScore, "B")
	b.do("score 5")
	b.roll("2 3", "1 2")
	b.prone("A")
	b.standing("B")
	assert.Equal(t, 1, b.of("A").Hits)
	b.asked(1, duel.AskAct, "B")
}

// The second example: ninja A and gunman B have exchanged shots; cyborg C comes
// and initiates. Scores 2, 3, 4: the ninja may only shoot at the cyborg and
// misses; the cyborg chooses the ninja and hits once; the gunman may only shoot at
// the cyborg (DUEL-8).
func TestBookDuelOneAgainstOneAgainstOne(t *testing.T) {
	b := lay(t, func(c *duel.Config) { c.Players = 3 }, duel.Position{Act: "C", Models: []duel.Placed{
		{Model: "A", At: at(3, 3), Engaged: true}, {Model: "B", At: at(9, 3), Engaged: true}, {Model: "C", At: at(6, 9)},
	}})
	b.do("go to 6,8", "score 3", "score 2", "score 4")
	b.roll("1 3") // the ninja: 2+1, 2+3
	b.asked(2, duel.AskTarget, "C")
	assert.True(t, b.can("attack B"))
	b.do("attack A")
	b.roll("3 5")
	b.prone("A")
	b.roll("1 2") // the gunman has no choice but the cyborg, and misses
	b.standing("B", "C")
}

// The third example: seat 0 has the ninja, seat 1 the gunman and the cyborg. The
// gunman duels the ninja alone, then the cyborg does; when the ninja initiates,
// both return fire with scores of their own (DUEL-8, DUEL-31).
func TestBookDuelOneAgainstTwo(t *testing.T) {
	wall := space.Piece{Type: "wall", Rect: []float64{7, 0, .5, 4}}
	b := lay(t, func(c *duel.Config) { c.ModelsPerPlayer = 2; c.Board = plains(wall) }, duel.Position{Act: "B1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 3)}, {Model: "B1", At: at(9, 2)}, {Model: "B2", At: at(10, 1)},
	}})
	b.do("go to 7.5,5", "score 3", "score 4") // the gunman and the ninja alone
	b.roll("1 1", "1 1")
	b.asked(0, duel.AskAct, "A1")
	b = lay(t, func(c *duel.Config) { c.ModelsPerPlayer = 2 }, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 3)}, {Model: "B1", At: at(8, 3)}, {Model: "B2", At: at(8, 6)},
	}})
	b.do("stay at 3,3")
	b.asked(0, duel.AskScore, "A1")
	b.do("score 4")
	b.asked(1, duel.AskScore, "B1")
	b.do("score 5")
	b.asked(1, duel.AskScore, "B2")
	b.do("score 6")
	b.asked(0, duel.AskTarget, "A1")
	b.do("attack B2")
	b.roll("3 3") // two hits in one attack
	b.removed("B2")
	b.roll("1 1") // B1
	b.standing("A1", "B1")
}

// DUEL-8: equal scores attack at the same time, so that both can fall; DUEL-9: if
// that removes the last two, they tie.
func TestEqualScoresAreSimultaneousDUEL8(t *testing.T) {
	b := lay(t, nil, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 4", "score 4")
	b.roll("3 1", "1 3")
	b.prone("A", "B")

	b = lay(t, nil, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 4", "score 4")
	b.roll("3 3")
	b.standing("A", "B") // nothing is applied before all have rolled
	b.roll("3 3")
	b.removed("A", "B")
	assert.Equal(t, env.Terminal, b.s.CurrentPlayer())
	assert.Equal(t, []float64{0, 0}, b.returns())
}

// DUEL-8: a fighter put prone before its turn does not attack; against a prone
// one a score must be set all the same. DUEL-10: the second hit removes.
func TestProneDoesNotAttackDUEL8DUEL10(t *testing.T) {
	b := lay(t, nil, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 1", "score 6")
	b.roll("6 1")
	b.prone("B")
	// B has lost its turn; the next round begins with Initiative.
	b.roll("1", "2")
	b.roll("4 4") // B does not get up: it was in a Duel, so there is no bonus
	b.prone("B")
	b.asked(0, duel.AskAct, "A")
	b.do("stay at 3,6")
	b.asked(0, duel.AskScore, "A")
	b.do("score 6")
	b.roll("1 1")
	b.removed("B")
	assert.Equal(t, []float64{1, -1}, b.returns())
}

// DUEL-8: a responder still attacks an active fighter put prone earlier in the
// same Duel.
func TestRespondersShootAtTheProneInitiatorDUEL8(t *testing.T) {
	b := lay(t, func(c *duel.Config) { c.ModelsPerPlayer = 2 }, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 3)}, {Model: "A2", At: at(1, 11)}, {Model: "B1", At: at(8, 3)}, {Model: "B2", At: at(8, 6)},
	}})
	b.do("stay at 3,3", "score 6", "score 2", "score 3")
	b.roll("5 1")
	b.prone("A1")
	b.roll("4 1")
	b.removed("A1")
}

// DUEL-6: low goes first; seats that tie are put in order by one uniform chance
// node (C-2); three of four can tie for the last places.
func TestInitiativeDUEL6(t *testing.T) {
	g := build(t, func(c *duel.Config) { c.Players = 4 })
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.roll("4", "2", "4", "4")
	require.Equal(t, env.Chance, b.s.CurrentPlayer())
	outcomes := b.s.ChanceOutcomes(nil)
	require.Len(t, outcomes, 6)
	assert.InDelta(t, 1./6, outcomes[3].Prob, 1e-12)
	orders := map[int]bool{}
	for _, o := range outcomes {
		s := b.s.Clone().(*duel.State)
		require.NoError(t, s.Apply(o.Action))
		order := s.Order()
		assert.Equal(t, 1, order[0], "the low die goes first")
		orders[order[1]*100+order[2]*10+order[3]] = true
	}
	assert.Len(t, orders, 6, "every order of the three is there")

	b = &bench{t, g, g.NewInitialState().(*duel.State)}
	b.roll("6", "1", "3", "2")
	assert.Equal(t, []int{1, 3, 2, 0}, b.s.Order())
}

// DUEL-6: a prone fighter rolls two dice in Upkeep and gets up, without a hit, on
// a 5 or more; both dice get +1 after a round without a Duel.
func TestRecoveryDUEL6(t *testing.T) {
	for _, c := range []struct {
		dice    string
		engaged bool
		up      bool
	}{{"1 4", true, false}, {"1 5", true, true}, {"1 4", false, true}, {"1 3", false, false}} {
		b := lay(t, func(c *duel.Config) {
			c.Board = plains(space.Piece{Type: "wall", Rect: []float64{7, 2, .5, 8}})
		}, duel.Position{Act: "A", Models: []duel.Placed{
			{Model: "A", At: at(2, 6)}, {Model: "B", At: at(10, 6), Status: "prone", Hits: 1, Engaged: c.engaged},
		}})
		b.do("stay at 2,6")
		b.roll("1", "2", c.dice)
		f := b.of("B")
		assert.Equal(t, c.up, f.Standing, "%+v", c)
		if c.up {
			assert.Zero(t, f.Hits)
		} else {
			assert.Equal(t, 1, f.Hits)
		}
	}
}

// DUEL-7: the first activation places the fighter within 4 inches of its corner,
// and is over: no Move, no Duel. DUEL-33: two players start opposite each other.
func TestPlacementDUEL7DUEL33(t *testing.T) {
	g := build(t, nil)
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.roll("1", "2")
	b.asked(0, duel.AskPlace, "A")
	assert.True(t, b.can("place at 0.5,3.5"))
	assert.True(t, b.can("place at 2.5,3"))
	assert.False(t, b.can("place at 3,3"), "more than 4 inches from the corner")
	assert.False(t, b.can("place at 0,1"), "not wholly inside the area")
	b.do("place at 2.5,3")
	b.asked(1, duel.AskPlace, "B")
	b.do("place at 9.5,9") // in sight of each other
	assert.Equal(t, env.Chance, b.s.CurrentPlayer(), "no Duel: the next round begins")
	assert.Equal(t, 2, b.s.Round())
}

// DUEL-33: on a map that looks different from its corners, the second of two
// players chooses and the other starts opposite; of more, seats in chance order
// choose.
func TestCornersAreChosenDUEL33(t *testing.T) {
	wall := space.Piece{Type: "wall", Rect: []float64{1, 6, 2, .5}}
	g := build(t, func(c *duel.Config) { c.Board = plains(wall) })
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.asked(1, duel.AskCorner, "")
	b.do("start northwest")
	assert.Equal(t, space.Point{X: 0, Y: 24}, b.s.Corner(1))
	assert.Equal(t, space.Point{X: 24, Y: 0}, b.s.Corner(0))

	g = build(t, func(c *duel.Config) { c.Board = plains(wall); c.Players = 3 })
	b = &bench{t, g, g.NewInitialState().(*duel.State)}
	require.Equal(t, env.Chance, b.s.CurrentPlayer())
	assert.Len(t, b.s.ChanceOutcomes(nil), 6, "the order in which three seats choose")
	require.NoError(t, b.s.Apply(5))
	b.do("start southwest")
	assert.False(t, b.can("start southwest"), "taken")

	g = build(t, func(c *duel.Config) { c.Players = 3 })
	assert.Len(t, g.NewInitialState().(*duel.State).ChanceOutcomes(nil), 24, "on a symmetric map chance deals the corners of three")
}

// DUEL-7, DUEL-9: the treasure is grabbed in base contact; carrying it off the
// area wins at once.
func TestTreasureDUEL7DUEL9(t *testing.T) {
	p := pair(5, 6, 11, 11)
	b := lay(t, func(c *duel.Config) { c.Board = plains(space.Piece{Type: "wall", Rect: []float64{8, 7, .5, 4}}) }, p)
	require.True(t, b.can("interact"))
	b.do("interact")
	assert.Equal(t, 0, b.s.Carrier())
	assert.Equal(t, space.Point{X: 10, Y: 12}, b.s.Treasure(), "it is where its carrier is")

	p = pair(4, 6, 11, 11)
	b = lay(t, nil, p)
	assert.False(t, b.can("interact"), "not in contact")

	p = pair(2, 6, 11, 11)
	p.Carrier = "A"
	b = lay(t, nil, p)
	assert.False(t, b.can("leave to the east"))
	b.do("leave to the west")
	assert.Equal(t, env.Terminal, b.s.CurrentPlayer())
	assert.Equal(t, []float64{1, -1}, b.returns())
}

// DUEL-9: leaving without the treasure removes the fighter; the last player with
// a fighter wins. DUEL-32: leaving takes the way to the edge.
func TestLeavingDUEL9DUEL32(t *testing.T) {
	b := lay(t, nil, pair(4, 6, 9, 6))
	require.True(t, b.can("leave to the west"))
	assert.False(t, b.can("leave to the south"))
	b.do("leave to the west")
	b.removed("A")
	assert.Equal(t, []float64{-1, 1}, b.returns())
	assert.False(t, lay(t, nil, pair(4.5, 6, 9, 6)).can("leave to the west"), "4.5 inches to the edge")
}

// DUEL-9: a fighter that falls prone or is removed drops the treasure where it
// stood, and any fighter can take it again (DUEL-32).
func TestTreasureIsDroppedDUEL9DUEL32(t *testing.T) {
	p := pair(3, 6, 9, 6)
	p.Carrier = "A"
	b := lay(t, nil, p)
	b.do("stay at 3,6", "score 6", "score 3")
	b.roll("4 1")
	b.prone("A")
	assert.Equal(t, -1, b.s.Carrier())
	assert.Equal(t, space.Point{X: 6, Y: 12}, b.s.Treasure())
	b.asked(1, duel.AskAct, "B")
	b.do("go to 5,6", "score 6")
	b.roll("1 1")
	assert.Equal(t, []float64{-1, 1}, b.returns())
}

// DUEL-7: a Duel needs sight, and an inch between the bases; it follows by
// itself, and after Interact too (DUEL-26).
func TestWhenADuelFollowsDUEL7DUEL26(t *testing.T) {
	wall := space.Piece{Type: "wall", Rect: []float64{7, 2, .5, 8}}
	walled := func(c *duel.Config) { c.Board = plains(wall) }
	b := lay(t, walled, pair(3, 6, 9, 6))
	b.do("stay at 3,6")
	b.asked(1, duel.AskAct, "B") // out of sight

	b = lay(t, nil, pair(3, 6, 4.5, 6))
	b.do("stay at 3,6")
	b.asked(1, duel.AskAct, "B") // half an inch apart
	b = lay(t, nil, pair(3, 6, 5, 6))
	b.do("stay at 3,6")
	b.asked(0, duel.AskScore, "A") // one inch

	b = lay(t, nil, pair(5, 6, 9, 6))
	b.do("interact")
	b.asked(0, duel.AskScore, "A")
}

// DUEL-9, C-4: at the round cap the seats still in the game tie; a seat that is
// out has lost.
func TestRoundCapDUEL9(t *testing.T) {
	b := lay(t, func(c *duel.Config) {
		c.Rounds, c.Players = 2, 3
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{7, 2, .5, 8}})
	}, duel.Position{Act: "A", Models: []duel.Placed{{Model: "A", At: at(3, 6)}, {Model: "B", At: at(9, 6)}}})
	b.do("stay at 3,6", "stay at 9,6")
	assert.Equal(t, env.Terminal, b.s.CurrentPlayer())
	assert.Equal(t, []float64{.25, .25, -.5}, b.returns())
}

// DUEL-31: seats take turns, one model each, until all have been activated; a
// seat without one left is skipped.
func TestTurnsOfManyModelsDUEL31DUEL19(t *testing.T) {
	b := lay(t, func(c *duel.Config) {
		c.ModelsPerPlayer = 2
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{8, 1, .5, 10}})
	}, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(2, 2)}, {Model: "A2", At: at(2, 10)}, {Model: "B1", At: at(10, 6)},
	}})
	b.do("stay at 2,2")
	b.asked(1, duel.AskAct, "B1")
	b.do("stay at 10,6")
	b.asked(0, duel.AskAct, "A2")
	b.do("stay at 2,10")
	assert.Equal(t, env.Chance, b.s.CurrentPlayer(), "the round is over")
	b.roll("2", "1")
	b.do("stay at 10,6")
	b.asked(0, duel.AskPick, "")
	b.do("choose A2")
	b.asked(0, duel.AskAct, "A2")
}

// DUEL-5, DUEL-117: an offset has the same id wherever the model stands; with
// absolute placement an id is a point.
func TestDestinationIDsDUEL5DUEL117(t *testing.T) {
	id := func(b *bench, name string) env.Action {
		a, err := env.ParseAction(b.s, name)
		require.NoError(t, err)
		return a
	}
	one, two := lay(t, nil, pair(3, 6, 9, 9)), lay(t, nil, pair(4.5, 2, 9, 9))
	assert.Equal(t, id(one, "go to 4,7"), id(two, "go to 5.5,3"))
	absolute := func(c *duel.Config) { c.Placement = duel.PlacementAbsolute }
	one, two = lay(t, absolute, pair(3, 6, 9, 9)), lay(t, absolute, pair(4, 5, 9, 9))
	assert.Equal(t, id(one, "go to 4,7"), id(two, "go to 4,7"))
	assert.Equal(t, 25*25, one.g.Spec().Actions[0].Size())
}

// DUEL-24: staying is always possible.
func TestStayingIsLegalDUEL24(t *testing.T) {
	assert.True(t, lay(t, nil, pair(3, 6, 9, 9)).can("stay at 3,6"))
}

// DUEL-111: where many have been placed, the placement reaches further out, so
// that all six of a side find room.
func TestCrowdedPlacementDUEL111(t *testing.T) {
	g := build(t, func(c *duel.Config) { c.ModelsPerPlayer = 6; c.Board.Step = 1 })
	s := g.NewInitialState().(*duel.State)
	rng := env.Stream(3, "crowd")
	for s.Round() < 2 {
		if s.CurrentPlayer() == env.Chance {
			require.NoError(t, s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng)))
			continue
		}
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	for m := range g.Models() {
		assert.True(t, s.Fighter(m).Standing, s.Fighter(m).Name)
	}
}
