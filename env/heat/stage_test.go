package heat_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heat"
)

// hands deals every seat its first card and fillers to the same size.
func hands(size int, firsts ...heat.Card) [][]heat.Card {
	var out [][]heat.Card
	for _, c := range firsts {
		hand := []heat.Card{c}
		for len(hand) < size {
			hand = append(hand, idle)
		}
		out = append(out, hand)
	}
	return out
}

// stages plays fewer stages than there are cards.
func stages(n int) options { return func(c *heat.Config) { c.Stages = n } }

// C-1 and HEAT-6: cards are chosen one after the other and shown together.
func TestCardsAreShownTogetherHEAT6(t *testing.T) {
	other := card("Other", "", "C gain n=1 if=heat_value(99)")
	b := lay(t, [][]heat.Card{{idle, other}, {idle, idle}, {idle, idle}}, nil)
	size := b.Game().Spec().ObservationSize()
	see := func(action string) ([]float32, string, string) {
		s := b.Clone().(*heat.State)
		a, err := env.ParseAction(s, action)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
		o := make([]float32, size)
		s.Observe(1, o)
		return o, s.InformationState(1), s.Text(1)
	}
	o1, i1, t1 := see("play Idle")
	o2, i2, t2 := see("play Other")
	assert.Equal(t, o1, o2, "seat 1 sees no difference before the reveal")
	assert.Equal(t, i1, i2)
	assert.Equal(t, t1, t2)
	b.do("play Other", "play Idle")
	assert.Equal(t, []int{-1, -1, -1}, b.each(b.InUse))
	assert.Empty(t, b.record(0))
	b.do("play Idle")
	assert.Equal(t, []string{"Other"}, b.record(0))
	assert.Contains(t, b.Text(1), "Record: Other")
	assert.Contains(t, b.InformationState(1), "seat 0 shows Other")
}

// HEAT-6: the cards of a phase read the table as it stood at its start, and A
// comes before B before C.
func TestPhasesReadTheirStartHEAT6(t *testing.T) {
	poor := card("Poor", "", "B gain n=10 if=rank(poorest)", "C gain n=100 if=rank(poorest)")
	rich := card("Rich", "", "A gain n=4")
	b := one(t, poor, poor, rich).with([]int{0, 1, 0}, nil)
	b.play(poor, poor, rich)
	// A: 0, 1, 4. B: only seat 0 is poorest: 10, 1, 4. C: seat 1 is.
	assert.Equal(t, []int{10, 101, 4}, b.money())
}

// HEAT-6, HEAT-14 step 4: two swaps with one player happen in seat order from
// the start player, who moves left each stage (HEAT-21).
func TestConflictsInSeatOrderHEAT6(t *testing.T) {
	swap := card("Swap", "", "A swap_card who=chosen where=chosen")
	prize := card("Prize", "", "C gain n=1 if=heat_value(99)")
	hand := []heat.Card{swap, idle, idle}
	for start := range 2 {
		b := lay(t, [][]heat.Card{hand, hand, {idle, idle, prize}}, nil)
		for range start {
			b.play(idle, idle, idle)
		}
		require.Equal(t, start, b.StartPlayer())
		b.play(swap, swap, idle)
		b.do("target seat 2", "target seat 2", "give Idle", "take Prize", "give Idle", "take Prize")
		assert.Contains(t, b.hand(start), "Prize", "the start player's swap comes first")
		assert.NotContains(t, b.hand(1-start), "Prize", "the other finds the card gone: nothing happens")
		assert.Equal(t, []int{2 - start, 2 - start, 2 - start}, b.each(b.HandSize))
	}
}

