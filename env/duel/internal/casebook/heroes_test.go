package casebook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/games"
)

// heroically returns a game of one Hero a side whose feats and traits positions
// name.
func heroically(c *duel.Config) {
	c.Heroes, c.Warband, c.MaxModels, c.AvoidHits, c.Melee = true, duel.WarbandRandom, 4, true, true
}

func kit(kits ...duel.Kit) func(c *duel.Config) {
	return func(c *duel.Config) {
		heroically(c)
		c.Warband, c.Warbands = duel.WarbandGiven, []duel.Warband{{Models: kits}}
	}
}

// DUEL-19: with heroes off, warbands may name feats, but fields, actions and hash are the
// plain game's.
func TestNoHeroesDUEL19(t *testing.T) {
	plain := build(t, nil).Spec()
	same := build(t, func(c *duel.Config) { c.MaxModels, c.HeroDice = 7, 4 }).Spec()
	assert.Equal(t, plain.Hash, same.Hash)
	g := build(t, func(c *duel.Config) {
		c.Warbands = []duel.Warband{{Models: []duel.Kit{{Feats: []string{"guard"}, Traits: map[string]int{"toughness": 9}}}}}
	})
	f := g.NewInitialState().(*duel.State).Fighter(0)
	assert.Equal(t, duel.KindFighter, f.Kind)
	assert.Empty(t, f.Feats)
	assert.Zero(t, f.Toughness)
	assert.Equal(t, plain.NumActions(), g.Spec().NumActions())
	assert.Equal(t, plain.ObservationSize(), g.Spec().ObservationSize())
}

// DUEL-12, DUEL-18, DUEL-20, DUEL-58, DUEL-111: a warband that costs too much or
// has a forbidden feat or trait is refused, with all its faults at once.
func TestWarbandFaultsDUEL12DUEL18DUEL20DUEL111(t *testing.T) {
	text := faults(t, func(c *duel.Config) {
		kit(duel.Kit{
			Feats:     []string{"guard", "guard", "large", "quick", "absorb_health"},
			Traits:    map[string]int{"toughness": 3, "fast": 1, "follower": 2},
			Followers: []duel.Kit{{Kind: "animal", Ranged: duel.OneHanded}, {Kind: "squire"}},
		})(c)
		c.Melee = false
		c.MaxModels = 2
		c.OneUp = []string{"absorb_health", "luck"}
	})
	for _, want := range []string{
		"one_up[1]", "warbands[0].models[0]: 11: want feats and traits for at most 6 points", "feats[1]", "feats[2]: large: want melee on", "feats[3]: quick",
		"feats[4]: absorb_health: want each feat once", "traits.fast", "followers[0].ranged", "followers[0].kind", "followers[1].kind", "at most 2 models",
	} {
		assert.Contains(t, text, want)
	}
	for _, set := range []func(c *duel.Config){
		func(c *duel.Config) { c.Warband = duel.WarbandDraft },
		func(c *duel.Config) { c.OneUp = []string{"guard"} },
		func(c *duel.Config) { c.OneUpFollowers = true },
	} {
		assert.Contains(t, faults(t, set), "heroes on")
	}
	assert.Contains(t, faults(t, func(c *duel.Config) { c.Heroes, c.Scenario = true, duel.ScenarioStandoff }), "heroes")
	assert.Contains(t, faults(t, func(c *duel.Config) { heroically(c); c.MaxModels, c.OneUp = 1, []string{"follower"} }), "max_models")
}

