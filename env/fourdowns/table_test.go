package fourdowns_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fourdowns"
	"ringer/env/games"
	"ringer/env/playdesign"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

func game(t testing.TB, name string) *fourdowns.Game {
	t.Helper()
	g, err := games.New(name)
	require.NoError(t, err)
	return g.(*fourdowns.Game)
}

// id finds a card by colour, side and strength: bo7 is the blue offense 7.
func id(t testing.TB, g *fourdowns.Game, code string) env.Action {
	t.Helper()
	for i := range g.Config().Cards {
		if codeOf(g.Card(i)) == code {
			return env.Action(i)
		}
	}
	require.Fail(t, "no card "+code)
	return -1
}

func codeOf(c playdesign.Card) string {
	return fmt.Sprintf("%c%c%d", c.Colour.String()[0], c.Side.String()[0], c.Strength)
}

// codes lists a set of cards.
func codes(g *fourdowns.Game, set uint64) []string {
	list := []string{}
	for i := range g.Config().Cards {
		if set>>i&1 != 0 {
			list = append(list, codeOf(g.Card(i)))
		}
	}
	return list
}

// A board is a game in which a test deals the cards.
type board struct {
	*fourdowns.State
	t testing.TB
	g *fourdowns.Game
}

// deal starts a game with a dealer and deals to each seat the cards of its line;
// a hand with too few gets cards that no other line names. The line of a seat that
// is out is empty.
func deal(t testing.TB, name string, dealer int, hands ...string) *board {
	t.Helper()
	g := game(t, name)
	b := &board{State: g.NewInitialState().(*fourdowns.State), t: t, g: g}
	b.apply(env.Action(dealer))
	b.dealHands(hands...)
	return b
}

// dealHands deals the cards of one hand.
func (b *board) dealHands(hands ...string) {
	b.t.Helper()
	wanted := map[env.Action]bool{}
	piles := make([][]env.Action, len(hands))
	for seat, line := range hands {
		for code := range strings.FieldsSeq(line) {
			card := id(b.t, b.g, code)
			require.False(b.t, wanted[card], "%s is dealt twice", code)
			wanted[card] = true
			piles[seat] = append(piles[seat], card)
		}
	}
	for first := b.Opener(); b.CurrentPlayer() == env.Chance; {
		seat := first
		var card env.Action = -1
		if len(piles[seat]) > 0 {
			card, piles[seat] = piles[seat][0], piles[seat][1:]
		}
		for a := env.Action(0); card < 0; a++ {
			if _, err := env.ParseAction(b, b.ActionString(a)); err == nil && !wanted[a] {
				card = a
			}
		}
		b.apply(card)
		for first = (first + 1) % len(hands); !b.InGame(first); first = (first + 1) % len(hands) {
		}
	}
}

func (b *board) apply(a env.Action) {
	b.t.Helper()
	require.NoError(b.t, b.Apply(a))
}

// do plays actions: cards by their codes, and knock, pass, call and fold.
func (b *board) do(actions string) *board {
	b.t.Helper()
	for name := range strings.FieldsSeq(actions) {
		a, err := env.ParseAction(b, name)
		if err != nil {
			a = id(b.t, b.g, name)
		}
		require.NoError(b.t, b.Apply(a), "%s for %s", name, b.CurrentPlayer())
	}
	return b
}

// legal names the legal actions, cards by their codes.
func (b *board) legal() []string {
	names := []string{}
	for _, a := range b.LegalActions(nil) {
		if int(a) < len(b.g.Config().Cards) && b.CurrentPlayer() >= 0 {
			names = append(names, codeOf(b.g.Card(int(a))))
		} else {
			names = append(names, b.ActionString(a))
		}
	}
	return names
}

// yards lists what every seat has lost.
func (b *board) yards() []int {
	y := make([]int, b.g.Spec().Players)
	for i := range y {
		y[i] = b.Yards(i)
	}
	return y
}

// returns lists the returns of the state.
func (b *board) returns() []float64 {
	r := make([]float64, b.g.Spec().Players)
	b.Returns(r)
	return r
}

// A player drives random games in reused memory.
type player struct {
	s, first    env.State
	rng         env.Rand
	legal       []env.Action
	outcomes    []env.Outcome
	observation []float32
	returns     []float64
}

func newPlayer(g env.Game, seed uint64) *player {
	return &player{
		s: g.NewInitialState(), first: g.NewInitialState(), rng: env.Stream(seed, "player"),
		legal: make([]env.Action, 0, 100), outcomes: make([]env.Outcome, 0, 100),
		observation: make([]float32, g.Spec().ObservationSize()), returns: make([]float64, g.Spec().Players),
	}
}

// step plays one action; after the end it begins anew.
func (p *player) step() {
	switch seat := p.s.CurrentPlayer(); seat {
	case env.Terminal:
		p.s.Returns(p.returns)
		p.s.(env.CopierFrom).CopyFrom(p.first)
	case env.Chance:
		p.outcomes = p.s.(env.Chancer).ChanceOutcomes(p.outcomes[:0])
		p.apply(env.SampleOutcome(p.outcomes, p.rng))
	default:
		p.s.Observe(seat, p.observation)
		p.legal = p.s.LegalActions(p.legal[:0])
		p.apply(p.legal[p.rng.IntN(len(p.legal))])
	}
}

// decision plays up to and including the next decision.
func (p *player) decision() {
	for p.s.CurrentPlayer() < 0 {
		p.step()
	}
	p.step()
}

func (p *player) apply(a env.Action) {
	if err := p.s.Apply(a); err != nil {
		panic(err)
	}
}
