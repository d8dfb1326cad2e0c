package heat_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
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

// HEAT-12: the icons that a card prints count, and icons of its effects do not.
func TestPrintedIconsReplaceDerivedOnesHEAT12(t *testing.T) {
	x := card("X", "", "A gain n=2 if=record_has(money)", "A gain n=3 if=record_has(look)")
	x.Icons = []string{"look"}
	b := one(t, x, idle, idle)
	b.play(x, idle, idle)
	assert.Equal(t, 3, b.Money(0))
}

// An example plays one card of seat 0 against the cards of seats 1 and 2 and
// says what the table looks like afterwards.
type example struct {
	name        string
	card        heat.Card
	one, two    heat.Card // of seats 1 and 2; idle when empty
	money, heat []int     // before; nil: nothing. Afterwards nil means unchanged
	do          []string  // answers to what the card asks
	wantMoney   []int
	wantHeat    []int
}

var (
	banker  = card("Banker", "bank", "B gain n=5")
	nothing = []int{0, 0, 0}
)

// examples cover every word of the effect vocabulary that changes money or Heat;
// words about cards have tests of their own in stage_test.go.
var examples = []example{
	{name: "gain", card: card("X", "", "A gain n=4"), wantMoney: []int{4, 0, 0}},
	{name: "gain who=left", card: card("X", "", "A gain n=4 who=left"), wantMoney: []int{0, 4, 0}},
	{name: "gain who=right", card: card("X", "", "A gain n=4 who=right"), wantMoney: []int{0, 0, 4}},
	{name: "gain who=neighbours", card: card("X", "", "A gain n=4 who=neighbours"), wantMoney: []int{0, 4, 4}},
	{name: "gain who=others", card: card("X", "", "A gain n=4 who=others"), wantMoney: []int{0, 4, 4}},
	{name: "gain who=all", card: card("X", "", "A gain n=4 who=all"), wantMoney: []int{4, 4, 4}},
	{name: "gain who=self", card: card("X", "", "A gain n=4 who=self if=always"), wantMoney: []int{4, 0, 0}},
	{name: "lose", card: card("X", "", "C lose n=4 who=all"), money: []int{9, 3, 5}, wantMoney: []int{5, 0, 1}},
	{name: "steal who=chosen", card: card("X", "", "A steal n=4 who=chosen"), money: []int{0, 9, 2}, do: []string{"target seat 2"}, wantMoney: []int{2, 9, 0}},
	{name: "steal who=richest", card: card("X", "", "A steal n=4 who=richest"), money: []int{99, 9, 2}, wantMoney: []int{103, 5, 2}},
	{name: "steal who=poorest", card: card("X", "", "A steal n=4 who=poorest"), money: []int{0, 9, 2}, wantMoney: []int{2, 9, 0}},
	{name: "steal who=most_heat", card: card("X", "", "A steal n=4 who=most_heat"), money: []int{0, 9, 9}, heat: []int{3, 1, 2}, wantMoney: []int{4, 9, 5}},
	{name: "steal who=same_tag(T)", card: card("X", "bank", "B steal n=4 who=same_tag(bank)"), two: banker, money: []int{0, 9, 9}, wantMoney: []int{4, 9, 10}},
	{name: "pay", card: card("X", "", "A pay n=4 who=left"), money: []int{6, 0, 0}, wantMoney: []int{2, 4, 0}},
	{name: "split_pot alone", card: card("X", "bank", "B split_pot n=9 where=bank"), wantMoney: []int{9, 0, 0}},
	{name: "split_pot shared, rounded down", card: card("X", "bank", "B split_pot n=9 where=bank"), two: banker, wantMoney: []int{4, 0, 5}},
	{name: "take_heat", card: card("X", "", "B take_heat n=2"), wantHeat: []int{2, 0, 0}},
	{name: "take_heat who=chosen", card: card("X", "", "B take_heat n=2 who=chosen"), do: []string{"target seat 1"}, wantHeat: []int{0, 2, 0}},
	{name: "return_heat", card: card("X", "", "C return_heat n=2"), heat: []int{3, 3, 3}, wantHeat: []int{1, 3, 3}},
	{name: "return_heat who=all", card: card("X", "", "A return_heat n=2 who=all"), heat: []int{3, 1, 0}, wantHeat: []int{1, 0, 0}},
	{name: "give_heat", card: card("X", "", "C give_heat n=2 who=richest"), money: []int{0, 1, 2}, heat: []int{3, 0, 1}, wantMoney: []int{0, 1, 2}, wantHeat: []int{1, 0, 3}},
	{name: "swap_heat", card: card("X", "", "C swap_heat who=right"), heat: []int{1, 2, 5}, wantHeat: []int{5, 2, 1}},

	{name: "chosen(neighbours)", card: card("X", "", "A gain n=1 who=chosen(neighbours)"), do: []string{"target seat 1"}, wantMoney: []int{0, 1, 0}},
	{name: "chosen(richer)", card: card("X", "", "A steal n=1 who=chosen(richer)"), money: []int{3, 3, 4}, do: []string{"target seat 2"}, wantMoney: []int{4, 3, 3}},
	{name: "chosen(heat)", card: card("X", "", "A gain n=1 who=chosen(heat)"), heat: []int{1, 0, 1}, do: []string{"target seat 2"}, wantMoney: []int{0, 0, 1}, wantHeat: []int{1, 0, 1}},
	{name: "chosen(P)", card: card("X", "", "A gain n=9 who=chosen(B)"), two: banker, do: []string{"target seat 2"}, wantMoney: []int{0, 0, 14}},
	{name: "chosen(F)", card: card("X", "", "A gain n=9 who=chosen(bank)"), two: banker, do: []string{"target seat 2"}, wantMoney: []int{0, 0, 14}},

	{name: "if=alone(T) met", card: card("X", "bank", "B gain n=4 if=alone(bank)"), wantMoney: []int{4, 0, 0}},
	{name: "if=alone(T) not met", card: card("X", "bank", "B gain n=4 if=alone(bank)"), two: banker, wantMoney: []int{0, 0, 5}},
	{name: "if=crowd(T,k) met", card: card("X", "bank", "B gain n=4 if=crowd(bank,2)"), two: banker, wantMoney: []int{4, 0, 5}},
	{name: "if=crowd(T,k) not met", card: card("X", "bank", "B gain n=4 if=crowd(bank,2)"), wantMoney: []int{0, 0, 0}},
	{name: "if=heat_value(k) met", card: card("X", "", "A gain n=4 if=heat_value(2)"), heat: []int{2, 2, 2}, wantMoney: []int{4, 0, 0}, wantHeat: []int{2, 2, 2}},
	{name: "if=heat_value(k) not met", card: card("X", "", "A gain n=4 if=heat_value(2)"), heat: []int{2, 2, 1}, wantMoney: nothing, wantHeat: []int{2, 2, 1}},
	{name: "if=rank(richest) met", card: card("X", "", "A gain n=4 if=rank(richest)"), money: []int{2, 2, 1}, wantMoney: []int{6, 2, 1}},
	{name: "if=rank(richest) not met", card: card("X", "", "A gain n=4 if=rank(richest)"), money: []int{2, 3, 1}, wantMoney: []int{2, 3, 1}},
	{name: "if=rank(poorest) met", card: card("X", "", "A gain n=4 if=rank(poorest)"), money: []int{2, 3, 2}, wantMoney: []int{6, 3, 2}},
	{name: "if=rank(poorest) not met", card: card("X", "", "A gain n=4 if=rank(poorest)"), money: []int{2, 3, 1}, wantMoney: []int{2, 3, 1}},
	{name: "if=rank(most_heat) met", card: card("X", "", "A gain n=4 if=rank(most_heat)"), heat: []int{2, 1, 2}, wantMoney: []int{4, 0, 0}, wantHeat: []int{2, 1, 2}},
	{name: "if=rank(most_heat) not met", card: card("X", "", "A gain n=4 if=rank(most_heat)"), heat: []int{2, 1, 3}, wantHeat: []int{2, 1, 3}},
	{name: "if=rank(least_heat) met", card: card("X", "", "A gain n=4 if=rank(least_heat)"), heat: []int{1, 1, 2}, wantMoney: []int{4, 0, 0}, wantHeat: []int{1, 1, 2}},
	{name: "if=rank(least_heat) not met", card: card("X", "", "A gain n=4 if=rank(least_heat)"), heat: []int{2, 1, 3}, wantHeat: []int{2, 1, 3}},
	{name: "if=target_uses(X) a tag", card: card("X", "", "A gain n=2 who=others if=target_uses(bank)"), two: banker, wantMoney: []int{0, 0, 7}},
	{name: "if=target_uses(P) a phase", card: card("X", "", "A gain n=2 who=others if=target_uses(B)"), two: banker, wantMoney: []int{0, 0, 7}},
	{name: "if=target_uses(X) on a named seat", card: card("X", "", "A gain n=3 if=target_uses(bank)", "A gain n=2 who=chosen"), two: banker, do: []string{"target seat 2"}, wantMoney: []int{3, 0, 7}},
	{name: "if=target_uses(X) on another named seat", card: card("X", "", "A gain n=3 if=target_uses(bank)", "A gain n=2 who=chosen"), two: banker, do: []string{"target seat 1"}, wantMoney: []int{0, 2, 5}},
	{name: "if=record_has(X) a tag", card: card("X", "bank", "A gain n=2 if=record_has(bank)"), wantMoney: []int{2, 0, 0}},
	{name: "if=record_has(I) an icon", card: card("X", "", "A gain n=2 if=record_has(money)", "A gain n=3 if=record_has(look)"), wantMoney: []int{2, 0, 0}},

	{name: "per=record_icon(X)", card: card("X", "", "A gain base=1 each=2 per=record_icon(money)"), wantMoney: []int{3, 0, 0}},
	{name: "per=record_tag(T)", card: card("X", "bank", "A gain each=3 per=record_tag(bank)"), wantMoney: []int{3, 0, 0}},
	{name: "per=record_size", card: card("X", "", "A gain each=3 per=record_size"), wantMoney: []int{3, 0, 0}},
	{name: "per=table_tag(T)", card: card("X", "bank", "A gain each=3 per=table_tag(bank)"), two: banker, wantMoney: []int{6, 0, 5}},
	{name: "per=table_phase(P)", card: card("X", "", "A gain each=3 per=table_phase(B)"), one: banker, two: banker, wantMoney: []int{6, 5, 5}},
	{name: "per=heat_of(W) others", card: card("X", "", "A gain each=1 per=heat_of(others)"), heat: []int{1, 2, 3}, wantMoney: []int{5, 0, 0}, wantHeat: []int{1, 2, 3}},
	{name: "per=heat_of(W) self", card: card("X", "", "A gain each=1 per=heat_of(self)"), heat: []int{1, 2, 3}, wantMoney: []int{1, 0, 0}, wantHeat: []int{1, 2, 3}},
	{name: "per=heat_of(W) a named seat", card: card("X", "", "A gain each=2 per=heat_of(chosen)"), heat: []int{1, 2, 3}, do: []string{"target seat 2"}, wantMoney: []int{6, 0, 0}, wantHeat: []int{1, 2, 3}},
	{name: "per=heat_value", card: card("X", "", "A gain base=1 each=2 per=heat_value"), heat: []int{3, 3, 3}, wantMoney: []int{7, 0, 0}, wantHeat: []int{3, 3, 3}},
	{name: "per=hand_size", card: card("X", "", "A gain each=4 per=hand_size"), wantMoney: []int{4, 0, 0}},
	{name: "per=players", card: card("X", "", "A gain each=2 per=players"), wantMoney: []int{6, 0, 0}},
	{name: "per=choice", card: card("X", "", "A lose each=2 per=choice max=6", "A return_heat each=1 per=choice max=3"), money: []int{9, 0, 0}, heat: []int{3, 0, 0}, do: []string{"choose 2"}, wantMoney: []int{5, 0, 0}, wantHeat: []int{1, 0, 0}},
	{name: "max", card: card("X", "", "A gain base=1 each=2 per=players max=5"), wantMoney: []int{5, 0, 0}},
	{name: "never below zero", card: card("X", "", "A gain base=4 each=-2 per=players"), wantMoney: nothing},
}

