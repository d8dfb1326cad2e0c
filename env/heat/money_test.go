package heat_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heat"
)

// HEAT-3: the worst row that is completely empty gives the Heat value.
func TestHeatValueHEAT3(t *testing.T) {
	b := one(t, idle, idle, idle)
	for held := range 16 {
		b.with(nil, []int{held, 0, 0})
		assert.Equal(t, held/3, b.HeatValue(), "%d tokens off the board", held)
		assert.Equal(t, held, b.Held())
	}
	b = lay(t, hands(2, idle, idle, idle), nil, func(c *heat.Config) { c.RowValues, c.RowWidth, c.Tokens = []int{2, 7}, 4, 8 })
	for held, want := range []int{0, 0, 0, 0, 2, 2, 2, 2, 7} {
		b.with(nil, []int{0, held, 0})
		assert.Equal(t, want, b.HeatValue(), "%d tokens off a board of two rows of four", held)
	}
}

// HEAT-8: just before phase B, everyone with Heat returns 1 and loses $3, again
// and again until there is enough.
func TestOutOfHeatHEAT8(t *testing.T) {
	take := card("Take", "", "B take_heat n=3")
	b := one(t, take, idle, idle).with([]int{10, 2, 10}, []int{2, 12, 0})
	b.play(take, idle, idle)
	// One token is on the board, three are wanted: one round returns two.
	assert.Equal(t, []int{7, 0, 10}, b.money(), "no more than a seat has; no Heat, no fine")
	assert.Equal(t, []int{4, 11, 0}, b.heats())
	assert.Equal(t, 1, b.Shortages())

	// Twice: the board is empty and only one seat has Heat to return.
	b = one(t, card("Two", "", "B take_heat n=2"), idle, idle).with([]int{0, 9, 0}, []int{0, 15, 0})
	b.do("play Two", "play Idle", "play Idle")
	assert.Equal(t, []int{0, 3, 0}, b.money())
	assert.Equal(t, []int{2, 13, 0}, b.heats())
	assert.Equal(t, 2, b.Shortages())
}

// HEAT-16: the demand is gross: Heat that the same phase returns does not help.
func TestDemandIsGrossHEAT16(t *testing.T) {
	take := card("Take", "", "B take_heat n=1")
	back := card("Back", "", "B return_heat n=5")
	b := one(t, take, back, idle).with([]int{9, 9, 9}, []int{0, 14, 1})
	b.play(take, back, idle)
	assert.Equal(t, []int{9, 6, 6}, b.money(), "both holders paid the fine")
	assert.Equal(t, []int{1, 8, 0}, b.heats())
}

// HEAT-16: the demand is counted again after every round, because amounts may
// read Heat.
func TestDemandIsCountedAgainHEAT16(t *testing.T) {
	echo := card("Echo", "", "B take_heat each=1 per=heat_of(self) max=5")
	b := one(t, echo, idle, idle).with([]int{30, 30, 30}, []int{5, 5, 4})
	b.play(echo, idle, idle)
	// 5 wanted, 1 there; 4 wanted, 4 there.
	assert.Equal(t, []int{27, 27, 27}, b.money())
	assert.Equal(t, []int{8, 4, 3}, b.heats())
}

// HEAT-14, HEAT-16: phase B reads the table as HEAT-8 left it.
func TestPhaseBReadsTheTableAfterTheFineHEAT14(t *testing.T) {
	take := card("Take", "", "B take_heat n=1", "B gain n=20 if=rank(richest)")
	b := one(t, take, idle, idle).with([]int{4, 2, 3}, []int{15, 0, 0})
	b.play(take, idle, idle)
	assert.Equal(t, []int{1, 2, 3}, b.money(), "the fine came first: no longer the richest")
}