// HEAT-7, HEAT-14 step 1: targets are named in seat order from the start
// player, after the reveal, and everyone hears them.
func TestDecisionsInSeatOrderHEAT7(t *testing.T) {
	thief := card("Thief", "", "A steal n=1 who=chosen")
	b := lay(t, hands(2, thief, thief, thief), nil).with([]int{5, 5, 5}, nil)
	b.play(thief, thief, thief)
	require.Equal(t, heat.AskTarget, b.Question())
	assert.Equal(t, env.Player(0), b.CurrentPlayer())
	b.do("target seat 1")
	assert.Equal(t, env.Player(1), b.CurrentPlayer())
	assert.Contains(t, b.InformationState(2), "seat 0 names seat 1")
	o := make([]float32, b.Game().Spec().ObservationSize())
	b.Observe(2, o)
	at := b.Game().Spec().FieldOffset("targets")
	// Seat 0 is one to the left of seat 2, seat 1 two.
	assert.Equal(t, []float32{0, 0, 1}, o[at+3:at+6])

	hand := []heat.Card{idle, thief}
	b = lay(t, [][]heat.Card{hand, hand, hand}, nil)
	b.play(idle, idle, idle).with([]int{5, 5, 5}, nil)
	b.play(thief, thief, thief)
	assert.Equal(t, env.Player(1), b.CurrentPlayer(), "from the start player on")
	b.do("target seat 0")
	assert.Equal(t, env.Player(2), b.CurrentPlayer())
}

// HEAT-9: when the draws of a phase exceed the deck, all of them are skipped;
// other phases are not touched.
func TestDrawsBeyondTheDeckHEAT9(t *testing.T) {
	two := card("Two", "", "A draw n=2")
	one := card("One", "", "A draw n=1", "B draw n=1")
	b := lay(t, hands(2, two, one, idle), []heat.Card{other, other})
	b.play(two, one, idle)
	require.Equal(t, env.Chance, b.CurrentPlayer(), "phase B still draws")
	assert.Equal(t, heat.PhaseB, b.Phase())
	b.do("draw Other")
	assert.Equal(t, []int{1, 2, 1}, b.each(b.HandSize))
	assert.Equal(t, 1, b.DeckSize())

	b = lay(t, hands(2, two, one, idle), []heat.Card{other, other, other, other})
	b.play(two, one, idle)
	b.do("draw Other", "draw Other", "draw Other", "draw Other")
	assert.Equal(t, []int{3, 3, 1}, b.each(b.HandSize))
}

// HEAT-14: targets, then draws and looks, then choices, then moves, then money
// and Heat.
func TestOrderOfAPhaseHEAT14(t *testing.T) {
	all := card("All", "", "A gain n=3 if=rank(poorest)", "A discard n=1", "A look who=chosen", "A draw n=1", "A extra where=end")
	b := lay(t, hands(4, all, all, idle), []heat.Card{other, other}, stages(2))
	b.play(all, all, idle)
	steps := []heat.Question{}
	seats := []env.Player{}
	answers := []string{"target seat 2", "target seat 0", "draw Other", "draw Other", "discard Other", "add Idle", "discard Other", "decline"}
	for _, a := range answers {
		steps, seats = append(steps, b.Question()), append(seats, b.CurrentPlayer())
		assert.Equal(t, nothing, b.money(), "money comes last")
		if b.Question() == heat.AskDiscard {
			assert.Equal(t, 4, b.HandSize(0), "cards move after all choices")
		}
		b.do(a)
	}
	assert.Equal(t, []heat.Question{
		heat.AskTarget, heat.AskTarget, heat.AskChance, heat.AskChance,
		heat.AskDiscard, heat.AskExtra, heat.AskDiscard, heat.AskExtra,
	}, steps)
	assert.Equal(t, []env.Player{0, 1, env.Chance, env.Chance, 0, 0, 1, 1}, seats)
	assert.Equal(t, []int{3, 3, 0}, b.money())
	assert.Equal(t, []string{"All", "Idle"}, b.record(0))
	assert.Equal(t, []string{"All"}, b.record(1))
	// Looks come after all draws: seat 1 knows that seat 0 drew the other card.
	known := b.Known(1, 0)
	assert.Equal(t, uint8(0), known[b.Game().KindOf("other")], "which was discarded since")
	assert.Equal(t, 2, int(known[b.Game().KindOf("idle")]), "of three, one was added to the Record")
}