// DUEL-12, DUEL-96, DUEL-110: a given warband fields its Heroes with three dice and
// its followers with the dice, size and arms of their kind.
func TestFollowersDUEL96DUEL110(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		heroically(c)
		c.Warband, c.Armory = duel.WarbandGiven, true
		c.Warbands = []duel.Warband{
			{Models: []duel.Kit{{Traits: map[string]int{"follower": 1, "toughness": 2}, Followers: []duel.Kit{{Kind: "animal"}}}}},
			{Models: []duel.Kit{{Traits: map[string]int{"follower": 2}, Followers: []duel.Kit{{Kind: "ganger", Ranged: duel.TwoHanded}}}}},
		}
	})
	s := g.NewInitialState().(*duel.State)
	require.Equal(t, 6, g.Models())
	hound, ganger := s.Fighter(1), s.Fighter(4)
	assert.Equal(t, 2, s.Fighter(0).Toughness)
	assert.Equal(t, []any{duel.KindHero, space.Normal}, []any{s.Fighter(0).Kind, s.Fighter(0).Base})
	assert.Equal(t, []any{duel.KindAnimal, space.Small, 0}, []any{hound.Kind, hound.Base, hound.Leader})
	assert.Equal(t, []string{"fast"}, hound.Feats)
	assert.Equal(t, []any{duel.None, duel.TwoHanded}, []any{hound.Ranged, hound.Melee})
	assert.Equal(t, []any{duel.KindGanger, space.Normal, duel.TwoHanded}, []any{ganger.Kind, ganger.Base, ganger.Ranged})

	p := duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Kind: "hero"}, {Model: "B1", At: at(9, 6), Kind: "hero"}, {Model: "B2", At: at(9, 8), Kind: "ganger"}, {Model: "B3", At: at(9, 10), Kind: "rookie"},
	}}
	b := lay(t, heroically, p)
	b.do("stay at 3,6")
	for name, want := range map[int]int{0: 3, 4: 3, 5: 2, 6: 1} {
		dice, _ := b.s.DiceOf(name, 0, true)
		assert.Equal(t, want, dice, "model %d", name)
	}
	// An animal initiates no Duel but hand to hand, and has two actions.
	p = duel.Position{Act: "A2", Models: []duel.Placed{{Model: "A2", At: at(3, 6), Kind: "animal"}, {Model: "B1", At: at(9, 6), Kind: "hero"}}}
	b = lay(t, heroically, p)
	b.do("go to 5,6", "stay at 5,6")
	b.asked(1, duel.AskAct, "B1")
	b = lay(t, heroically, p)
	b.do("go to 5,6", "go to 8,6")
	b.asked(0, duel.AskScore, "A2")
	assert.True(t, b.s.HandToHand())
}

// DUEL-10, DUEL-29: a rookie is removed by its first hit, is never prone, and may
// not exhaust; a Hero takes two hits.
func TestFrailKindsDUEL10DUEL29(t *testing.T) {
	p := duel.Position{Act: "A1", Models: []duel.Placed{{Model: "A1", At: at(3, 6), Kind: "hero"}, {Model: "B2", At: at(9, 6), Kind: "rookie"}, {Model: "B1", At: at(11, 11), Kind: "hero", Status: "prone"}}}
	b := lay(t, heroically, p)
	b.do("stay at 3,6", "score 3", "score 4", "attack B2")
	b.roll("4 1 1")
	b.removed("B2")
	p.Act = "B2"
	tired := all(heroically, func(c *duel.Config) { c.Exhaust = true })
	assert.False(t, lay(t, tired, p).can("exhaust"))
	p.Act = "A1"
	assert.True(t, lay(t, tired, p).can("exhaust"))
}

// DUEL-45: heavy cover costs an attacker two hits, but one against a rookie.
func TestRookiesInCoverDUEL45(t *testing.T) {
	wall := space.Piece{Type: "fence", Rect: []float64{8.2, 4.5, .2, 3}, Height: 2}
	covered := all(heroically, func(c *duel.Config) { c.Cover, c.Board = duel.CoverAdvanced, plains(wall) })
	for kind, rerolls := range map[string]string{"rookie": "1", "ganger": "1 1"} {
		b := lay(t, covered, duel.Position{Act: "A1", Models: []duel.Placed{{Model: "A1", At: at(3, 6), Kind: "hero"}, {Model: "B2", At: at(9, 6), Kind: kind}}})
		b.do("stay at 3,6", "score 3", "avoid 6")
		b.roll("1 6 6", rerolls)
		assert.Equal(t, kind == "rookie", b.of("B2").Removed)
	}
}

