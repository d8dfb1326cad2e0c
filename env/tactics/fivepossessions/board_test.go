package fivepossessions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/fivepossessions"
	"ringer/env/playdesign"
	"ringer/env/wrap"
)

// A board is a game with what a person would look up, by indices into the deck.
type board struct {
	*fivepossessions.State
	t       testing.TB
	g       *fivepossessions.Game
	c       fivepossessions.Config
	m       *Model
	wrapped env.Wrapped

	ids     [sides][]int // by number within the side: the card of the deck
	numbers []card       // by card of the deck
}

// newBoard begins a game of the shipped deck with changes.
func newBoard(t testing.TB, change ...func(*fivepossessions.Config)) *board {
	t.Helper()
	c := fivepossessions.Defaults()
	require.NoError(t, configs.Read("games/playdesign", "default", &c))
	for _, f := range change {
		f(&c)
	}
	g, err := fivepossessions.New(c)
	require.NoError(t, err)
	w, err := wrap.New(g, NewObserver(g))
	require.NoError(t, err)
	b := &board{State: g.NewInitialState().(*fivepossessions.State), t: t, g: g, c: c, m: NewModel(g), wrapped: w, numbers: make([]card, len(c.Cards))}
	for of := range sides {
		b.ids[of] = c.Of(playdesign.Sides[of])
		for number, id := range b.ids[of] {
			b.numbers[id] = card(number)
		}
	}
	return b
}

// again begins another game.
func (b *board) again() *board {
	n := *b
	n.State = b.g.NewInitialState().(*fivepossessions.State)
	return &n
}

// random plays a random action, chance included.
func (b *board) random(rng env.Rand) {
	legal := b.LegalActions(nil)
	require.NoError(b.t, b.Apply(legal[rng.IntN(len(legal))]))
}

// do plays actions by name.
func (b *board) do(names ...string) *board {
	b.t.Helper()
	for _, name := range names {
		a, err := env.ParseAction(b.State, name)
		require.NoError(b.t, err, name)
		require.NoError(b.t, b.Apply(a))
	}
	return b
}

// A lay is a card by its name and its lane, from 1.
type lay struct {
	card string
	lane int
}

// lays reads "Empty@1 Spread@2", _ standing for a space, in the order of the deck.
func (b *board) lays(text string) []lay {
	var all []lay
	for word := range strings.FieldsSeq(text) {
		name, lane, _ := strings.Cut(strings.ReplaceAll(word, "_", " "), "@")
		n, err := strconv.Atoi(lane)
		require.NoError(b.t, err)
		all = append(all, lay{name, n})
	}
	slices.SortFunc(all, func(x, y lay) int { return b.card(x.card) - b.card(y.card) })
	return all
}

func (b *board) card(name string) int {
	return slices.IndexFunc(b.c.Cards, func(c playdesign.Card) bool { return c.Name == name })
}

// draw draws hands, the offense's first.
func (b *board) draw(hands ...string) *board {
	b.t.Helper()
	for _, hand := range hands {
		for _, l := range b.lays(hand) {
			b.do("draw " + l.card)
		}
	}
	return b
}

// place places hands.
func (b *board) place(hands ...string) *board {
	b.t.Helper()
	for _, hand := range hands {
		for _, l := range b.lays(hand) {
			b.do(fmt.Sprintf("%s to lane %d", l.card, l.lane))
		}
	}
	return b
}

// field returns one field of the wrapped game's observation.
func (b *board) field(seat env.Player, name string) []float32 {
	spec := b.wrapped.Spec()
	o := make([]float32, spec.ObservationSize())
	b.wrapped.Wrap(b.Clone()).Observe(seat, o)
	for _, f := range spec.Observation {
		if f.Name == name {
			return o[spec.FieldOffset(name):][:f.Size()]
		}
	}
	b.t.Fatalf("no field %s", name)
	return nil
}

// side returns the side of a card of the deck.
func (b *board) side(id int) side {
	if b.c.Cards[id].Side == playdesign.Offense {
		return offense
	}
	return defense
}

// id returns the card of the deck, -1 for none.
func (b *board) id(of side, c card) int {
	if c == fivepossessions.NoCard {
		return -1
	}
	return b.ids[of][c]
}

// wins reports whether an offense card beats a defense card.
func (b *board) wins(attack, defend int) bool {
	return b.g.Beats(b.numbers[attack]).Has(b.numbers[defend])
}

func (b *board) seen(id int) bool        { return b.Shown(b.side(id)).Has(b.numbers[id]) }
func (b *board) undrawn(id int) bool     { return b.Stack(b.side(id)).Has(b.numbers[id]) }
func (b *board) under(lane int) int      { return b.id(offense, b.Open(lane)) }
func (b *board) laid(seat, lane int) int { return b.id(b.SideOf(seat), b.Placed(b.SideOf(seat), lane)) }
func (b *board) put(seat int) int        { return b.Put(b.SideOf(seat)) }
func (b *board) lives(card, lane int) bool { // an offense card
	return !b.Closed(lane) && (b.under(lane) < 0 || b.c.Cards[b.under(lane)].Colour != b.c.Cards[card].Colour)
}

// hand lists the cards of a seat's hand, those that lie included.
func (b *board) hand(seat int) (ids []int) {
	for _, c := range b.Hand(b.SideOf(seat)) {
		ids = append(ids, b.id(b.SideOf(seat), c))
	}
	return ids
}
