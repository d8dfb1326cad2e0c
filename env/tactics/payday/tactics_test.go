package payday_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/layout"
	"ringer/env/payday"
	tactics "ringer/env/tactics/payday"
	"ringer/env/wrap"
)

// build returns a game with decks that do not change when the shipped ones are
// tuned.
func build(t testing.TB, settings ...string) *payday.Game {
	c := payday.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/payday", "../../payday/internal/casebook/testdata/deck.yaml"), configs.Assignments("test", settings...)))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

// wrapped returns that game with the forecasts.
func wrapped(t testing.TB, g *payday.Game) env.Wrapped {
	o, err := tactics.NewObserver(g)
	require.NoError(t, err)
	w, err := wrap.New(g, o)
	require.NoError(t, err)
	return w
}

// A board is a table set up by hand.
type board struct {
	t testing.TB
	g env.Game
	env.State
}

func set(t testing.TB, columns int, text string) *board {
	g := build(t, fmt.Sprint("loot_cards=", columns))
	p := g.NewPosition()
	require.NoError(t, configs.ReadInto(p, configs.Text("position", []byte(text))))
	at, err := g.FromPosition(p)
	require.NoError(t, err)
	w := wrapped(t, at.(*payday.Game))
	return &board{t, w, w.NewInitialState()}
}

// row returns the elements of a row of the forecasts that are not zero, by name.
func (b *board) row(seat env.Player, name string) string {
	spec := b.g.Spec()
	all := make([]float32, spec.ObservationSize())
	b.Observe(seat, all)
	for _, line := range layout.Describe(spec, all) {
		if cells, ok := strings.CutPrefix(line, name+": "); ok {
			return cells
		}
	}
	return ""
}

// The forecast of a column adds up its next combat: one kill, the more dangerous one,
// and the damage of the other.
func TestForecastAddsUpACombat(t *testing.T) {
	b := set(t, 2, `
columns: [{loot: key-card, obstacles: [steel-gate, locked-door], police: [patrol, beat-cop]}, {loot: payday, obstacles: [turnstile, lobby]}]
heisters: [{id: ghost, column: 1}, {id: bruiser, column: 2}]`)
	for seat := range env.Player(2) {
		// Damage 1+2; the Ghost kills the Beat Cop; the Patrol Officer's 1 lacks 9 of
		// its 8 health and the armor it has alone, against two shots.
		assert.Equal(t, "fire 0.3, kills 0.1667, survivors 0.1667, left 0.1, wounds 0.1, margin 0.9", b.row(seat, "forecasts[column 1]"))
		assert.Equal(t, "survivors 0.3333, left 0.3", b.row(seat, "without[heister 1]"), "without the Ghost they all shoot")
		assert.Equal(t, "survivors 0.1667, left 0.1, margin 0.9", b.row(seat, "prospects[heister 1 column 1]"))
		assert.Equal(t, "margin", b.row(seat, "prospects[heister 2 column 1]"), "two heisters leave nobody; 10 more fell the Ghost")
	}
}

// Guards one place behind count for the Police, who know them, and for the Criminal
// once they are face up.
func TestForecastOfReserves(t *testing.T) {
	b := set(t, 1, `
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [{id: armed-guard, place: 2, down: true}, {id: patrol, place: 2}]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Contains(t, b.row(payday.Criminal, "forecasts[column 1]"), "behind 0.1")
	assert.Contains(t, b.row(payday.Police, "forecasts[column 1]"), "behind 0.3")
}

// Heisters that fall, and obstacles that an Update opens.
func TestForecastOfFallsAndObstacles(t *testing.T) {
	b := set(t, 1, `
columns: [{loot: payday, gone: 1, progress: 1, obstacles: [lobby, {id: steel-gate, up: true}], police: [juggernaut, commando, swat-breacher]}]
heisters: [{id: ghost, column: 1}]`)
	row := b.row(payday.Criminal, "forecasts[column 1]")
	assert.Contains(t, row, "falls 0.25", "5+4+4 fell a Ghost")
	assert.Contains(t, row, "opens", "one more progress opens the gate, police or not")
	b = set(t, 1, `
columns: [{loot: payday, gone: 1, obstacles: [locked-door, {id: lobby, up: true}], police: [swat-shield]}]
heisters: [{id: ghost, column: 1}]`)
	assert.NotContains(t, b.row(payday.Criminal, "forecasts[column 1]"), "opens", "the police stay there")
}

// Only free hands take a PAYDAY off the floor, and only where no police are.
func TestForecastOfAPaydayOnTheFloor(t *testing.T) {
	for _, x := range []struct {
		loot, floor, police string
		taken               bool
	}{{"", "[key-card]", "[]", true}, {", loot: key-card", "[]", "[]", false}, {"", "[key-card]", "[swat-shield]", false}} {
		b := set(t, 2, fmt.Sprintf(`
columns: [{loot: payday, obstacles: [turnstile], gone: 1, taken: true, floor: [payday], police: %s}, {loot: key-card, obstacles: [lobby, lobby, locked-door], gone: 3, taken: true, floor: %s}]
heisters: [{id: ghost, column: 2%s}]`, x.police, x.floor, x.loot))
		assert.Equal(t, x.taken, strings.Contains(b.row(payday.Criminal, "prospects[heister 1 column 1]"), "opens"), "a Ghost%s at the first column, police %s", x.loot, x.police)
	}
}

// The wrapped game obeys the laws: forecasts depend on nothing hidden, and stay within
// their bounds.
func TestLaws(t *testing.T) {
	opts := envtest.Options{Games: 1, Sparse: true}
	if os.Getenv("RINGER_LONG") == "1" {
		opts = envtest.Options{Games: 20}
	}
	for _, settings := range [][]string{{"rounds=4"}, {"setup=random", "loot_cards=5", "rounds=3"}, {"loot_cards=0", "payday=choose", "rounds=3"}} {
		t.Run(strings.Join(settings, ","), func(t *testing.T) {
			t.Parallel()
			envtest.Run(t, wrapped(t, build(t, settings...)), opts)
		})
	}
}

// A writer works in its own memory: it allocates nothing, and shows the same when it
// comes from another table.
func TestWritersAllocateNothing(t *testing.T) {
	g := build(t)
	o, err := tactics.NewObserver(g)
	require.NoError(t, err)
	used := o.NewWriter()
	rng := env.Stream(3, "writers")
	s := g.NewInitialState()
	size := 0
	for _, f := range o.Fields() {
		size += f.Size()
	}
	a, b := make([]float32, size), make([]float32, size)
	for s.CurrentPlayer() != env.Terminal {
		clear(a)
		clear(b)
		used.Write(s, payday.Criminal, a)
		o.NewWriter().Write(s, payday.Criminal, b)
		require.Equal(t, b, a)
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() { used.Write(s, payday.Police, a) }))
}

// The judge adds up what lies on the table.
func TestJudgeAddsUpATable(t *testing.T) {
	b := set(t, 1, `
cash: {criminal: 2, police: 1}
columns: [{loot: payday, gone: 1, progress: 1, obstacles: [lobby, {id: steel-gate, up: true, mandate: barricades}], police: [patrol]}]
heisters: [{id: ghost, column: 1, damage: 3}]`)
	s := env.UnwrapState(b.State)
	j := tactics.NewJudge(env.UnwrapGame(b.g).(*payday.Game))
	// A Ghost alone: 5 health left, strength 2, armor 1. One obstacle of two is gone,
	// half of the gate's progress is made. A Patrol Officer of damage 1, armor 1 behind
	// Barricades. Cash 2 against 1.
	heister, column, police, cash := 6+1.5*5+2+1, 5+4./2, 1+1+.7+1.5, .8*float64(2-1)
	assert.InDelta(t, heister+column-police+cash, j.Evaluate(s, payday.Criminal), 1e-9)
	assert.InDelta(t, -(heister + column - police + cash), j.Evaluate(s, payday.Police), 1e-9)
}
