package casebook_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/envtest"
	"ringer/env/games"
)

// DUEL-123: the laws hold where players put down terrain, whatever the table and the number
// of seats.
func TestLawsOfPutDownTerrain(t *testing.T) {
	names := []string{
		"duel(place_terrain=2,step=1,rounds=1)",
		"duel(place_terrain=1,scenario=boss_fight,melee=true,avoid_hits=true,players=1,step=1,rounds=1)",
	}
	n := 1
	if long {
		n = 5
		names = append(names,
			"duel(place_terrain=6,rounds=3)",
			"duel(place_terrain=3,players=4,map=city,step=1,rounds=2)",
			"duel(place_terrain=4,players=3,map=homestead,step=1,placement=absolute,rounds=2)",
			"duel(place_terrain=2,heroes=true,warband=draft,max_models=3,rounds=2,map=scatter)",
		)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			envtest.Run(t, games.MustNew(name), envtest.Options{Games: n, Biased: 1, Sparse: !long})
		})
	}
}

// put plays the first this many decisions on terrain, each the legal one that choose picks.
func put(t *testing.T, s *duel.State, most int, choose func(legal []env.Action) env.Action) (n int) {
	for s.Question() == duel.AskTerrain && n < most {
		legal := s.LegalActions(nil)
		require.NotEmpty(t, legal)
		require.NoError(t, s.Apply(choose(legal)))
		n++
	}
	return n
}

// DUEL-123: the seats put down terrain in turn, as many pieces each; then the last one is
// the first to choose a corner, and the others follow counter-clockwise.
func TestSeatsPutDownTerrainInTurn(t *testing.T) {
	for players, corners := range map[int][]env.Player{2: {1}, 3: {2, 1, 0}, 4: {3, 2, 1, 0}} {
		g := games.MustNew(fmt.Sprintf("duel(place_terrain=2,players=%d,map=city,step=1)", players))
		s := g.NewInitialState().(*duel.State)
		for i := range 2 * players {
			require.Equal(t, duel.AskTerrain, s.Question())
			assert.Equal(t, env.Player(i%players), s.CurrentPlayer())
			put(t, s, 1, func(legal []env.Action) env.Action { return legal[len(legal)/2] })
		}
		for _, p := range corners {
			require.Equal(t, duel.AskCorner, s.Question(), "%d players", players)
			assert.Equal(t, p, s.CurrentPlayer())
			require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
		}
		field := s.Field()
		assert.Len(t, field.Added(), 2*players)
	}
}

// DUEL-123, against a dumb implementation: a piece that is legal lies off everything else,
// and whatever could be walked to before still can, from every point to every other.
func TestPutDownTerrainLeavesWays(t *testing.T) {
	for _, text := range []string{"duel(place_terrain=6)", "duel(place_terrain=6,map=canyon,step=1)", "duel(place_terrain=3,players=4,map=homestead,step=1)"} {
		g := games.MustNew(text).(*duel.Game)
		scene := g.Scene()
		s := g.NewInitialState().(*duel.State)
		rng := env.Stream(5, "terrain")
		before := largest(scene, &space.Field{})
		for s.Question() == duel.AskTerrain {
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			field := s.Field()
			after := largest(scene, &field)
			for p := range before {
				if walks(scene, p, &field) {
					require.NotZero(t, after[p], "%s: %v is cut off", text, p)
				}
			}
		}
	}
}

// largest returns the points of the largest stretch of ground: step by step to the eight
// neighbours.
func largest(scene *space.Scene, f *space.Field) map[space.Point]int {
	part, n := map[space.Point]int{}, 0
	sizes := map[int]int{}
	for i := range scene.Points() {
		p := scene.PointAt(i)
		if _, ok := part[p]; ok || !walks(scene, p, f) {
			continue
		}
		n++
		part[p] = n
		for queue := []space.Point{p}; len(queue) > 0; queue = queue[1:] {
			sizes[n]++
			for dx := int8(-1); dx <= 1; dx++ {
				for dy := int8(-1); dy <= 1; dy++ {
					q := queue[0].Add(space.Offset{X: dx, Y: dy})
					if _, ok := part[q]; !ok && scene.Holds(q) && walks(scene, q, f) &&
						scene.SweepFree(space.Model{At: queue[0], Base: space.Normal}, q, f, nil) {
						part[q] = n
						queue = append(queue, q)
					}
				}
			}
		}
	}
	for p, r := range part {
		for _, size := range sizes {
			if size > sizes[r] {
				delete(part, p)
				break
			}
		}
	}
	return part
}

