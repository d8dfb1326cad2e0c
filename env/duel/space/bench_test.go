package space_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/duel/space"
)

// table prepares a shipped map for the core game.
func table(t testing.TB, name string) *space.Scene {
	m := shipped(t, name)
	s, err := space.NewScene(m, space.Options{Radius: 4 * space.Inch, Bases: []space.Base{space.Normal}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// places returns n free points, drawn at random.
func places(s *space.Scene, n int, seed uint64) []space.Point {
	rng := env.Stream(seed, "places")
	var out []space.Point
	for len(out) < n {
		p := s.PointAt(rng.IntN(s.Points()))
		if s.Standable(p, space.Normal, &space.Field{}) {
			out = append(out, p)
		}
	}
	return out
}

// BenchmarkReach finds one Move of the core game: the reachable set of a model
// with one enemy anywhere on the table.
func BenchmarkReach(b *testing.B) {
	for _, name := range []string{"crossroads", "forest", "city"} {
		b.Run(name, func(b *testing.B) {
			s := table(b, name)
			r := space.NewReach(s)
			at := places(s, 1024, 1)
			enemy := make([]space.Model, 1)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				enemy[0] = space.Model{At: at[(i+1)%len(at)], Base: space.Normal}
				r.Find(space.Model{At: at[i%len(at)], Base: space.Normal}, space.Move{Allowance: 4 * space.Inch}, &space.Field{}, enemy)
				i++
			}
		})
	}
}

// BenchmarkReachInACrowd finds a Move with five other models within about 4
// inches.
func BenchmarkReachInACrowd(b *testing.B) {
	s := table(b, "crossroads")
	r := space.NewReach(s)
	all := places(s, 4096, 1)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		var crowd [5]space.Model
		n := 0
		me := all[i%len(all)]
		for j := i + 1; n < 5; j++ {
			if p := all[j%len(all)]; s.Distance(p, me) < 4 && s.Distance(p, me) >= 1 {
				crowd[n] = space.Model{At: p, Base: space.Normal}
				n++
			}
		}
		r.Find(space.Model{At: me, Base: space.Normal}, space.Move{Allowance: 4 * space.Inch}, &space.Field{}, crowd[:])
		i++
	}
}

// BenchmarkReachOfAHero finds the longest Move that feats give: ten inches,
// leaping, on the city's table among 25 models of all sizes and four obstacles.
func BenchmarkReachOfAHero(b *testing.B) {
	s, err := space.NewScene(shipped(b, "city"), space.Options{
		Radius: 10 * space.Inch, Bases: []space.Base{space.Small, space.Normal, space.Large},
	})
	if err != nil {
		b.Fatal(err)
	}
	r, all, f := space.NewReach(s), places(s, 1024, 1), &space.Field{}
	var models []space.Model
	for i := 0; len(models) < 25; i++ {
		if m := (space.Model{At: all[i], Base: space.Base(i % int(space.Bases))}); s.Free(m, f, models) {
			models = append(models, m)
		}
	}
	for i := 0; len(f.Added()) < 4; i++ {
		if block, ok := s.Block(models[i%25], i%space.Directions, f, models); ok {
			f.Put(block)
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		me := i % len(models)
		models[0], models[me] = models[me], models[0]
		r.Find(models[0], space.Move{Allowance: 10 * space.Inch, Leap: 4 * space.Inch}, f, models[1:])
		models[0], models[me] = models[me], models[0]
		i++
	}
}

// BenchmarkSees tests one line of sight between two models anywhere.
func BenchmarkSees(b *testing.B) {
	for _, name := range []string{"crossroads", "forest", "city"} {
		b.Run(name, func(b *testing.B) {
			benchSight(b, name, func(s *space.Scene, x, y space.Model, f *space.Field) { s.Sees(x, y, f) })
		})
	}
}

// BenchmarkSight tests one line of sight with cover.
func BenchmarkSight(b *testing.B) {
	for _, name := range []string{"crossroads", "forest", "city"} {
		b.Run(name, func(b *testing.B) {
			benchSight(b, name, func(s *space.Scene, x, y space.Model, f *space.Field) { s.Sight(x, y, f) })
		})
	}
}

func benchSight(b *testing.B, name string, look func(s *space.Scene, x, y space.Model, f *space.Field)) {
	s := table(b, name)
	at := places(s, 1024, 2)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		look(s, space.Model{At: at[i%1024], Base: space.Normal}, space.Model{At: at[(i+7)%1024], Base: space.Normal}, &space.Field{})
		i++
	}
}

// BenchmarkNewScene prepares a table, once a game.
func BenchmarkNewScene(b *testing.B) {
	for _, name := range []string{"crossroads", "city"} {
		b.Run(name, func(b *testing.B) {
			m := shipped(b, name)
			for b.Loop() {
				if _, err := space.NewScene(m, space.Options{Radius: 4 * space.Inch, Bases: []space.Base{space.Normal}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The queries of a game in play allocate nothing.
func TestHotPathsDoNotAllocate(t *testing.T) {
	s := table(t, "city")
	r := space.NewReach(s)
	at := places(s, 64, 3)
	models := []space.Model{{At: at[0], Base: space.Normal}, {At: at[1], Base: space.Normal}}
	f := &space.Field{}
	f.Remove(1)
	f.PutMob(space.Mob{At: at[5], Radius: 2 * space.Inch})
	i := 0
	ids, path := make([]int32, 0, 512), make([]space.Point, 0, 64)
	assert.Zero(t, testing.AllocsPerRun(50, func() {
		m := space.Model{At: at[i%len(at)], Base: space.Normal}
		r.Find(m, space.Move{Allowance: 4 * space.Inch}, f, models)
		ids = r.IDs(ids[:0])
		path = r.Path(int(ids[len(ids)/3]), path[:0])
		s.Sees(m, models[0], f)
		s.Sight(m, models[1], f)
		s.Free(m, f, models)
		s.Range(m, models[0], f)
		s.Touched(m.At, m.Base, f)
		i++
	}))
}
