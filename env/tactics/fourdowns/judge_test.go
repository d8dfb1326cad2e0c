package fourdowns_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	rules "ringer/env/fourdowns"
	"ringer/env/games"
	"ringer/env/tactics"
)

// A board is a game of two players whose hands a test deals.
type board struct {
	*rules.State
	t     testing.TB
	judge env.Judge
}

func newBoard(t testing.TB, parameters string) *board {
	t.Helper()
	g := games.MustNew("fourdowns(players=2" + parameters + ")")
	b := &board{State: g.NewInitialState().(*rules.State), t: t, judge: tactics.Judge(g)}
	require.NoError(t, b.Apply(1)) // seat 1 deals, seat 0 opens
	return b
}

func (b *board) value() float64 { return b.judge.Evaluate(b.State, 0) }

// do plays actions by name.
func (b *board) do(names ...string) {
	b.t.Helper()
	for _, name := range names {
		a, err := env.ParseAction(b.State, name)
		require.NoError(b.t, err)
		require.NoError(b.t, b.Apply(a))
	}
}

// deal deals a hand, by colour, side and strength: bo7 is the blue offense 7.
func (b *board) deal(first, second string) {
	b.t.Helper()
	one, two := strings.Fields(first), strings.Fields(second)
	for i := range one {
		for _, code := range []string{one[i], two[i]} {
			id := -1
			for k := range b.Game().Config().Cards {
				c := b.Game().Card(k)
				if code == fmt.Sprintf("%c%c%d", c.Colour.String()[0], c.Side.String()[0], c.Strength) {
					id = k
				}
			}
			require.NoError(b.t, b.Apply(env.Action(id)))
		}
	}
}

// lose plays a hand in which a seat folds at once: it loses 10 yards.
func (b *board) lose(seat int) {
	b.t.Helper()
	for hands := b.Hands(); b.Hands() == hands; {
		switch {
		case b.CurrentPlayer() == env.Chance:
			require.NoError(b.t, b.Apply(b.LegalActions(nil)[0]))
		case int(b.CurrentPlayer()) != seat:
			b.do("knock")
		case b.Question() == rules.AskAnswer:
			b.do("fold")
		default:
			b.do("pass")
		}
	}
}

// The evaluation counts yards, those near the end more.
func TestEvaluateYards(t *testing.T) {
	var own, other []float64 // by hands lost by seat 0, and by seat 1
	for seat, values := range []*[]float64{&own, &other} {
		b := newBoard(t, "")
		for range 9 {
			b.lose(seat)
			*values = append(*values, b.value())
		}
		assert.Equal(t, 90, b.Yards(seat))
	}
	for i := range 8 {
		assert.Less(t, own[i+1], own[i])
		assert.Greater(t, other[i+1], other[i])
		assert.InDelta(t, own[i], -other[i], 1e-9)
	}
	assert.Greater(t, own[7]-own[8], 1.5*(own[0]-own[1]), "the last yards count most")
}

// The evaluation rates cards, and the stake for which good cards play.
func TestEvaluateCards(t *testing.T) {
	hand := func(cards string) *board {
		b := newBoard(t, ",eight_cards_for_two=false")
		b.deal(cards, "bd7 go7 pd6 od4")
		return b
	}
	good := hand("po7 pd7 oo7 od7")
	assert.Greater(t, good.value(), hand("go6 bo4 oo5 gd4").value(), "a hand of cards that nobody beats")
	before := good.value()
	good.do("knock", "call")
	assert.Greater(t, good.value(), before, "at a higher stake it is worth more")
	assert.Zero(t, testing.AllocsPerRun(100, func() { good.value() }))
}
