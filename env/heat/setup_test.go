package heat_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/heat"
)

// card writes a card in one line: title, tags, effects such as
// "B gain n=6 who=others if=alone(bank) where=bank" or
// "B gain base=1 each=2 per=record_icon(money) max=8".
func card(title, tags string, effects ...string) heat.Card {
	c := heat.Card{ID: strings.ToLower(title), Title: title, Copies: [][]int{{3, 4, 5}}}
	if tags != "" {
		c.Tags = strings.Split(tags, " ")
	}
	for _, text := range effects {
		words := strings.Fields(text)
		e := heat.Effect{Phase: words[0], Op: words[1]}
		for _, w := range words[2:] {
			key, value, _ := strings.Cut(w, "=")
			n, _ := strconv.Atoi(value)
			switch key {
			case "n", "base":
				e.Amount.Base = n
			case "each":
				e.Amount.Each = n
			case "max":
				e.Amount.Max = n
			case "per":
				e.Amount.Per = value
			case "who":
				e.Who = value
			case "if":
				e.If = value
			case "where":
				e.Where = value
			default:
				panic("card: what is " + w)
			}
		}
		c.Effects = append(c.Effects, e)
		if !slices.Contains(c.Phases, e.Phase) {
			c.Phases = append(c.Phases, e.Phase)
		}
	}
	return c
}

// Cards that do next to nothing.
var (
	idle  = card("Idle", "", "C gain n=1 if=heat_value(99)")
	other = card("Other", "", "C gain n=1 if=heat_value(99)")
)

// A tabletop is a game in a position of the test's making.
type tabletop struct {
	*testing.T
	*heat.State
}

// options change a configuration.
type options func(*heat.Config)

// lay deals the given hands (one per seat), puts the rest below into the deck,
// and stands before the first stage. Hands have equal sizes; there is no draft,
// and there are as many stages as cards unless an option says otherwise.
func lay(t *testing.T, hands [][]heat.Card, deck []heat.Card, opts ...options) *tabletop {
	t.Helper()
	c := heat.Defaults()
	c.Players, c.Heists, c.DraftRounds = len(hands), 1, 0
	c.Deal, c.Stages = len(hands[0]), len(hands[0])
	c.MinCards, c.MinTitles = []int{0, 0, 0}, 1
	add := func(x heat.Card) {
		i := slices.IndexFunc(c.Cards, func(y heat.Card) bool { return y.ID == x.ID })
		if i < 0 {
			x.Copies = nil
			c.Cards = append(c.Cards, x)
			i = len(c.Cards) - 1
		}
		c.Cards[i].Copies = append(c.Cards[i].Copies, []int{3, 4, 5})
	}
	for _, x := range slices.Concat(append(hands, deck)...) {
		add(x)
	}
	for _, o := range opts {
		o(&c)
	}
	g, err := heat.New(c)
	require.NoError(t, err)
	b := &tabletop{t, g.NewInitialState().(*heat.State)}
	for i := range hands[0] {
		for _, hand := range hands {
			b.do("draw " + hand[i].Title)
		}
	}
	return b
}

// one lays a game of two stages, the first with the given cards, so that its
// effects can be looked at before the game ends.
func one(t *testing.T, cards ...heat.Card) *tabletop {
	t.Helper()
	var hands [][]heat.Card
	for _, c := range cards {
		hands = append(hands, []heat.Card{c, idle})
	}
	return lay(t, hands, nil)
}

// with sets money and Heat of every seat.
func (b *tabletop) with(money, heats []int) *tabletop {
	heat.SetTable(b.State, money, heats)
	return b
}

// do applies actions by name.
func (b *tabletop) do(names ...string) *tabletop {
	b.Helper()
	for _, name := range names {
		a, err := env.ParseAction(b.State, name)
		require.NoError(b, err)
		require.NoError(b, b.Apply(a))
		require.NoError(b, b.Conservation())
	}
	return b
}

// play lets every seat, in order from the start player, play the card it is
// given, by seat.
func (b *tabletop) play(cards ...heat.Card) *tabletop {
	b.Helper()
	n := len(cards)
	start := b.StartPlayer()
	for i := range n {
		b.do("play " + cards[(start+i)%n].Title)
	}
	return b
}

// legal lists the legal actions by name.
func (b *tabletop) legal() []string {
	var names []string
	for _, a := range b.LegalActions(nil) {
		names = append(names, b.ActionString(a))
	}
	return names
}

// money and heats list all seats.
func (b *tabletop) money() []int { return b.each(b.Money) }
func (b *tabletop) heats() []int { return b.each(b.State.Heat) }

func (b *tabletop) each(f func(int) int) []int {
	var out []int
	for i := range b.Game().Spec().Players {
		out = append(out, f(i))
	}
	return out
}

// hand and record list a seat's cards by title.
func (b *tabletop) hand(seat int) []string {
	var out []string
	for t, n := range b.Hand(seat) {
		for range n {
			out = append(out, b.Game().Kinds()[t].Title)
		}
	}
	return out
}

func (b *tabletop) record(seat int) []string {
	var out []string
	for _, t := range b.Record(seat) {
		out = append(out, b.Game().Kinds()[t].Title)
	}
	return out
}

// returns of all seats.
func (b *tabletop) returns() []float64 {
	r := make([]float64, b.Game().Spec().Players)
	b.Returns(r)
	return r
}

// game builds a game from its string.
func game(t testing.TB, text string) *heat.Game {
	t.Helper()
	g, err := games.New(text)
	require.NoError(t, err)
	return g.(*heat.Game)
}

func itoa(n int) string { return strconv.Itoa(n) }