// HEAT-14: amounts are read at the start of the phase, whatever moves in step 4.
func TestAmountsAreReadAtTheStartHEAT14(t *testing.T) {
	x := card("X", "", "A extra where=end", "A gain each=5 per=record_size")
	b := lay(t, hands(3, x, idle, idle), nil, stages(2))
	b.play(x, idle, idle)
	b.do("add Idle")
	assert.Equal(t, []int{5, 0, 0}, b.money())
	assert.Equal(t, []string{"X", "Idle"}, b.record(0))
}

// HEAT-18: replace puts another card in use; its effects of the same phase do not act,
// effects of later phases do, and the former card is back in hand.
func TestReplaceHEAT18(t *testing.T) {
	plan := card("Plan", "", "A replace", "B gain n=50")
	next := card("Next", "", "A gain n=100", "B gain n=7")
	b := lay(t, [][]heat.Card{{plan, next}, {idle, idle}, {idle, idle}}, nil)
	b.play(plan, idle, idle)
	assert.Equal(t, []string{"put Next", "decline"}, b.legal())
	b.do("put Next")
	assert.Equal(t, 7, b.Money(0))
	assert.Equal(t, []string{"Next"}, b.record(0))
	assert.Equal(t, []string{"Plan"}, b.hand(0))

	b = lay(t, [][]heat.Card{{plan, next}, {idle, idle}, {idle, idle}}, nil)
	b.play(plan, idle, idle).do("decline")
	assert.Equal(t, 50, b.Money(0))
}

// HEAT-18: an extra at the end becomes the card in use and the former stops; at
// the start it only counts in the Record.
func TestExtraHEAT18(t *testing.T) {
	next := card("Next", "", "A gain n=100", "B gain n=7")
	end := card("End", "", "A extra where=end", "B gain n=50")
	b := lay(t, [][]heat.Card{{end, next, idle}, {idle, idle, idle}, {idle, idle, idle}}, nil, stages(2))
	b.play(end, idle, idle).do("add Next")
	assert.Equal(t, 7, b.Money(0))
	assert.Equal(t, []string{"End", "Next"}, b.record(0))

	start := card("Start", "", "A extra where=start", "B gain each=1 per=record_size")
	b = lay(t, [][]heat.Card{{start, next, idle}, {idle, idle, idle}, {idle, idle, idle}}, nil, stages(2))
	b.play(start, idle, idle).do("add Next")
	assert.Equal(t, 2, b.Money(0))
	assert.Equal(t, []string{"Next", "Start"}, b.record(0))
	assert.Equal(t, b.Game().KindOf("start"), int(b.Record(0)[1]), "the newest is still in use")
}

// HEAT-18: copy uses the printed later phases of the target's card as it stood
// at the start of the phase.
func TestCopyHEAT18(t *testing.T) {
	copier := card("Copier", "", "A copy who=left", "B gain n=99", "C gain n=1")
	model := card("Model", "", "A gain n=40", "B gain n=7")
	b := one(t, copier, model, idle)
	b.play(copier, model, idle)
	assert.Equal(t, []int{7, 47, 0}, b.money(), "B of the model instead of B and C of its own")

	// A card without later phases copies nothing.
	early := card("Early", "", "A gain n=40")
	b = one(t, copier, early, idle)
	b.play(copier, early, idle)
	assert.Equal(t, []int{100, 40, 0}, b.money())

	// Two copiers that print only A copy nothing of each other.
	pure := card("Pure", "", "A copy who=chosen")
	b = one(t, pure, pure, idle)
	b.play(pure, pure, idle).do("target seat 1", "target seat 0")
	assert.Equal(t, nothing, b.money())

	// The target's card at the start of the phase counts, not what replaces it
	// before the copier's turn.
	plan := card("Plan", "", "A replace", "B gain n=5")
	next := card("Next", "", "B gain n=60")
	late := card("Late", "", "A copy who=right")
	b = lay(t, [][]heat.Card{{plan, next}, {late, idle}, {idle, idle}}, nil)
	b.play(plan, late, idle).do("put Next")
	assert.Equal(t, []int{60, 5, 0}, b.money())
}

