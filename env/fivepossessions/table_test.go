package fivepossessions

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/playdesign"
)

// build makes the shipped game with changes.
func build(t testing.TB, change ...func(*Config)) *Game {
	t.Helper()
	c := shipped(t)
	for _, f := range change {
		f(&c)
	}
	g, err := New(c)
	require.NoError(t, err)
	return g
}

func shipped(t testing.TB) Config {
	c := Defaults()
	require.NoError(t, configs.Read("games/playdesign", "default", &c))
	return c
}

func mini(t testing.TB) *Game {
	c := shipped(t)
	require.NoError(t, configs.Read("games/fivepossessions", "mini", &c))
	g, err := New(c)
	require.NoError(t, err)
	return g
}

// A script plays a game by names.
type script struct {
	t testing.TB
	*State
}

func newScript(t testing.TB, g *Game) *script {
	return &script{t, g.NewInitialState().(*State)}
}

// do plays actions by name.
func (x *script) do(names ...string) *script {
	x.t.Helper()
	for _, name := range names {
		a, err := env.ParseAction(x.State, name)
		require.NoError(x.t, err, name)
		require.NoError(x.t, x.Apply(a))
	}
	return x
}

// kickOff has a seat win the toss and take offense.
func (x *script) kickOff(seat int) *script {
	x.t.Helper()
	return x.do(fmt.Sprintf("seat %d wins the toss", seat), "offense")
}

// A lay is a card and its lane.
type lay struct {
	card int
	lane int
}

// lays reads "Empty@1 Spread@2"; lanes are counted from 1, and _ stands for a
// space.
func (x *script) lays(text string) []lay {
	x.t.Helper()
	var all []lay
	for word := range strings.FieldsSeq(text) {
		name, lane, ok := strings.Cut(strings.ReplaceAll(word, "_", " "), "@")
		require.True(x.t, ok, word)
		card := slices.IndexFunc(x.game.config.Cards, func(c playdesign.Card) bool { return c.Name == name })
		require.GreaterOrEqual(x.t, card, 0, name)
		n, err := strconv.Atoi(lane)
		require.NoError(x.t, err)
		all = append(all, lay{card, n})
	}
	slices.SortFunc(all, func(a, b lay) int { return cmp.Compare(a.card, b.card) })
	return all
}

func (x *script) drawing(hands ...[]lay) *script {
	x.t.Helper()
	for _, hand := range hands {
		for _, l := range hand {
			x.do("draw " + x.game.config.Cards[l.card].Name)
		}
	}
	return x
}

func (x *script) placing(hand []lay) *script {
	x.t.Helper()
	for _, l := range hand {
		x.do(fmt.Sprintf("%s to lane %d", x.game.config.Cards[l.card].Name, l.lane))
	}
	return x
}

// line plays a whole line: both hands are drawn, the offense places, then the
// defense.
func (x *script) line(attack, defend string) *script {
	x.t.Helper()
	o, d := x.lays(attack), x.lays(defend)
	return x.drawing(o, d).placing(o).placing(d)
}

// stop plays a possession that the defense ends in its first line.
func (x *script) stop() *script {
	x.t.Helper()
	return x.line("Shotgun_Trips@1 Singleback_Ace@2 I-Formation@3 Wildcat@4", "Nickel@1 3-3-5@2 3-4@3 Zero_Blitz@4")
}

// threeLines plays a possession up to its last line, with Spread open on lane 1
// alone; Singleback Ace and Wildcat, and Nickel and 3-4, are left.
func (x *script) threeLines() *script {
	x.t.Helper()
	return x.
		line("Empty@1 Shotgun_Trips@2 I-Formation@3 Bunch@4", "46_Bear@1 Dime@2 4-4@3 3-3-5@4").
		line("Empty_Trey@1 Run_and_Shoot@2 Empty_Ace@3 Flexbone@4", "Goal_Line_6-2@1 Big_Nickel@2 Punt_Return@3 Zero_Blitz@4").
		line("Spread@1 Field_Goal@2 Punt@3 Wishbone@4", "Field_Goal_Block@1 Quarter@2 4-3_Over@3 Quarterback_Spy_Nickel@4")
}

// score plays a possession that the offense wins.
func (x *script) score() *script {
	x.t.Helper()
	return x.threeLines().line("Singleback_Ace@1 Wildcat@2", "3-4@2 Nickel@3")
}

// fates returns the marks of the lanes of a line of the possession under way.
func (x *script) fates(line int) string {
	var b strings.Builder
	for lane := range x.game.lanes {
		b.WriteByte(fateMarks[x.game.fate(&x.now, line, lane)])
	}
	return b.String()
}

// last reads the last finished possession.
func (x *script) last() *possession {
	var p possession
	x.game.unpack(x.past, len(x.past)/x.game.stride-1, &p)
	return &p
}

func (x *script) names() []string {
	var names []string
	for _, a := range x.State.LegalActions(nil) {
		names = append(names, x.ActionString(a))
	}
	return names
}

func (x *script) observation(seat env.Player) []float32 {
	o := make([]float32, x.game.spec.ObservationSize())
	x.Observe(seat, o)
	return o
}

// field returns one field of an observation.
func (x *script) field(seat env.Player, name string) []float32 {
	for _, f := range x.game.spec.Observation {
		if f.Name == name {
			return x.observation(seat)[x.game.spec.FieldOffset(name):][:f.Size()]
		}
	}
	x.t.Fatalf("no field %s", name)
	return nil
}

func (x *script) returns() []float64 {
	r := make([]float64, Players)
	x.Returns(r)
	return r
}

// wins reports whether an offense card of the deck beats a defense card.
func (g *Game) wins(attack, defend int) bool {
	return g.Beats(g.cards.number[attack]).Has(g.cards.number[defend])
}

// seen reports whether a card of the deck was opened in this possession.
func (x *script) seen(id int) bool {
	return x.Shown(sideOf(x.game, id)).Has(x.game.cards.number[id])
}

// undrawn reports whether a card of the deck was not drawn in this possession.
func (x *script) undrawn(id int) bool {
	return x.Stack(sideOf(x.game, id)).Has(x.game.cards.number[id])
}

func sideOf(g *Game, id int) Side {
	if g.config.Cards[id].Side == playdesign.Offense {
		return Offense
	}
	return Defense
}