// HEAT-8, HEAT-24: more than the whole board with nobody to return Heat: all are
// arrested before any effect of B, C does not happen, and everyone loses (C-3).
func TestArrestHEAT24(t *testing.T) {
	grab := card("Grab", "", "A gain n=1", "B take_heat n=6", "B gain n=50", "C gain n=50")
	b := one(t, grab, grab, grab).with(nil, []int{1, 0, 0})
	b.play(grab, grab, grab)
	assert.True(t, b.Arrested())
	assert.Equal(t, env.Terminal, b.CurrentPlayer())
	assert.Equal(t, []int{0, 1, 1}, b.money(), "only A happened, and one fine")
	assert.Equal(t, nothing, b.heats())
	assert.Equal(t, []float64{-.5, -.5, -.5}, b.returns())
	assert.Equal(t, "general-sum", string(b.Game().Spec().Utility))

	// Fifteen is not more than fifteen.
	five := card("Five", "", "B take_heat n=5")
	b = one(t, five, five, five)
	b.play(five, five, five)
	assert.False(t, b.Arrested())
	assert.Equal(t, []int{5, 5, 5}, b.heats())
}

// HEAT-10: money does not fall below 0 during play; paying for Heat may leave a
// debt. HEAT-24: the value is fixed once.
func TestDebtHEAT10(t *testing.T) {
	fine := card("Fine", "", "A lose n=5 who=all")
	b := one(t, fine, idle, idle).with([]int{3, 6, 9}, []int{0, 3, 3})
	b.play(fine, idle, idle)
	assert.Equal(t, []int{0, 1, 4}, b.money())
	b.play(idle, idle, idle)
	require.Equal(t, env.Terminal, b.CurrentPlayer())
	// Six off the board: 2 for each Heat.
	assert.Equal(t, []int{0, -5, -2}, b.money())
	assert.Equal(t, []int{0, 3, 3}, b.heats(), "tokens are not returned while paying")
	assert.Equal(t, []float64{1, -.5, -.5}, b.returns())
}

// HEAT-10: most money wins; a tie goes to least Heat, before paying (HEAT-24);
// still tied is shared.
func TestWinnersHEAT10(t *testing.T) {
	for _, x := range []struct {
		name        string
		money, heat []int
		want        []float64
	}{
		{"most money", []int{5, 6, 4}, nil, []float64{-.5, 1, -.5}},
		{"after paying", []int{5, 9, 4}, []int{0, 6, 0}, []float64{1, -.5, -.5}},
		{"tie, least Heat", []int{5, 8, 4}, []int{0, 3, 0}, []float64{1, -.5, -.5}},
		{"tie, least Heat sits later", []int{8, 5, 4}, []int{3, 0, 0}, []float64{-.5, 1, -.5}},
		{"shared by two", []int{6, 6, 4}, []int{1, 1, 0}, []float64{.25, .25, -.5}},
		{"shared by all", []int{4, 4, 4}, []int{2, 2, 2}, []float64{0, 0, 0}},
	} {
		b := lay(t, hands(1, idle, idle, idle), nil).with(x.money, x.heat)
		b.play(idle, idle, idle)
		assert.Equal(t, x.want, b.returns(), x.name)
	}
}

// HEAT-15: thieves get what the victim had at the start of the phase, served in
// seat order from the start player; what is gained in the phase is safe.
func TestThievesHEAT15(t *testing.T) {
	thief := card("Thief", "", "B steal n=4 who=chosen")
	earner := card("Earner", "", "B gain n=10")
	b := one(t, thief, thief, earner).with([]int{0, 0, 6}, nil)
	b.play(thief, thief, earner).do("target seat 2", "target seat 2")
	assert.Equal(t, []int{4, 2, 10}, b.money())

	// The start player is served first: here seat 1.
	hand := []heat.Card{idle, thief, idle}
	b = lay(t, [][]heat.Card{hand, hand, {idle, earner, idle}}, nil)
	b.play(idle, idle, idle).with([]int{0, 0, 6}, nil)
	b.play(thief, thief, earner).do("target seat 2", "target seat 2")
	assert.Equal(t, []int{2, 4, 10}, b.money())

	// Money that one thief stole in this phase cannot be stolen again.
	b = one(t, thief, thief, idle).with([]int{0, 0, 6}, nil)
	b.play(thief, thief, idle).do("target seat 2", "target seat 2")
	sum := 0
	for _, m := range b.money() {
		sum += m
	}
	assert.Equal(t, 6, sum, "stealing makes no money")
}

// HEAT-15: each seat's changes are netted before the floor of 0.
func TestChangesAreNettedHEAT15(t *testing.T) {
	both := card("Both", "", "B lose n=5", "B gain n=6")
	b := one(t, both, idle, idle)
	b.play(both, idle, idle)
	assert.Equal(t, []int{1, 0, 0}, b.money(), "0 - 5 + 6, not max(0, -5) + 6")
}