// HEAT-18: cancel stops a later phase of a seat, whatever card is in use by then.
func TestCancelHEAT18(t *testing.T) {
	block := card("Block", "", "A cancel who=chosen where=B")
	plan := card("Plan", "", "A replace", "B gain n=5")
	next := card("Next", "", "B gain n=60", "C gain n=2")
	b := lay(t, [][]heat.Card{{block, idle, idle}, {plan, next, idle}, {idle, idle, idle}}, nil)
	b.play(block, plan, idle).do("target seat 1", "put Next")
	assert.Equal(t, []int{0, 2, 0}, b.money(), "B is cancelled, C is not")
	b.play(idle, plan, idle).do("decline")
	assert.Equal(t, 7, b.Money(1), "the next stage is free again")
}

// HEAT-19: effects that take cards out of a hand are skipped when fewer cards
// than stages to come would be left; an empty hand plays nothing.
func TestNoEmptyHandHEAT19(t *testing.T) {
	toss := card("Toss", "", "A discard n=1", "B gain n=1")
	b := lay(t, hands(3, toss, idle, idle), nil) // 2 cards left for 2 stages
	b.play(toss, idle, idle)
	assert.Equal(t, 2, b.HandSize(0))
	assert.Equal(t, 1, b.Stage(), "skipped without a question")
	b = lay(t, hands(4, toss, idle, idle), nil, stages(3))
	b.play(toss, idle, idle)
	require.Equal(t, heat.AskDiscard, b.Question(), "one card can be spared")
	b.do("discard Idle")
	assert.Equal(t, 1, int(b.Discards()[b.Game().KindOf("idle")]))

	pair := card("Pair", "", "A discard n=2", "B gain n=1")
	b = lay(t, hands(4, pair, idle, idle), nil, stages(3))
	b.play(pair, idle, idle)
	assert.Equal(t, 1, b.Stage(), "the whole effect is skipped, not half of it")
	assert.Equal(t, 3, b.HandSize(0))

	more := card("More", "", "A extra where=end", "B gain n=1")
	b = lay(t, hands(3, more, idle, idle), nil)
	b.play(more, idle, idle)
	assert.Equal(t, 1, b.Stage(), "nothing may be added")
	assert.Equal(t, []string{"More"}, b.record(0))

	b = lay(t, hands(2, idle, idle, idle), nil)
	heat.EmptyHand(b.State, 0)
	assert.Equal(t, []string{"play nothing"}, b.legal())
	b.do("play nothing", "play Idle", "play Idle")
	assert.Equal(t, 1, b.Stage())
	assert.Empty(t, b.record(0))
}

// HEAT-19: nobody holds a card less than there are stages to come, with the
// shipped deck, at any decision of any game.
func TestHandsLastHEAT19(t *testing.T) {
	p := newPlayer(game(t, "heat(players=5)"))
	for range 20000 {
		p.decision()
		s := p.s.(*heat.State)
		if s.Question() == heat.AskPlay && s.HandSize(int(s.CurrentPlayer())) < 4-s.Stage() {
			t.Fatalf("too few cards: %s", s)
		}
	}
}

// HEAT-20: no legal target, no question; ties of the richest are broken by the
// actor; a rank looks at the other seats.
func TestTargetsHEAT20(t *testing.T) {
	thief := card("Thief", "", "A steal n=1 who=chosen")
	b := one(t, thief, idle, idle).with([]int{5, 0, 0}, nil)
	b.play(thief, idle, idle)
	assert.Equal(t, 1, b.Stage(), "nobody has a dollar")

	b = one(t, thief, idle, idle).with([]int{5, 0, 2}, nil)
	b.play(thief, idle, idle)
	assert.Equal(t, []string{"target seat 2"}, b.legal())

	top := card("Top", "", "A steal n=1 who=richest")
	b = one(t, top, idle, idle).with([]int{9, 3, 2}, nil)
	b.play(top, idle, idle)
	assert.Equal(t, []int{10, 2, 2}, b.money(), "no question: one is richest of the others")
	b = one(t, top, idle, idle).with([]int{9, 3, 3}, nil)
	b.play(top, idle, idle)
	assert.Equal(t, []string{"target seat 1", "target seat 2"}, b.legal())
	b.do("target seat 2")
	assert.Equal(t, []int{10, 3, 2}, b.money())

	give := card("Give", "", "C give_heat n=1 who=chosen")
	b = one(t, give, idle, idle).with(nil, []int{0, 2, 2})
	b.play(give, idle, idle)
	assert.Equal(t, 1, b.Stage(), "no Heat to give, no question")
}

