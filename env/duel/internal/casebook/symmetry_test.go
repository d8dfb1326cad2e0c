package casebook_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// A motion maps a table onto itself or its mirror image: it maps places,
// directions (in steps of 45 degrees), corners and edges.
type motion struct {
	name      string
	place     func(x, y, width, depth float64) (float64, float64)
	direction func(i int) int
	corner    func(i int) int
	edge      func(i int) int
}

var motions = []motion{
	{
		"mirror",
		func(x, y, width, _ float64) (float64, float64) { return width - x, y },
		func(i int) int { return (12 - i) % 8 },
		func(i int) int { return i ^ 1 },
		func(i int) int { return (4 - i) % 4 },
	},
	{
		"quarter turn",
		func(x, y, _, depth float64) (float64, float64) { return depth - y, x },
		func(i int) int { return (i + 2) % 8 },
		func(i int) int { return (i + 1) % 4 },
		func(i int) int { return (i + 1) % 4 },
	},
}

// vector returns the image of a difference of places.
func (o motion) vector(x, y float64) (float64, float64) { return o.place(x, y, 0, 0) }

// board returns the image of a map.
func (o motion) board(m space.Map) *space.Map {
	n := m
	if o.name == "quarter turn" {
		n.Width, n.Depth = m.Depth, m.Width
	}
	n.Pieces = nil
	for _, p := range m.Pieces {
		if len(p.Circle) > 0 {
			x, y := o.place(p.Circle[0], p.Circle[1], m.Width, m.Depth)
			p.Circle = []float64{x, y, p.Circle[2]}
		} else {
			x, y := o.place(p.Rect[0], p.Rect[1], m.Width, m.Depth)
			u, v := o.place(p.Rect[0]+p.Rect[2], p.Rect[1]+p.Rect[3], m.Width, m.Depth)
			p.Rect = []float64{min(x, u), min(y, v), max(x, u) - min(x, u), max(y, v) - min(y, v)}
		}
		n.Pieces = append(n.Pieces, p)
	}
	x, y := o.place(m.Objective[0], m.Objective[1], m.Width, m.Depth)
	n.Objective = space.Spot{x, y}
	return &n
}

// action returns the image of an action of a game: offsets, edges, directions and
// corners.
func (o motion) action(g *duel.Game, a env.Action) env.Action {
	disc := g.Scene().Disc()
	base := env.Action(0)
	for _, b := range g.Spec().Actions {
		i := int(a - base)
		if i >= b.Size() {
			base += env.Action(b.Size())
			continue
		}
		switch b.Name {
		case "offset":
			x, y := o.vector(float64(disc.Offset(i).X), float64(disc.Offset(i).Y))
			i = disc.ID(space.Offset{X: int8(x), Y: int8(y)})
		case "edge":
			i = o.edge(i)
		case "direction":
			i = o.direction(i)
		case "corner":
			i = o.corner(i)
		}
		return base + env.Action(i)
	}
	return a
}

// observation returns the image of an observation of a game on a map of this size:
// the other game must show it.
func (o motion) observation(g *duel.Game, m *space.Map, from []float32) []float32 {
	to := append([]float32(nil), from...)
	at := 0
	var column, row []float32
	for _, f := range g.Spec().Observation {
		x := to[at : at+f.Size()]
		wide := f.Shape[len(f.Shape)-1]
		for first := 0; first < len(x); first += wide {
			switch f.Name {
			case "models", "tokens", "terrain", "context", "seats", "shapes":
				o.row(f.Columns, x[first:first+wide], m)
			}
		}
		switch f.Name {
		case "column":
			column = x
		case "row":
			row = x
			o.lattice(to[at-len(column):at+f.Size()], column, row)
		case "exposed":
			old := append([]float32(nil), x...)
			disc := g.Scene().Disc()
			for i, v := range old {
				u, w := o.vector(float64(disc.Offset(i).X), float64(disc.Offset(i).Y))
				x[disc.ID(space.Offset{X: int8(u), Y: int8(w)})] = v
			}
		}
		at += f.Size()
	}
	return to
}

// row maps the differences and the places among the columns of a row, in place: y
// follows x.
func (o motion) row(columns []env.Column, x []float32, m *space.Map) {
	for i := range columns {
		u, v := float64(0), float64(0)
		switch name := columns[i].Name; {
		case strings.HasSuffix(name, "x from the centre of the question"), name == "facing: x":
			u, v = o.vector(float64(x[i]), float64(x[i+1]))
		case name == "extends east": // and the other directions after it
			var far [8]float32
			for d := range far {
				far[o.direction(d)] = x[i+d]
			}
			copy(x[i:], far[:])
			continue
		case name == "corner: x on the table":
			if x[i-1] == 0 {
				continue // it has none yet
			}
			u, v = o.place(float64(x[i]), float64(x[i+1]), m.Width/12, m.Depth/12)
		case strings.HasSuffix(name, "x on the table"), name == "x of the Hero on the table":
			if there := columns[0].Name == "is there" && !strings.Contains(name, "Hero") && columns[1].Name != "x from the centre of the question"; there && x[0] == 0 || !there && x[i] == 0 && x[i+1] == 0 {
				continue // nowhere
			}
			u, v = o.place(float64(x[i]), float64(x[i+1]), m.Width/12, m.Depth/12)
		default:
			continue
		}
		x[i], x[i+1] = float32(u), float32(v)
	}
}