// HEAT-16: a seat gives and returns at most what it held at the start of the
// phase, gives first.
func TestGivesBeforeReturnsHEAT16(t *testing.T) {
	shed := card("Shed", "", "C return_heat n=2", "C give_heat n=2 who=left")
	b := one(t, shed, idle, idle).with(nil, []int{3, 0, 0})
	b.play(shed, idle, idle)
	assert.Equal(t, []int{0, 2, 0}, b.heats(), "two given, one left to return")

	// Heat received in the phase cannot be passed on in it.
	pass := card("Pass", "", "C give_heat n=3 who=left")
	b = one(t, pass, pass, pass).with(nil, []int{3, 0, 1})
	b.play(pass, pass, pass)
	assert.Equal(t, []int{1, 3, 0}, b.heats())
}

// HEAT-14 (per choice): the number is limited by what can be paid and returned.
func TestChoicesAreLimited(t *testing.T) {
	bribe := card("Bribe", "", "C lose each=2 per=choice max=6", "C return_heat each=1 per=choice max=3")
	for _, x := range []struct {
		money, heat int
		want        []string
	}{
		{9, 9, []string{"choose 0", "choose 1", "choose 2", "choose 3"}},
		{5, 9, []string{"choose 0", "choose 1", "choose 2"}},
		{9, 1, []string{"choose 0", "choose 1"}},
	} {
		b := one(t, bribe, idle, idle).with([]int{x.money, 0, 0}, []int{x.heat, 0, 0})
		b.play(bribe, idle, idle)
		assert.Equal(t, x.want, b.legal())
	}
	b := one(t, bribe, idle, idle).with([]int{1, 0, 0}, []int{5, 0, 0})
	b.play(bribe, idle, idle)
	assert.Equal(t, 1, b.Stage(), "nothing to choose (HEAT-20)")
}

// HEAT-12: Records count printed icons, copied or cancelled or not.
func TestPrintedIconsCountHEAT12(t *testing.T) {
	block := card("Block", "", "A cancel who=left where=B")
	earn := card("Earn", "", "B gain n=3")
	count := card("Count", "", "B gain each=5 per=record_icon(money)")
	b := lay(t, [][]heat.Card{{block, idle, idle}, {earn, count, idle}, {idle, idle, idle}}, nil)
	b.play(block, earn, idle)
	assert.Equal(t, 0, b.Money(1), "cancelled")
	b.play(idle, count, idle)
	assert.Equal(t, 10, b.Money(1), "the cancelled card's icon counts, and its own")
}

// board sets up a Heat board of one row a token.
func board(tokens int) options {
	return func(c *heat.Config) {
		c.Tokens, c.RowWidth, c.RowValues = tokens, 1, make([]int, tokens)
	}
}

// HEAT-16: amounts of Heat that a deck may ask for add up, however large.
func TestManyReturnsHEAT16(t *testing.T) {
	all := card("All", "", "C return_heat n=60", "C return_heat n=60", "C return_heat n=60")
	every := card("Every", "", "C return_heat n=60 who=all", "C return_heat n=60 who=all", "C return_heat n=60 who=all",
		"C return_heat n=60 who=all", "C return_heat n=60 who=all", "C return_heat n=60 who=all")
	give := card("Give", "", "C give_heat n=60 who=left", "C give_heat n=60 who=left", "C return_heat n=60", "C return_heat n=60", "C return_heat n=60")
	for _, x := range []struct {
		cards      []heat.Card
		have, want []int
	}{
		{[]heat.Card{all, idle, idle}, []int{60, 0, 0}, []int{0, 0, 0}},
		{[]heat.Card{every, every, every}, []int{20, 30, 10}, []int{0, 0, 0}},
		{[]heat.Card{give, give, give}, []int{50, 5, 5}, []int{5, 50, 5}},
	} {
		hands := [][]heat.Card{{x.cards[0], idle}, {x.cards[1], idle}, {x.cards[2], idle}}
		b := lay(t, hands, nil, board(60)).with(nil, x.have)
		b.play(x.cards...)
		assert.Equal(t, x.want, b.heats(), x.cards[0].Title)
	}
}
