package casebook_test

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
)

// plains returns an empty table with the given pieces on it.
func plains(pieces ...space.Piece) *space.Map {
	m := space.Plains()
	m.Symmetry = space.SymmetryNone
	if len(pieces) == 0 {
		m.Symmetry = space.SymmetryQuarter
	}
	m.Types = []space.Type{
		{ID: "wall", Cover: true, Height: 3},
		{ID: "fence", See: true, Cover: true, Height: 1},
		{ID: "crate", Cover: true, Stand: true, Height: 1},
		{ID: "tower", Cover: true, Stand: true, Height: 3},
		{ID: "ladder", Cover: true, Stand: true, Aid: true, Height: 3},
		{ID: "pond", Walk: true, See: true, Kind: space.Water},
		{ID: "hut", Walk: true, See: true, Cover: true, Height: 2, Kind: space.Fragile},
		{ID: "stage", Cover: true, Stand: true, Height: 3, Kind: space.Fragile},
		{ID: "laser", Walk: true, See: true, Height: 2, Kind: space.Laser},
		{ID: "tree", See: true, Cover: true, Height: 3, Kind: space.Tree},
		{ID: "gap", See: true, Depth: 3, Kind: space.Gap},
	}
	m.Pieces = pieces
	return &m
}

// A bench is a position under test: the test chooses the actions and the dice.
type bench struct {
	t testing.TB
	g *duel.Game
	s *duel.State
}

func build(t testing.TB, set func(c *duel.Config)) *duel.Game {
	t.Helper()
	c := duel.Defaults()
	c.Board = plains()
	if set != nil {
		set(&c)
	}
	return same(t, c)
}

// built holds some games of the tests by their names or configurations. A game does not change,
// and its table takes long to prepare.
var built = struct {
	sync.Mutex
	by map[string]*duel.Game
}{by: map[string]*duel.Game{}}

// sharing returns the game that build has built, or an earlier one of the same key.
func sharing(key string, build func() (*duel.Game, error)) (*duel.Game, error) {
	built.Lock()
	defer built.Unlock()
	if g := built.by[key]; g != nil {
		return g, nil
	}
	g, err := build()
	if err == nil {
		if len(built.by) == 32 { // a prepared table may take megabytes
			clear(built.by)
		}
		built.by[key] = g
	}
	return g, err
}

// same returns a game of a configuration; tests of equal ones share it.
func same(t testing.TB, c duel.Config) *duel.Game {
	t.Helper()
	key, err := json.Marshal(c)
	require.NoError(t, err)
	g, err := sharing(string(key), func() (*duel.Game, error) { return duel.New(c) })
	require.NoError(t, err)
	return g
}

// gameOf returns the game of a string; tests of the same string share it.
func gameOf(name string) (*duel.Game, error) {
	return sharing(name, func() (*duel.Game, error) {
		g, err := games.New(name)
		if err != nil {
			return nil, err
		}
		return g.(*duel.Game), nil
	})
}

// lay returns a bench with a position of a game.
func lay(t testing.TB, set func(c *duel.Config), p duel.Position) *bench {
	t.Helper()
	g := build(t, set)
	s, err := g.State(p)
	require.NoError(t, err)
	return &bench{t, g, s}
}

// do plays actions of the seats to decide, by name.
func (b *bench) do(names ...string) {
	b.t.Helper()
	for _, name := range names {
		require.GreaterOrEqual(b.t, int(b.s.CurrentPlayer()), 0, "%q, but %s", name, b.s.Text(0))
		a, err := env.ParseAction(b.s, name)
		require.NoError(b.t, err)
		require.NoError(b.t, b.s.Apply(a))
	}
}

// roll plays chance nodes: the dice show these faces, one roll after the other.
func (b *bench) roll(rolls ...string) {
	b.t.Helper()
	for _, dice := range rolls {
		require.Equal(b.t, env.Chance, b.s.CurrentPlayer(), "roll %s, but %s", dice, b.s.Text(0))
		a, err := b.s.Throw(dice)
		require.NoError(b.t, err)
		require.NoError(b.t, b.s.Apply(a))
	}
}

// can reports whether an action of this name is legal.
func (b *bench) can(name string) bool {
	_, err := env.ParseAction(b.s, name)
	return err == nil
}

func (b *bench) of(name string) duel.Fighter {
	for m := range b.g.Models() {
		if f := b.s.Fighter(m); f.Name == name {
			return f
		}
	}
	require.Fail(b.t, "no model "+name)
	return duel.Fighter{}
}

func (b *bench) standing(names ...string) {
	b.t.Helper()
	for _, n := range names {
		assert.True(b.t, b.of(n).Standing, "%s stands", n)
	}
}

func (b *bench) prone(names ...string) {
	b.t.Helper()
	for _, n := range names {
		assert.True(b.t, b.of(n).Prone, "%s is prone", n)
	}
}

func (b *bench) removed(names ...string) {
	b.t.Helper()
	for _, n := range names {
		assert.True(b.t, b.of(n).Removed, "%s is removed", n)
	}
}

// asked tests the seat, the question and the model that the state asks about.
func (b *bench) asked(seat int, q duel.Question, subject string) {
	b.t.Helper()
	require.Equal(b.t, env.Player(seat), b.s.CurrentPlayer(), "%s", b.s.Text(0))
	require.Equal(b.t, q, b.s.Question(), "%s", b.s.Text(0))
	if subject != "" {
		require.Equal(b.t, subject, b.s.Fighter(b.s.Subject()).Name)
	}
}

func (b *bench) returns() []float64 {
	r := make([]float64, b.g.Spec().Players)
	b.s.Returns(r)
	return r
}

func at(x, y float64) [2]float64 { return [2]float64{x, y} }

// pair returns the position of A against B, with A to act.
func pair(ax, ay, bx, by float64) duel.Position {
	return duel.Position{Act: "A", Models: []duel.Placed{{Model: "A", At: at(ax, ay)}, {Model: "B", At: at(bx, by)}}}
}

// faults returns the messages of a configuration that cannot be built.
func faults(t *testing.T, set func(c *duel.Config)) string {
	c := duel.Defaults()
	c.Board = plains()
	set(&c)
	_, err := duel.New(c)
	var f env.Faults
	require.ErrorAs(t, err, &f)
	return err.Error()
}
