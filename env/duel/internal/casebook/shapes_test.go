package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/envtest"
)

// shifting sets up a draft of two points, of which Shapeshifter may take one.
func shifting(c *duel.Config) {
	heroically(c)
	c.Warband, c.ResourcePoints = duel.WarbandDraft, 2
}

// DUEL-36, DUEL-98: with Shapeshifter a draft has more choices, which the other
// seats cannot notice until all is revealed, neither while they are made nor
// afterwards.
func TestShapesAreDraftedInSecretDUEL36DUEL98(t *testing.T) {
	g := build(t, shifting)
	type sight struct {
		observation []float32
		text, known string
	}
	look := func(actions ...string) (sight, *bench) {
		b := &bench{t, g, g.NewInitialState().(*duel.State)}
		b.do(actions...)
		x := sight{make([]float32, g.Spec().ObservationSize()), b.s.Text(1), b.s.InformationState(1)}
		b.s.Observe(1, x.observation)
		return x, b
	}
	before, b := look("buy guard")
	b.asked(0, duel.AskBuy, "A1")
	for _, actions := range [][]string{
		{"buy shapeshifter", "buy guard"},
		{"buy shapeshifter", "buy guard", "field gangers"},
		{"buy guard", "buy toughness"},
	} {
		now, _ := look(actions...)
		assert.Equal(t, before, now, "%v: seat 0 is at it", actions)
	}
	g = build(t, func(c *duel.Config) { shifting(c); c.ModelsPerPlayer = 2 })
	one, _ := look("buy guard")
	two, b := look("buy guard", "buy toughness", "field gangers")
	b.asked(0, duel.AskBuy, "A2")
	assert.Equal(t, one.observation, two.observation, "nor at which Hero")
	assert.Equal(t, one.text, two.text)

	g = build(t, shifting)
	plain, _ := look("buy guard", "buy toughness", "field gangers")
	shaped, b := look("buy shapeshifter", "buy guard", "field gangers", "buy fast")
	b.asked(1, duel.AskBuy, "B1")
	assert.Equal(t, plain, shaped, "seat 0 is done")

	lengths := map[int]bool{}
	for i := range uint64(2000) {
		w := b.s.ResampleFromInfoState(1, env.Stream(i, "worlds")).(*duel.State)
		require.Equal(t, b.s.LegalActions(nil), w.LegalActions(nil))
		lengths[len(w.InformationState(0))] = true
	}
	assert.Greater(t, len(lengths), 1, "with a shape and without")

	_, halfway := look("buy shapeshifter", "buy guard", "field gangers")
	assert.Contains(t, halfway.s.Text(0), "with the last point for shape 2", "who is at it reads what is left")
	for i := range uint64(50) {
		w := halfway.s.ResampleFromInfoState(1, env.Stream(i, "worlds")).(*duel.State)
		require.Equal(t, env.Player(0), w.CurrentPlayer())
		require.NotEmpty(t, w.LegalActions(nil))
	}

	b.do("buy guard", "buy toughness", "field gangers")
	assert.Contains(t, b.s.Text(1), "as shape 2: fast", "revealed")
	shapes := b.of("A1").Shapes
	require.Len(t, shapes, 2)
	assert.Equal(t, []string{"guard"}, shapes[0].Feats)
	assert.Equal(t, []string{"fast"}, shapes[1].Feats)
}

// Games in which everybody has shapes obey the laws, drafted and by chance.
func TestLawsOfShapesDUEL98(t *testing.T) {
	for _, warband := range []string{duel.WarbandDraft, duel.WarbandRandom} {
		g := build(t, func(c *duel.Config) {
			shifting(c)
			c.Warband, c.OneUp, c.Rounds = warband, []string{"shapeshifter"}, 4
		})
		games := 2
		if long {
			games = 100
		}
		envtest.Run(t, g, envtest.Options{Games: games, Sparse: !long})
	}
}

