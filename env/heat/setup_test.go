package heat_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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

// HEAT-4, HEAT-5, HEAT-21: three heists of four stages; two cards each, then
// three times everyone picks a card to pass and draws one; picks start with the
// start player, who moves left every stage, across heists; passes go left,
// right, left; money and Heat carry over, and all cards are shuffled together.
func TestDraftHEAT5(t *testing.T) {
	for _, name := range []string{"heat(players=3)", "heat", "heat(players=5)"} {
		g := game(t, name)
		n := g.Spec().Players
		rng := env.Stream(3, "draft")
		s := g.NewInitialState().(*heat.State)
		var picks, plays int
		var firstPicker []env.Player
		given := make([]int, n)
		inHeist := -1
		for s.CurrentPlayer() != env.Terminal {
			if s.Heist() != inHeist {
				inHeist = s.Heist()
				assert.Equal(t, deckSizes[n], s.DeckSize(), "everything is shuffled together")
				assert.Empty(t, s.Record(0))
			}
			seat := s.CurrentPlayer()
			a := randomAction(s, rng)
			switch s.Question() {
			case heat.AskPick:
				round := picks / n % 3
				assert.Equal(t, 2+round, s.HandSize(int(seat)), "hand before a pick")
				if picks%(3*n) == 0 {
					firstPicker = append(firstPicker, seat)
				}
				if picks%n == 0 {
					clear(given)
				}
				given[seat] = int(a)
				picks++
			case heat.AskPlay:
				if plays%n == 0 {
					assert.Equal(t, env.Player(plays/n%n), seat, "the start player moves left every stage")
				}
				plays++
			}
			require.NoError(t, s.Apply(a))
			if picks > 0 && picks%n == 0 && s.Question() == heat.AskChance && plays%(4*n) == 0 && picks/n%3 != 0 {
				step := 1
				if s.Heist() == 1 {
					step = n - 1
				}
				for giver, card := range given {
					if s.HandSize(giver) == 2+(picks/n-1)%3 { // before anyone has drawn
						to := (giver + step) % n
						assert.Positive(t, int(s.Known(giver, to)[card]), "the giver knows where the card went")
						assert.Positive(t, int(s.Hand(to)[card]))
					}
				}
			}
		}
		assert.Equal(t, 9*n, picks)
		assert.Equal(t, 12*n, plays)
		assert.Equal(t, []env.Player{0, env.Player(4 % n), env.Player(8 % n)}, firstPicker)
	}
}

var deckSizes = map[int]int{3: 21, 4: 28, 5: 34}

func randomAction(s *heat.State, rng env.Rand) env.Action {
	if s.CurrentPlayer() == env.Chance {
		return env.SampleOutcome(s.ChanceOutcomes(nil), rng)
	}
	legal := s.LegalActions(nil)
	return legal[rng.IntN(len(legal))]
}

// HEAT-5: picks are secret until all are made; the receiver learns the card, and
// the others learn nothing.
func TestPicksAreSecretHEAT5(t *testing.T) {
	g := game(t, "heat(players=3)")
	s := g.NewInitialState().(*heat.State)
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.ChanceOutcomes(nil)[0].Action))
	}
	watch := func(p env.Player) string { return s.InformationState(p) }
	first := s.LegalActions(nil)[0]
	title := g.Kinds()[first].Title
	require.NoError(t, s.Apply(first))
	assert.Contains(t, watch(0), "seat 0 passes "+title)
	assert.Contains(t, watch(1), "seat 0 passes a card")
	for range 2 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	assert.Contains(t, watch(1), "seat 1 receives "+title)
	assert.NotContains(t, watch(2), "receives "+title)
	o := make([]float32, g.Spec().ObservationSize())
	s.Observe(1, o)
	assert.Equal(t, float32(1), o[g.Spec().FieldOffset("received")+int(first)])
	s.Observe(0, o)
	assert.Equal(t, float32(1), o[g.Spec().FieldOffset("passed")+int(first)])
	assert.Equal(t, float32(1), o[g.Spec().FieldOffset("known")+int(first)], "in the hand of the left neighbour")
}

// HEAT-4, HEAT-22: money and Heat carry over; unplayed cards go back unseen and
// discards come back in the next heist.
func TestBetweenHeistsHEAT4(t *testing.T) {
	toss := card("Toss", "", "A discard n=1", "B take_heat n=1", "B gain n=3")
	b := lay(t, hands(4, toss, idle, idle), []heat.Card{other}, stages(2), func(c *heat.Config) { c.Heists = 2 })
	b.play(toss, idle, idle).do("discard Idle")
	assert.Equal(t, 1, b.DeckSize())
	b.play(idle, idle, idle)
	assert.Equal(t, 1, b.Heist())
	assert.Equal(t, []int{3, 0, 0}, b.money())
	assert.Equal(t, []int{1, 0, 0}, b.heats())
	assert.Equal(t, 13, b.DeckSize(), "hands, Records, discards: all cards are back")
	for p := range 3 {
		assert.NotContains(t, b.InformationState(env.Player(p)), "Other", "nobody has seen the last card of the deck")
	}
}

// HEAT-21: the start money is a parameter, 0 by default.
func TestStartMoneyHEAT21(t *testing.T) {
	assert.Zero(t, game(t, "heat").NewInitialState().(*heat.State).Money(0))
	assert.Equal(t, 7, game(t, "heat(start_money=7)").NewInitialState().(*heat.State).Money(2))
}

// HEAT-5, C-2: draws are chance nodes over the cards left in the deck, by kind.
func TestDrawsAreChance(t *testing.T) {
	g := game(t, "heat")
	s := g.NewInitialState().(*heat.State)
	out := s.ChanceOutcomes(nil)
	require.Len(t, out, len(g.Kinds()))
	for _, o := range out {
		assert.InDelta(t, float64(g.Kinds()[o.Action].Copies)/28, o.Prob, 1e-12)
	}
	bank := g.KindOf("bank-job")
	require.NoError(t, s.Apply(env.Action(bank)))
	for _, o := range s.ChanceOutcomes(nil) {
		if int(o.Action) == bank {
			assert.InDelta(t, 1./27, o.Prob, 1e-12)
		}
	}
}