func walks(scene *space.Scene, p space.Point, f *space.Field) bool {
	return scene.Standable(p, space.Normal, f) && scene.Height(p, f) == 0
}

// DUEL-123: in a position the pieces lie that it names, where they have room.
func TestPositionWithPutDownTerrain(t *testing.T) {
	g := games.MustNew("duel(place_terrain=2,map=canyon)").(*duel.Game)
	p := duel.Position{
		Act: "A", Models: []duel.Placed{{Model: "A", At: [2]float64{2, 2}}, {Model: "B", At: [2]float64{10, 10}}},
		Terrain: []duel.PieceAt{{Piece: "a wall from west to east", At: pieceSpot(t, g)}},
	}
	s, err := g.State(p)
	require.NoError(t, err)
	assert.Contains(t, s.Text(0), fmt.Sprintf("A wall from west to east lies at %g,%g;", p.Terrain[0].At[0], p.Terrain[0].At[1]))

	for _, wrong := range [][]duel.PieceAt{
		{{Piece: "a castle", At: p.Terrain[0].At}},
		{{Piece: "a wall from west to east", At: []float64{1, 1}}},
		{{Piece: "a wall from west to east", At: []float64{6.5, 6}}},
		{p.Terrain[0], p.Terrain[0]},
	} {
		p.Terrain = wrong
		_, err := g.State(p)
		assert.ErrorContains(t, err, "terrain[")
	}
	p.Terrain = []duel.PieceAt{{Piece: "a castle"}}
	_, err = build(t, nil).State(p)
	assert.ErrorContains(t, err, "place_terrain")
}

// pieceSpot returns a spot, in inches, where a wall from west to east can be put down.
func pieceSpot(t *testing.T, g *duel.Game) []float64 {
	s := g.NewInitialState().(*duel.State)
	for _, a := range s.LegalActions(nil) {
		if c := s.Decode(a); c.Terrain == space.StockWallEast {
			at := g.Spot(c.To)
			return at[:]
		}
	}
	require.Fail(t, "no room for a wall")
	return nil
}

// DUEL-123: no more pieces lie than a field has room for, beside what is put down in play.
func TestMostPutDownTerrain(t *testing.T) {
	c := duel.Defaults()
	c.Board = plains()
	c.Players, c.PlaceTerrain = 4, 4
	_, err := duel.New(c)
	assert.ErrorContains(t, err, "place_terrain")
	c.PlaceTerrain = 3
	g, err := duel.New(c)
	require.NoError(t, err)
	s := g.NewInitialState().(*duel.State)
	assert.Equal(t, 12, put(t, s, 100, func(legal []env.Action) env.Action { return legal[0] }))

	full := plains(space.Piece{Type: "wall", Rect: []float64{1, 1, 10, 10}}) // nothing has room
	c.Board, c.Players, c.PlaceTerrain = full, 2, 1
	full.Objective = space.Spot{0.5, 6}
	g, err = duel.New(c)
	require.NoError(t, err)
	assert.NotEqual(t, duel.AskTerrain, g.NewInitialState().(*duel.State).Question(), "the corners are chosen at once")
}

// DUEL-119: on a table with a way that is too narrow for a large base nobody can draft
// Large, and a configuration that makes Heroes large by one_up is refused.
func TestNarrowTablesDUEL119(t *testing.T) {
	narrow := func(oneUp ...string) duel.Config {
		c := duel.Defaults()
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{0, 3, 5, .5}}, space.Piece{Type: "wall", Rect: []float64{6.25, 3, 5.75, .5}})
		c.Heroes, c.Warband, c.MaxModels, c.Melee, c.Rounds, c.OneUp = true, duel.WarbandRandom, 2, true, 2, oneUp
		return c
	}
	g, err := duel.New(narrow("berserker"))
	require.NoError(t, err)
	require.NoError(t, envtest.PlayPosition(g, env.Stream(1, "narrow"), 400))
	for _, warband := range []string{duel.WarbandRandom, duel.WarbandDraft} {
		c := narrow("large")
		c.Warband = warband
		_, err = duel.New(c)
		assert.ErrorContains(t, err, "want a way for the large base", warband)
	}
}