// HEAT-2, HEAT-20 (a split rounds down).
func TestVocabularyHEAT2(t *testing.T) {
	for _, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			cards := []heat.Card{x.card, x.one, x.two}
			for i := range cards {
				if cards[i].ID == "" {
					cards[i] = idle
				}
			}
			if cards[1].ID != "idle" && cards[2].ID != "idle" && cards[1].ID != cards[2].ID {
				t.Fatal("an example needs simple cards")
			}
			spare := card("Spare", "bank", "C gain n=1 if=heat_value(99)")
			b := lay(t, [][]heat.Card{{cards[0], idle}, {cards[1], idle}, {cards[2], idle}}, []heat.Card{spare}).with(x.money, x.heat)
			b.play(cards...)
			b.do(x.do...)
			require.Equal(t, 1, b.Stage(), "the stage is over: %s", b.Question())
			wantMoney, wantHeat := x.wantMoney, x.wantHeat
			if wantMoney == nil {
				wantMoney = append(x.money, nothing...)[:3]
			}
			if wantHeat == nil {
				wantHeat = append(x.heat, nothing...)[:3]
			}
			assert.Equal(t, wantMoney, b.money(), "money")
			assert.Equal(t, wantHeat, b.heats(), "Heat")
		})
	}
}

// TestEveryWordIsTested fails when a word of the vocabulary has neither an
// example here nor a test that names it.
func TestEveryWordIsTested(t *testing.T) {
	tested := map[string][]string{"op": played(t)}
	where := []string{"discard choose", "discard random", "swap_card random", "swap_card chosen", "extra end", "extra start", "cancel a later phase", "split_pot a tag"}
	for _, x := range examples {
		for _, e := range x.card.Effects {
			tested["op"] = append(tested["op"], e.Op)
			tested["who"] = append(tested["who"], general(e.Who))
			tested["if"] = append(tested["if"], general(e.If))
			tested["per"] = append(tested["per"], general(e.Amount.Per))
		}
	}
	for kind, words := range heat.Words() {
		for _, w := range words {
			if kind == "where" {
				assert.Contains(t, where, w)
				continue
			}
			assert.True(t, slices.Contains(tested[kind], w), "%s %q has no example", kind, w)
		}
	}
}