// DUEL-58: one_up can give a shape for free, and all shapes have the gifts of
// one_up.
func TestShapesOfOneUpDUEL58DUEL98(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		kit(duel.Kit{Feats: []string{"fast"}, Traits: map[string]int{"shapeshifter": 1}, Shapes: []duel.Shape{{Feats: []string{"large"}}, {Traits: map[string]int{"toughness": 2}}}})(c)
		c.OneUp = []string{"shapeshifter", "guard"}
	})
	s := g.NewInitialState().(*duel.State)
	assert.Equal(t, []duel.Shape{
		{Feats: []string{"fast", "guard"}}, {Feats: []string{"guard", "large"}}, {Feats: []string{"guard"}, Traits: map[string]int{"toughness": 2}},
	}, s.Fighter(0).Shapes)
	assert.Equal(t, 2, s.Fighter(0).Traits["shapeshifter"])
}

// DUEL-12, DUEL-36, DUEL-98: too few or too many shapes, and shapes that cost too
// much or have feats that belong to the Hero, are refused with all faults at once.
func TestShapeFaultsDUEL36DUEL98(t *testing.T) {
	text := faults(t, kit(
		duel.Kit{Traits: map[string]int{"shapeshifter": 2}, Shapes: []duel.Shape{
			{Feats: []string{"guard", "guard", "swiftness"}, Traits: map[string]int{"toughness": 4}},
		}},
		duel.Kit{Traits: map[string]int{"shapeshifter": 1}, Shapes: []duel.Shape{{Traits: map[string]int{"follower": 1, "shapeshifter": 1}}}},
	))
	for _, want := range []string{
		"models[0].shapes: 1: want 2", "models[0].shapes[0]: 7: want feats and traits for at most 4 points", "shapes[0].feats[1]: guard: want each feat once",
		"shapes[0].feats[2]: swiftness", "models[1].shapes[0].traits.follower: 1: want none", "models[1].shapes[0].traits.shapeshifter: 1: want none",
	} {
		assert.Contains(t, text, want)
	}
	assert.Contains(t, faults(t, func(c *duel.Config) {
		kit(duel.Kit{Traits: map[string]int{"shapeshifter": 1}, Shapes: []duel.Shape{{}}})(c)
		c.MaxShapes = 0
	}), "max_shapes above 0")
}

// A position that gives a Hero another number of shapes than the trait says, or a
// marker without a shape, is refused.
func TestShapeFaultsOfPositions(t *testing.T) {
	g := build(t, heroically)
	for want, p := range map[string]duel.Placed{
		"models[0].shapes: 0: want 1":       {Traits: map[string]int{"shapeshifter": 1}},
		"models[0].shapes[0]: follower":     {Traits: map[string]int{"shapeshifter": 1}, Shapes: []duel.Shape{{Traits: map[string]int{"follower": 1}}}},
		"models[0].marker":                  {Feats: []string{"guard"}, Marker: []float64{4, 6}},
		"models[0].marks.shape: 3":          {Traits: map[string]int{"shapeshifter": 1}, Shapes: []duel.Shape{{}}, Marks: map[string]int{"shape": 3}},
		"models[0].marks.shifting shape: 1": {Traits: map[string]int{"shapeshifter": 1}, Shapes: []duel.Shape{{}}, Marks: map[string]int{"shifting shape": 1}, Marker: []float64{4, 6}},
	} {
		p.Model, p.At = "A1", at(3, 6)
		_, err := g.State(duel.Position{Act: "A1", Models: []duel.Placed{p}})
		assert.ErrorContains(t, err, want)
	}
}

// A Hero in a mob cannot shift: when it spends its next activation leaving the
// mob, it keeps its shape.
func TestMobsStopShapeshiftersDUEL104DUEL98(t *testing.T) {
	wall := space.Piece{Type: "wall", Rect: []float64{7, 1.5, .5, 9}}
	b := lay(t, all(heroically, func(c *duel.Config) {
		c.AddOns, c.MobRadius, c.Board = []string{duel.AddOnCityBrawl}, 1, plains(wall)
	}), duel.Position{Act: "B1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Traits: map[string]int{"shapeshifter": 1}, Shapes: []duel.Shape{{Feats: []string{"guard"}}}, Marks: map[string]int{"shifting shape": 2}, Marker: []float64{4, 6}},
		{Model: "B1", At: at(9, 6), Kind: "hero"},
	}, Mobs: []duel.MobAt{{At: []float64{3, 6}}}})
	require.Equal(t, 2, b.of("A1").Marks["shifting shape"])
	b.do("stay at 9,6", "step out to 3,4.5", "done")
	assert.Zero(t, b.of("A1").Marks["shifting shape"])
	assert.Equal(t, 1, b.of("A1").Marks["shape"])
}
