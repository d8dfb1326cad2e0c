package heat_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heat"
)

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