// DUEL-48: a Hero adds 3 to the dice of a fall, a ganger 2, a rookie 1.
func TestFallBonusDUEL48(t *testing.T) {
	stage := space.Piece{Type: "stage", Rect: []float64{8, 5, 2, 2}, Height: 2}
	for kind, name := range map[string]string{"hero": "B1", "ganger": "B2", "rookie": "B2"} {
		b := lay(t, all(heroically, func(c *duel.Config) {
			c.Board, c.Falling, c.FragileHits, c.InteractiveTerrain = plains(stage), true, 3, []string{duel.Fragile}
		}), duel.Position{Act: "A1", Models: []duel.Placed{{Model: "A1", At: at(3, 6), Kind: "hero"}, {Model: name, At: at(9, 6), Kind: kind}}})
		b.do("stay at 3,6", "score 1", "avoid 6")
		b.roll("1 1 1") // the stage breaks
		b.roll("4 5")   // 4 and 3 make 7; 5 and 2 make 7
		f := b.of(name)
		assert.Equal(t, []bool{kind == "hero", kind == "ganger", kind == "rookie"}, []bool{f.Standing, f.Prone, f.Removed}, kind)
	}
}

// DUEL-49, DUEL-29: exhausted with toughness left, a Hero is stunned: prone without
// a hit. Hits take toughness, and the last point of it is the end.
func TestStunnedDUEL49(t *testing.T) {
	b := lay(t, all(heroically, func(c *duel.Config) { c.Exhaust = true }), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Traits: map[string]int{"toughness": 2}}, {Model: "B1", At: at(9, 6), Kind: "hero"},
	}})
	b.do("exhaust", "stay at 3,6", "stay at 3,6")
	b.prone("A1")
	b.do("stay at 9,6", "score 3")
	b.roll("4 1 1")
	assert.Equal(t, 1, b.of("A1").Toughness)
	b.prone("A1")
}

// The text says what is left of a Hero's toughness also when that is nothing: the trait beside
// it stays what was bought.
func TestTextOfSpentToughness(t *testing.T) {
	b := lay(t, heroically, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Traits: map[string]int{"toughness": 2}}, {Model: "B1", At: at(9, 6), Kind: "hero"},
	}})
	assert.Contains(t, b.s.Text(1), "toughness 2, hero")
	b.do("stay at 3,6", "score 3", "score 4")
	b.roll("1 1 1", "3 3 1")
	b.standing("A1")
	assert.Contains(t, b.s.Text(1), "toughness 0, hero")
	assert.NotContains(t, b.s.Text(1), "toughness 0 left.", "B1 has none to lose")
}

// DUEL-50: in water a hit that costs toughness only makes a Hero roll: a die and the
// toughness left must come to 7, or it drowns.
func TestWaterAndToughnessDUEL50(t *testing.T) {
	pond := space.Piece{Type: "pond", Rect: []float64{1, 4, 3, 4}}
	for die, drowns := range map[string]bool{"5": true, "6": false} {
		b := lay(t, all(heroically, on(pond), interactive(duel.Water)), duel.Position{Act: "A1", Models: []duel.Placed{
			{Model: "A1", At: at(9, 6), Kind: "hero"}, {Model: "B1", At: at(2, 6), Traits: map[string]int{"toughness": 2}}, {Model: "B2", At: at(2, 11), Kind: "ganger", Status: "prone"},
		}})
		b.do("stay at 9,6", "score 3", "score 6", "attack B1")
		b.roll("4 1 1", die)
		assert.Equal(t, drowns, b.of("B1").Removed)
	}
}

// DUEL-58: every Hero has the gifts of one_up besides its points, followers their
// feats where that is on; a gift that could not be bought is not given.
func TestOneUpDUEL58DUEL20(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		kit(duel.Kit{Traits: map[string]int{"toughness": 5, "follower": 1}, Followers: []duel.Kit{{Kind: "rookie"}}})(c)
		c.OneUp, c.OneUpFollowers, c.AvoidHits = []string{"guard", "toughness", "quickstep"}, true, false
	})
	s := g.NewInitialState().(*duel.State)
	assert.Equal(t, []string{"guard"}, s.Fighter(0).Feats, "quickstep needs avoid_hits")
	assert.Equal(t, 6, s.Fighter(0).Toughness)
	assert.Equal(t, []string{"guard"}, s.Fighter(1).Feats)
	assert.Zero(t, s.Fighter(1).Toughness)
}