// lattice maps the point that two one-hot fields name, in place.
func (o motion) lattice(both, column, row []float32) {
	x, y := -1, -1
	for i, v := range column {
		if v == 1 {
			x = i
		}
	}
	for i, v := range row {
		if v == 1 {
			y = i
		}
	}
	if x < 0 {
		return
	}
	u, v := o.place(float64(x), float64(y), float64(len(column)-1), float64(len(row)-1))
	columns := len(column)
	if o.name == "quarter turn" {
		columns = len(row)
	}
	clear(both)
	both[int(u)], both[columns+int(v)] = 1, 1
}

// wilds returns a random table with terrain of every kind.
func wilds(rng *rand.Rand) *space.Map {
	m := plains(space.Piece{}) // for its types
	m.Width, m.Depth, m.Step = 10, 10+float64(rng.IntN(3)), 0.5+0.5*float64(rng.IntN(2))
	m.Objective = space.Spot{5, 5}
	m.Pieces = nil
	quarters := func(n int) float64 { return float64(1+rng.IntN(n)) / 4 }
	for range 4 + rng.IntN(7) {
		p := space.Piece{Type: m.Types[rng.IntN(len(m.Types))].ID}
		x, y := 2+float64(rng.IntN(25))/4, 2+float64(rng.IntN(int(m.Depth-4)*4))/4
		if rng.IntN(3) == 0 {
			p.Circle = []float64{x, y, quarters(4)}
		} else {
			p.Rect = []float64{x, y, quarters(8), quarters(8)}
		}
		m.Pieces = append(m.Pieces, p)
	}
	return m
}

// symmetric lists the options whose rules break no ties by the order of the
// lattice (DUEL-24).
var symmetric = []option{
	{"models", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.ModelsPerPlayer = 2 }}},
	{"bid", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.BidInitiative = duel.BidPlayer }}},
	{"cover", []func(c *duel.Config){func(c *duel.Config) { c.Cover = duel.CoverSimple }, func(c *duel.Config) { c.Cover = duel.CoverAdvanced }}},
	toggle("1.5", func(c *duel.Config, on bool) { c.OneAndHalfActions = on }),
	toggle("armory", func(c *duel.Config, on bool) { c.Armory = on }),
	toggle("avoid", func(c *duel.Config, on bool) { c.AvoidHits = on }),
	toggle("exhaust", func(c *duel.Config, on bool) { c.Exhaust = on }),
	toggle("terrain", func(c *duel.Config, on bool) {
		if on {
			c.InteractiveTerrain = []string{duel.Fragile, duel.Tree}
		}
	}),
	toggle("jump", func(c *duel.Config, on bool) { c.Jump = on }),
	toggle("melee", func(c *duel.Config, on bool) { c.Melee = on }),
	toggle("protection", func(c *duel.Config, on bool) { c.Protection = on }),
	toggle("aim", func(c *duel.Config, on bool) { c.TakeAim = on }),
	toggle("range", func(c *duel.Config, on bool) { c.WeaponRange = on }),
}

// On the mirrored and on the turned table, the mirrored and turned actions are
// legal, lead to the same end, and every seat observes the same all along,
// mirrored and turned: random games on random tables with terrain of all kinds.
func TestObservationSymmetryDUEL5(t *testing.T) {
	games := 16
	if long {
		games = 4000
	}
	played, compared := 0, 0
	for i := range games {
		rng := env.Stream(uint64(i), "observation symmetry")
		c := duel.Defaults()
		for _, o := range symmetric {
			o.set[rng.IntN(len(o.set))](&c)
		}
		settle(&c)
		board := wilds(rng)
		c.Board = board
		g, err := duel.New(c)
		if err != nil {
			continue // walled in, or pieces that leave the area
		}
		played++
		o := motions[i%len(motions)]
		c.Board = o.board(*board)
		g2, err := duel.New(c)
		require.NoError(t, err)
		s, s2 := g.NewInitialState(), g2.NewInitialState()
		obs, obs2 := make([]float32, g.Spec().ObservationSize()), make([]float32, g2.Spec().ObservationSize())
		for s.CurrentPlayer() != env.Terminal {
			require.Equal(t, s.CurrentPlayer(), s2.CurrentPlayer(), "game %d", i)
			if s.CurrentPlayer() == env.Chance {
				a := env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)
				require.NoError(t, s.Apply(a))
				require.NoError(t, s2.Apply(a))
				continue
			}
			for p := range env.Player(g.Spec().Players) {
				s.Observe(p, obs)
				s2.Observe(p, obs2)
				want := o.observation(g, board, obs)
				for k := range want {
					require.InDelta(t, want[k], obs2[k], 1e-5, "game %d, %s: float %d that seat %d observes\n%s\n%s", i, o.name, k, p, s, s2)
				}
				compared++
			}
			legal := s.LegalActions(nil)
			var want []env.Action
			for _, a := range legal {
				want = append(want, o.action(g, a))
			}
			require.ElementsMatch(t, want, s2.LegalActions(nil), "game %d, %s: %s", i, o.name, s.(*duel.State).Text(0))
			a := legal[rng.IntN(len(legal))]
			require.NoError(t, s.Apply(a))
			require.NoError(t, s2.Apply(o.action(g, a)))
		}
		require.Equal(t, env.Terminal, s2.CurrentPlayer())
		returns, returns2 := make([]float64, 2), make([]float64, 2)
		s.Returns(returns)
		s2.Returns(returns2)
		require.Equal(t, returns, returns2)
	}
	t.Logf("%d games, %d observations", played, compared)
	assert.Greater(t, played, games/4, "most tables could not be played")
}
