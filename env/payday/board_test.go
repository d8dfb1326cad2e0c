package payday_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/payday"
)

// A board is a table set up by hand, played by the names of actions.
type board struct {
	t testing.TB
	*payday.State
}

// position decodes a position; the error is env.Faults with every fault.
func position(g *payday.Game, text string) (*payday.Position, error) {
	p := g.NewPosition().(*payday.Position)
	return p, configs.ReadInto(p, configs.Text("position", []byte(text)))
}

func boardOf(t testing.TB, g *payday.Game, text string) *board {
	p, err := position(g, text)
	require.NoError(t, err)
	at, err := g.FromPosition(p)
	require.NoError(t, err)
	return &board{t, at.NewInitialState().(*payday.State)}
}

// small returns a game of one column: a PAYDAY behind two obstacles.
func small(t testing.TB, settings ...string) *payday.Game {
	return still(t, append([]string{"loot_cards=1"}, settings...)...)
}

// one returns a board of that game.
func one(t testing.TB, text string) *board { return boardOf(t, small(t), text) }

// two returns a board of two columns: a key card, and a PAYDAY behind what it
// opens.
func two(t testing.TB, text string) *board { return boardOf(t, still(t, "loot_cards=2"), text) }

// do plays actions by name; chance in between takes its first outcome.
func (b *board) do(names ...string) *board {
	b.t.Helper()
	for _, name := range names {
		b.roll()
		a, err := env.ParseAction(b.State, name)
		require.NoError(b.t, err, "asked to %s", b.Question())
		require.NoError(b.t, b.Apply(a))
		require.NoError(b.t, b.Conservation())
	}
	b.roll()
	return b
}

func (b *board) roll() {
	for b.CurrentPlayer() == env.Chance {
		require.NoError(b.t, b.Apply(b.State.LegalActions(nil)[0]))
		require.NoError(b.t, b.Conservation())
	}
}

func (b *board) legal() []string {
	var names []string
	for _, a := range b.LegalActions(nil) {
		names = append(names, b.ActionString(a))
	}
	return names
}

func (b *board) can(name string) bool { return slices.Contains(b.legal(), name) }

// until ends and passes, for both sides, until a seat is asked a question.
func (b *board) until(seat env.Player, question payday.Question) *board {
	b.t.Helper()
	for range 60 {
		b.roll()
		if b.CurrentPlayer() == seat && b.Question() == question || b.CurrentPlayer() == env.Terminal {
			return b
		}
		names := b.legal()
		for _, quiet := range []string{"end", "pass", "decline", "keep"} {
			if slices.Contains(names, quiet) {
				names = []string{quiet}
			}
		}
		b.do(names[0])
	}
	b.t.Fatalf("nobody is asked %s", question)
	return b
}

func (b *board) hand(id string) int  { return b.Hand(b.Game().KindOf(id)) }
func (b *board) known(id string) int { return b.Known(b.Game().KindOf(id)) }

// discards lists what a seat has discarded, as it sees them.
func (b *board) discards(seat env.Player) string {
	for _, z := range b.Scene(seat).Zones {
		if z.ID == fmt.Sprint("discards", int(seat)) {
			var cards []string
			for _, x := range z.Things {
				cards = append(cards, x.Short)
			}
			return strings.Join(cards, ", ")
		}
	}
	return "none"
}

func (b *board) heister(slot int) payday.Heister {
	h, ok := b.HeisterAt(slot)
	require.True(b.t, ok, "no heister in slot %d", slot)
	return h
}

// police lists the titles of the officers at a place, "down" for a face-down one.
func (b *board) police(col, depth int) []string {
	names := []string{}
	for j := range payday.Slots {
		if o, ok := b.OfficerAt(col, depth, j); ok {
			name := b.Game().Kinds()[o.Kind].Title
			if o.Down {
				name = "down"
			}
			names = append(names, name)
		}
	}
	return names
}

func (b *board) won(seat int) {
	b.t.Helper()
	assert.Equal(b.t, env.Terminal, b.CurrentPlayer())
	assert.Equal(b.t, seat, b.Winner())
	r := make([]float64, 2)
	b.Returns(r)
	assert.Equal(b.t, 1., r[seat])
	assert.Equal(b.t, -1., r[1-seat])
}

func replace(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

func lines(text string) []string { return strings.Split(text, "\n") }

func has(line, prefix string) bool { return strings.HasPrefix(line, prefix) }