// DUEL-12, DUEL-36, DUEL-111: a draft spends one point at a time, then chooses the
// kind of the followers, hidden from the others until all are done; it takes each
// feat once, and no more followers than there is room for.
func TestDraftDUEL36DUEL111(t *testing.T) {
	g := build(t, func(c *duel.Config) { heroically(c); c.Warband, c.MaxModels = duel.WarbandDraft, 3 })
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.asked(0, duel.AskBuy, "A1")
	b.do("buy guard")
	assert.False(t, b.can("buy guard"))
	b.do("buy toughness", "buy toughness", "buy follower", "buy follower")
	assert.False(t, b.can("buy follower"), "three models at most")
	b.do("buy fast")
	b.asked(0, duel.AskFollowers, "A1")
	assert.False(t, b.can("field rookies"), "four of them")
	b.do("field gangers")
	assert.NotContains(t, b.s.Text(1), "Guard")
	assert.Contains(t, b.s.Text(0), "Guard")
	assert.Empty(t, b.s.Fighter(0).Feats)
	size := g.Spec().ObservationSize()
	seen, other := make([]float32, size), make([]float32, size)
	b.s.Observe(1, seen)
	worlds := map[string]bool{}
	for i := range uint64(50) {
		w := b.s.ResampleFromInfoState(1, env.Stream(i, "worlds")).(*duel.State)
		w.Observe(1, other)
		require.Equal(t, seen, other)
		worlds[strings.TrimSpace(w.Text(0))] = true
	}
	assert.Greater(t, len(worlds), 40, "the worlds differ in what seat 0 has")
	b.do("buy bodyguard", "buy follower", "buy toughness", "buy toughness", "buy toughness", "buy toughness", "field rookies")
	assert.Contains(t, b.s.Text(1), "Bodyguard", "revealed")
	b.asked(1, duel.AskWhom, "B1") // the bodyguard is declared in the open
	assert.True(t, b.can("choose B2"))
	assert.False(t, b.can("choose A2"))
	assert.Equal(t, 2, b.of("A1").Toughness)
	assert.True(t, b.of("A3").Waiting)
}

// DUEL-36: while it buys for its next Hero a seat sees what followers the one before is to
// have, and no other seat does.
func TestDraftShowsTheFollowersChosenDUEL36(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		heroically(c)
		c.Warband, c.ModelsPerPlayer, c.MaxModels, c.ResourcePoints = duel.WarbandDraft, 2, 6, 1
	})
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.do("buy follower", "field rookies")
	b.asked(0, duel.AskBuy, "A2")
	assert.Equal(t, float32(1), b.sees(0, "models", "is to field rookies"))
	assert.Zero(t, b.sees(0, "models", "is to field gangers"))
	assert.Contains(t, b.s.Text(0), "is to field rookies")
	assert.NotContains(t, b.s.Text(1), "rookies")
	seen := observed(b.s, b.g, 1)
	world := &bench{t, g, b.s.ResampleFromInfoState(1, env.Stream(1, "worlds")).(*duel.State)}
	assert.Equal(t, seen, observed(world.s, g, 1))
	for b.s.Round() == 0 {
		require.NoError(t, b.s.Apply(b.s.LegalActions(nil)[0]))
	}
	assert.Zero(t, b.sees(0, "models", "is to field rookies"), "they are there")
	assert.NotContains(t, b.s.Text(0), "to field")
}

// DUEL-33: nobody is shown in a corner while the warbands are drafted, and each corner is as
// soon as it is chosen.
func TestCornersAreShownWhenTheyAreKnownDUEL33(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		heroically(c)
		c.Warband, c.Players, c.MaxModels, c.ResourcePoints = duel.WarbandDraft, 4, 1, 1
		c.Board.Symmetry = space.SymmetryNone
	})
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	for b.s.Question() == duel.AskBuy || b.s.Question() == duel.AskFollowers {
		assert.Zero(t, b.sees(0, "seats", "has a corner"))
		assert.Equal(t, space.Nowhere, b.s.Corner(0))
		assert.NotContains(t, b.s.Text(0), "starts")
		require.NoError(t, b.s.Apply(b.s.LegalActions(nil)[0]))
	}
	require.NoError(t, b.s.Apply(0)) // the order in which they choose
	b.asked(0, duel.AskCorner, "")
	b.do("start northwest")
	b.asked(1, duel.AskCorner, "")
	assert.Equal(t, float32(1), b.sees(0, "seats", "has a corner"))
	assert.Zero(t, b.sees(1, "seats", "has a corner"))
	assert.Contains(t, b.s.Text(1), "Seat 0  models 1 · toughness 0 · starts in the northwest")
	assert.NotContains(t, b.s.Text(1), "starts in the southeast")
}