// HEAT-5, HEAT-9, HEAT-22: draw adds to the hand; discards are face up, stay out
// of the deck, at random or by choice; look shows the hand to the looker alone.
func TestCardsInHandHEAT22(t *testing.T) {
	loser := card("Loser", "", "A discard n=1 who=left where=random")
	b := lay(t, [][]heat.Card{{loser, idle, idle}, {idle, other, idle}, {idle, idle, idle}}, []heat.Card{other}, stages(2))
	b.play(loser, idle, idle)
	require.Equal(t, env.Chance, b.CurrentPlayer())
	outcomes := b.ChanceOutcomes(nil)
	require.Len(t, outcomes, 2)
	assert.InDelta(t, .5, outcomes[0].Prob, 1e-12)
	b.do("lose Other")
	assert.Equal(t, []string{"Idle"}, b.hand(1))
	assert.Equal(t, 1, int(b.Discards()[b.Game().KindOf("other")]))
	assert.Equal(t, 1, b.DeckSize(), "the deck is not refilled")

	spy := card("Spy", "", "A look who=left")
	b = lay(t, [][]heat.Card{{spy, idle}, {idle, other}, {idle, idle}}, nil)
	b.play(spy, idle, idle)
	assert.Equal(t, 1, int(b.Known(0, 1)[b.Game().KindOf("other")]))
	assert.Zero(t, int(b.Known(2, 1)[b.Game().KindOf("other")]))
	assert.Contains(t, b.InformationState(0), "seat 0 looks at the hand of seat 1: Other")
	assert.NotContains(t, b.InformationState(2), "Other")
}

// swap_card: at random and chosen; both cards change hands face up (a ruling of
// the package, after HEAT-7).
func TestSwapCard(t *testing.T) {
	chance := card("Chance", "", "A swap_card who=left where=random")
	b := lay(t, [][]heat.Card{{chance, idle}, {idle, other}, {idle, idle}}, nil)
	b.play(chance, idle, idle).do("give Idle")
	require.Equal(t, env.Chance, b.CurrentPlayer())
	assert.Equal(t, []string{"get Other"}, b.legal(), "the card just given does not come back")
	b.do("get Other")
	assert.Equal(t, []string{"Other"}, b.hand(0))
	assert.Equal(t, []string{"Idle"}, b.hand(1))
	assert.Equal(t, 1, int(b.Known(2, 0)[b.Game().KindOf("other")]), "everyone saw it")

	pick := card("Pick", "", "A swap_card who=chosen where=chosen")
	b = lay(t, [][]heat.Card{{pick, idle, idle}, {idle, other, idle}, {idle, idle, idle}}, nil, stages(2))
	b.play(pick, idle, idle).do("target seat 1", "give Idle")
	assert.Equal(t, []string{"take Idle", "take Other"}, b.legal())
	b.do("take Other")
	assert.Equal(t, []string{"Idle", "Other"}, b.hand(0))
}

// HEAT-27: a copier does not rob the place of the card that it copies: the robber
// is alone, and the copied split counts both.
func TestCopiersRobNothingHEAT27(t *testing.T) {
	copier := card("Copier", "", "A copy who=chosen")
	job := card("Job", "bank", "B split_pot n=7 where=bank", "B gain n=10 if=alone(bank)", "B gain each=100 per=table_tag(bank)")
	b := one(t, copier, job, idle)
	b.play(copier, job, idle).do("target seat 1")
	assert.Equal(t, []int{103, 117, 0}, b.money(), "$3 of a split by two and one card at the bank; $7, $10 for being alone, and one card")

	// The shipped cards: a Bank Job beside an Understudy that copies it.
	cards := cardsOf(t)
	b = one(t, cards["Understudy"], cards["Bank Job"], idle)
	b.play(cards["Understudy"], cards["Bank Job"], idle).do("target seat 1")
	assert.Equal(t, []int{3, 7, 0}, b.money())
	assert.Equal(t, []int{1, 1, 0}, b.heats())
}
