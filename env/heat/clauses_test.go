package heat_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/heat"
)

// HEAT-18: the card that comes back to the hand for another lay face up, so
// everybody knows it.
func TestReplacedCardIsKnownHEAT18(t *testing.T) {
	plan := card("Plan", "", "A replace", "B gain n=1")
	b := lay(t, [][]heat.Card{{plan, other}, {idle, idle}, {idle, idle}}, nil)
	b.play(plan, idle, idle).do("put Other")
	kind := b.Game().KindOf("plan")
	assert.Equal(t, 1, int(b.Known(1, 0)[kind]))
	assert.Equal(t, 1, int(b.Known(2, 0)[kind]))
	assert.Equal(t, map[string]float32{"Plan": 1}, b.cards("exposed", 0, 0))
}

// HEAT-18: a copied card counts until the copier's card in use changes.
func TestAnotherCardEndsCopyingHEAT18(t *testing.T) {
	model, next := card("Model", "", "B gain n=7"), card("Next", "", "B gain n=5")
	put := card("Put", "", "A copy who=left", "A replace", "B gain n=99")
	b := lay(t, [][]heat.Card{{put, next}, {model, idle}, {idle, idle}}, nil)
	b.play(put, model, idle).do("put Next")
	assert.Equal(t, []int{5, 7, 0}, b.money())
	assert.Equal(t, []string{"Put"}, b.hand(0))

	add := card("Add", "", "A copy who=left", "A extra where=end", "B gain n=99")
	b = lay(t, [][]heat.Card{{add, next, idle}, {model, idle, idle}, {idle, idle, idle}}, nil, stages(2))
	b.play(add, model, idle).do("add Next")
	assert.Equal(t, []int{5, 7, 0}, b.money())

	b = lay(t, [][]heat.Card{{add, next, idle}, {model, idle, idle}, {idle, idle, idle}}, nil, stages(2))
	b.play(add, model, idle).do("decline")
	assert.Equal(t, []int{7, 7, 0}, b.money(), "with the same card in use it goes on")
}

// HEAT-16: the demand counts the seats that a card will reach, and no others.
func TestDemandCountsSeatsHEAT16(t *testing.T) {
	bank := card("Bank", "bank", "C gain n=1 if=heat_value(99)")
	for _, x := range []struct {
		name   string
		effect string
		two    heat.Card
		do     []string
		want   []int // Heat afterwards, of a board with two tokens
	}{
		{"one named seat", "B take_heat n=2 who=chosen", idle, []string{"target seat 2"}, []int{0, 13, 2}},
		{"those who rob the bank", "B take_heat n=2 who=others if=target_uses(bank)", bank, nil, []int{0, 13, 2}},
		{"nobody, as the condition fails", "B take_heat n=3 if=alone(bank)", bank, nil, []int{0, 13, 0}},
		{"everybody else", "B take_heat n=1 who=others", idle, nil, []int{0, 14, 1}},
	} {
		b := one(t, card("X", "", x.effect), idle, x.two).with([]int{9, 9, 9}, []int{0, 13, 0})
		b.play(card("X", "", x.effect), idle, x.two).do(x.do...)
		assert.Zero(t, b.Shortages(), x.name)
		assert.Equal(t, x.want, b.heats(), x.name)
		assert.Equal(t, []int{9, 9, 9}, b.money(), x.name)
	}
}

// HEAT-9: as many draws as the deck has cards are made.
func TestDrawsOfTheWholeDeckHEAT9(t *testing.T) {
	two, one := card("Two", "", "A draw n=2"), card("One", "", "A draw n=1")
	b := lay(t, hands(2, two, one, idle), []heat.Card{other, other, other})
	b.play(two, one, idle).do("draw Other", "draw Other", "draw Other")
	assert.Zero(t, b.DeckSize())
	assert.Zero(t, b.DrawsSkipped())

	b = lay(t, hands(2, two, one, idle), []heat.Card{other, other})
	b.play(two, one, idle)
	assert.Equal(t, 1, b.DrawsSkipped())
	assert.Equal(t, 2, b.DeckSize())
}

// HEAT-20: no seat is named where nothing can happen, and none at all when the
// condition fails.
func TestUselessTargetsHEAT20(t *testing.T) {
	count := card("Count", "", "A gain each=2 per=heat_of(chosen)")
	b := lay(t, hands(2, count, idle, idle, idle), nil).with(nil, []int{0, 0, 1, 2})
	b.play(count, idle, idle, idle)
	assert.Equal(t, []string{"target seat 2", "target seat 3"}, b.legal())

	never := card("Never", "", "A steal n=1 who=chosen if=heat_value(5)")
	b = one(t, never, idle, idle).with([]int{5, 5, 5}, nil)
	b.play(never, idle, idle)
	assert.Equal(t, 1, b.Stage(), "nothing is asked")
}

// HEAT-14: a card that one effect of a phase takes is not there for the next.
func TestACardIsChosenOnceHEAT14(t *testing.T) {
	both := card("Both", "", "A discard n=1", "A extra where=end", "B gain n=1")
	b := lay(t, [][]heat.Card{{both, other, idle, idle}, {idle, idle, idle, idle}, {idle, idle, idle, idle}}, nil, stages(2))
	b.play(both, idle, idle)
	require.Equal(t, []string{"discard Idle", "discard Other"}, slices.Sorted(slices.Values(b.legal())))
	b.do("discard Other")
	assert.Equal(t, []string{"add Idle", "decline"}, slices.Sorted(slices.Values(b.legal())))
}

// HEAT-19: cards that earlier effects of a phase take are gone for later ones.
func TestEffectsShareTheHandHEAT19(t *testing.T) {
	both := card("Both", "", "A discard n=1", "A extra where=end", "B gain n=1")
	b := lay(t, hands(3, both, idle, idle), nil, stages(2)) // two cards, one stage to come
	b.play(both, idle, idle).do("discard Idle")
	assert.Equal(t, 1, b.Stage(), "nothing may be added")
	assert.Equal(t, 1, b.HandSize(0))
}

// HEAT-12: the icons that a card prints count, and not those of its effects.
func TestPrintedIconsReplaceDerivedOnesHEAT12(t *testing.T) {
	x := card("X", "", "A gain n=2 if=record_has(money)", "A gain n=3 if=record_has(look)")
	x.Icons = []string{"look"}
	b := one(t, x, idle, idle)
	b.play(x, idle, idle)
	assert.Equal(t, 3, b.Money(0))
}