// With random warbands chance buys, uniformly among the legal choices.
func TestRandomWarbands(t *testing.T) {
	g := build(t, heroically)
	s := g.NewInitialState().(*duel.State)
	outcomes := s.ChanceOutcomes(nil)
	for _, o := range outcomes {
		name := strings.ReplaceAll(s.ActionString(o.Action), " ", "_")
		assert.Contains(t, turn.SkillNames(), name)
	}
	assert.GreaterOrEqual(t, len(outcomes), 14)
	assert.InDelta(t, 1/float64(len(outcomes)), outcomes[0].Prob, 1e-12)
}

// DUEL-94, DUEL-116: an interruption is offered at whole inches of the path; a
// model that declines for the rest of it is not asked again, and none is asked
// twice in a round.
func TestInterruptsDUEL94DUEL116DUEL14(t *testing.T) {
	p := duel.Position{Act: "A1", Models: []duel.Placed{{Model: "A1", At: at(3, 6), Kind: "hero"}, {Model: "B1", At: at(9, 6), Feats: []string{"xtra_attack"}}}}
	b := lay(t, heroically, p)
	b.do("go to 3,10")
	for range 4 {
		b.asked(1, duel.AskUse, "B1")
		b.do("no")
	}
	b.asked(0, duel.AskScore, "A1")
	assert.Equal(t, space.Point{X: 6, Y: 20}, b.of("A1").At)

	b = lay(t, heroically, p)
	b.do("go to 3,10", "not for the rest of this path")
	b.asked(0, duel.AskScore, "A1")

	b = lay(t, heroically, p)
	b.do("go to 3,10", "yes", "score 3", "avoid 5")
	assert.Equal(t, space.Point{X: 6, Y: 14}, b.of("A1").At, "an inch along")
	b.roll("1")
	b.asked(0, duel.AskScore, "A1") // the Move went on, and B1 is not asked again
	assert.Equal(t, space.Point{X: 6, Y: 20}, b.of("A1").At)
}

// DUEL-113: a redirected hit is not redirected again; DUEL-115: a trigger waits for
// the end of the Duel and happens once in an activation.
func TestTriggersDUEL115(t *testing.T) {
	wall := space.Piece{Type: "wall", Rect: []float64{7, 1.5, .5, 9}}
	b := lay(t, all(heroically, func(c *duel.Config) { c.Board, c.OneAndHalfActions = plains(wall), true }), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(10, 11), Kind: "hero"}, {Model: "B1", At: at(3, 11), Feats: []string{"tactical_movement"}},
	}})
	b.do("skirmish", "stay at 10,11", "score 3", "score 3")
	b.roll("1", "1 1 1")
	b.asked(1, duel.AskWhere, "B1")
	assert.Equal(t, -1, b.s.Initiator(), "the Duel is over")
	b.do("done")
	b.do("stay at 10,11", "avoid 3", "score 3")
	b.roll("1 1 1")
	b.asked(1, duel.AskAct, "B1") // not a second time
}

// DUEL-117: the blocks of heroes exist only with heroes, after all others.
func TestActionBlocksDUEL117(t *testing.T) {
	names := func(g *duel.Game) (list []string) {
		for _, b := range g.Spec().Actions {
			list = append(list, b.Name)
		}
		return list
	}
	core, heroes := names(build(t, nil)), names(build(t, heroically))
	for _, name := range []string{"skill", "followers", "number", "heroes", "die", "direction"} {
		assert.NotContains(t, core, name)
		assert.Contains(t, heroes, name)
	}
	assert.Equal(t, []string{"skill", "followers", "number", "heroes"}, heroes[len(heroes)-4:])
}

// The shipped warbands can be played, each against the next: a random game of each
// pair ends.
func TestShippedWarbands(t *testing.T) {
	bands := configs.Names("games/duel/warbands")
	assert.GreaterOrEqual(t, len(bands), 12)
	for i, band := range bands {
		t.Run(band, func(t *testing.T) {
			other := bands[(i+1)%len(bands)]
			g := games.MustNew("duel(heroes=true,melee=true,avoid_hits=true,armory=true,cover=simple,rounds=10,bands=[" + band + "," + other + "])")
			rng := env.Stream(uint64(i), "bands")
			s := g.NewInitialState()
			for s.CurrentPlayer() != env.Terminal {
				if s.CurrentPlayer() == env.Chance {
					require.NoError(t, s.Apply(env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)))
					continue
				}
				legal := s.LegalActions(nil)
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		})
	}
	_, err := games.New("duel(heroes=true,bands=[nobody])")
	var f env.Faults
	require.ErrorAs(t, err, &f)
	assert.Contains(t, err.Error(), "bands[0]")
}