// played lists the operations of the cards that the tests of card moves play.
func played(t *testing.T) []string {
	t.Helper()
	var ops []string
	for _, file := range []string{"stage_test.go", "hidden_test.go"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, effect := range regexp.MustCompile(`"[ABC] ([a-z_]+)[ "]`).FindAllSubmatch(text, -1) {
			ops = append(ops, string(effect[1]))
		}
	}
	return ops
}

// Every operation of the table has a name of its own, words that are not its
// name, and a step in which it acts.
func TestEveryOperationIsWhole(t *testing.T) {
	names := map[string]heat.Op{}
	for op := range heat.Ops {
		name, step, words := heat.Operation(op)
		require.NotEmpty(t, name, "operation %d is not in the table of operations", op)
		assert.NotContains(t, names, name, "two operations are called %s", name)
		names[name] = op
		assert.Contains(t, []uint8{2, 4, 5}, step, "%s never acts", name)
		assert.Greater(t, len(words), len(name)+1, "%s has no words: %q", name, words)
		assert.NotContains(t, words, name+".", "%s has no words", name)
	}
}

// general replaces the arguments of a word by what they stand for, as the
// tables list it.
func general(word string) string {
	name, rest, called := strings.Cut(word, "(")
	if !called {
		return word
	}
	args := strings.Split(strings.TrimSuffix(rest, ")"), ",")
	switch name {
	case "rank":
		return word
	case "chosen":
		if slices.Contains([]string{"neighbours", "richer", "heat"}, args[0]) {
			return word
		}
		if args[0] == "B" {
			return "chosen(P)"
		}
		return "chosen(F)"
	case "target_uses":
		if args[0] == "B" {
			return "target_uses(P)"
		}
		return "target_uses(X)"
	case "record_has":
		if args[0] == "bank" {
			return "record_has(X)"
		}
		return "record_has(I)"
	case "heat_of":
		return "heat_of(W)"
	case "table_phase":
		return "table_phase(P)"
	case "record_icon":
		return "record_icon(X)"
	case "heat_value":
		return "heat_value(k)"
	case "crowd":
		return "crowd(T,k)"
	}
	return fmt.Sprintf("%s(T)", name)
}