// The index of the rule book: 52 feats and 7 traits, each with a name of its own.
func TestSkillNames(t *testing.T) {
	all := turn.SkillNames()
	assert.Len(t, all, 59)
	slices.Sort(all)
	assert.Len(t, slices.Compact(all), 59)
}

// DUEL-58, DUEL-20: one_up_followers gives a follower only what its arms and its rank
// allow: a ganger with a rifle no second weapon, no follower a coordinated action; and a
// gift that makes large does.
func TestGiftsOfFollowersDUEL58(t *testing.T) {
	for ranged, want := range map[string][]string{duel.TwoHanded: {"guard", "large"}, duel.OneHanded: {"guard", "large", "off_hand_weapon"}} {
		melee := duel.OneHanded
		if ranged == duel.TwoHanded {
			melee = duel.None
		}
		g := build(t, func(c *duel.Config) {
			kit(duel.Kit{
				Ranged: duel.OneHanded, Melee: duel.OneHanded, Traits: map[string]int{"follower": 1},
				Followers: []duel.Kit{{Kind: "ganger", Ranged: ranged, Melee: melee}},
			})(c)
			c.Armory, c.OneUp, c.OneUpFollowers = true, []string{"guard", "off_hand_weapon", "coordinate", "large"}, true
		})
		ganger := g.NewInitialState().(*duel.State).Fighter(1)
		require.Equal(t, duel.KindGanger, ganger.Kind)
		assert.ElementsMatch(t, want, ganger.Feats, "%s", ranged)
		assert.Equal(t, space.Large, ganger.Base)
	}
}

// DUEL-116: everybody has heard where an interrupted Move leads, and sees it: two that stop
// at one place differ by it, also in the Duel that interrupts them.
func TestInterruptedMovesShowWhereTheyLeadDUEL116(t *testing.T) {
	p := duel.Position{Act: "A1", Models: []duel.Placed{{Model: "A1", At: at(3, 6), Kind: "hero"}, {Model: "B1", At: at(9, 6), Feats: []string{"xtra_attack"}}}}
	const x, y = "destination of the interrupted Move: x on the table", "destination of the interrupted Move: y on the table"
	for to, north := range map[string]float32{"3,10": 10, "3,9": 9} {
		b := lay(t, heroically, p)
		b.do("go to " + to)
		b.asked(1, duel.AskUse, "B1")
		for seat := range 2 {
			assert.InDelta(t, 3./12, b.sees(seat, "context", x), 1e-6)
			assert.InDelta(t, north/12, b.sees(seat, "context", y), 1e-6)
			assert.Contains(t, b.s.Text(env.Player(seat)), "The interrupted Move leads to "+to+".\n")
		}
		b.do("yes")
		b.asked(1, duel.AskScore, "B1")
		assert.InDelta(t, north/12, b.sees(1, "context", y), 1e-6, "in the Duel too")
		b.do("score 3", "avoid 5")
		b.roll("1")
		assert.Zero(t, b.sees(0, "context", y), "it is there")
	}
}

// DUEL-116: everybody has heard how far an interrupted Move has gone and where it began, and
// sees it: the next inch may end at the same place as this one.
func TestInterruptedMovesShowHowFarTheyHaveGoneDUEL116(t *testing.T) {
	p := duel.Position{Act: "A1", Models: []duel.Placed{{Model: "A1", At: at(3, 6), Kind: "hero"}, {Model: "B1", At: at(9, 6), Feats: []string{"xtra_attack"}}}}
	b := lay(t, heroically, p)
	b.do("go to 3,10")
	for inch := range 4 {
		b.asked(1, duel.AskUse, "B1")
		for seat := range 2 {
			assert.InDelta(t, float32(inch+1)/12, b.sees(seat, "context", "inches gone of the interrupted Move"), 1e-6)
			assert.InDelta(t, 3./12, b.sees(seat, "context", "start of the interrupted Move: x on the table"), 1e-6)
			assert.InDelta(t, 6./12, b.sees(seat, "context", "start of the interrupted Move: y on the table"), 1e-6)
			assert.Contains(t, b.s.Text(env.Player(seat)), fmt.Sprintf("The interrupted Move began at 3,6 and has gone %d\".\n", inch+1))
		}
		b.do("no")
	}
	b.asked(0, duel.AskScore, "A1")
	assert.Zero(t, b.sees(0, "context", "inches gone of the interrupted Move"), "it is there")
	assert.NotContains(t, b.s.Text(0), "interrupted Move")
}

// DUEL-116: who does not interrupt the rest of a Move has said so to everybody, who sees it.
func TestEverybodySeesWhoInterruptsNoMoreDUEL116(t *testing.T) {
	p := duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Kind: "hero"},
		{Model: "B1", At: at(9, 6), Feats: []string{"xtra_attack"}},
		{Model: "B2", At: at(9, 9), Kind: "ganger", Feats: []string{"xtra_attack"}},
	}}
	var seen [2][][]float32
	for i, answer := range []string{"no", "not for the rest of this path"} {
		b := lay(t, heroically, p)
		b.do("go to 3,10")
		b.asked(1, duel.AskUse, "B1")
		b.do(answer)
		b.asked(1, duel.AskUse, "B2")
		assert.InDelta(t, i, b.sees(1, "models", "does not interrupt the rest of the Move"), 0)
		for seat := range 2 {
			assert.Equal(t, i > 0, strings.Contains(b.s.Text(env.Player(seat)), "Do not interrupt the rest of it: B1.\n"), "seat %d, %s", seat, answer)
			seen[seat] = append(seen[seat], observed(b.s, b.g, seat))
		}
		b.alikeFromEveryChair()
	}
	assert.NotEqual(t, seen[0][0], seen[0][1])
}

// DUEL-116: a Move whose mover was shoved away leads nowhere any more, which everybody sees;
// what it has gone counts.
func TestAShovedMoverIsNotShownWhereItsMoveLedDUEL116(t *testing.T) {
	b := lay(t, heroically, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(6, 6), Kind: "hero", Traits: map[string]int{"toughness": 3}},
		{Model: "B1", At: at(9, 6), Feats: []string{"xtra_attack", "knockback"}},
		{Model: "B2", At: at(9, 9), Kind: "ganger", Feats: []string{"xtra_attack"}},
	}})
	b.do("go to 6,10", "yes", "score 3", "avoid 1")
	b.roll("1 1 1", "6") // one hit
	b.asked(1, duel.AskUse, "B2")
	assert.Equal(t, space.Point{X: 10, Y: 15}, b.of("A1").At, "an inch along, and an inch away from B1")
	for seat := range 2 {
		text := b.s.Text(env.Player(seat))
		assert.Contains(t, text, "The interrupted Move has gone 1\".\n")
		assert.NotContains(t, text, "leads to")
		assert.InDelta(t, 1./12, b.sees(seat, "context", "inches gone of the interrupted Move"), 1e-6)
		assert.Zero(t, b.sees(seat, "context", "start of the interrupted Move: x on the table"))
		assert.Zero(t, b.sees(seat, "context", "destination of the interrupted Move: y on the table"))
	}
	b.do("no")
	b.asked(0, duel.AskGo, "A1")
}

// DUEL-94: whom a blind shot is at is settled before the Hero's next question, and shown.
func TestABlindShotShowsItsTargetDUEL94(t *testing.T) {
	var seen [][]float32
	for _, target := range []string{"B1", "B2"} {
		b := lay(t, heroically, duel.Position{Act: "A1", Models: []duel.Placed{
			{Model: "A1", At: at(2, 6), Feats: []string{"zero_vision_shooting", "yellow"}},
			{Model: "B1", At: at(11, 11), Kind: "hero"},
			{Model: "B2", At: at(2, 11), Kind: "ganger"},
		}})
		b.do("stay at 2,6", "choose "+target)
		b.asked(0, duel.AskUse, "A1")
		assert.Contains(t, b.s.Text(1), ", with zero vision shooting, against "+target+".\n")
		seen = append(seen, observed(b.s, b.g, 1))
	}
	assert.NotEqual(t, seen[0], seen[1])
}
