package calibration_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/goofspiel"
	"ringer/env/kuhn"
	"ringer/env/leduc"
	"ringer/env/liarsdice"
	"ringer/env/tictactoe"
)

// counts returns the counts of a tree from its four kinds of nodes and states.
func counts(chance, decision, terminal, informationStates int) envtest.Counts {
	return envtest.Counts{
		Nodes: chance + decision + terminal, ChanceNodes: chance, DecisionNodes: decision,
		TerminalNodes: terminal, InformationStates: informationStates,
	}
}

// TestPublishedCounts compares whole trees with the sizes that OpenSpiel's
// integration tests state, and tic-tac-toe with its well-known numbers.
func TestPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		name string
		game env.Game
		want envtest.Counts
	}{
		{"CAL-1 two players", must(kuhn.New(kuhn.Config{Players: 2})), counts(4, 24, 30, 12)},
		{"CAL-1 three players", must(kuhn.New(kuhn.Config{Players: 3})), counts(17, 288, 312, 48)},
		{"CAL-2", must(leduc.New(leduc.Defaults())), counts(157, 3780, 5520, 936)},
		{"CAL-3", must(liarsdice.New(liarsdice.Defaults())), counts(7, 147456, 147420, 24576)},
		{"CAL-4", must(goofspiel.New(goofspiel.Defaults())), counts(0, 501, 576, 162)},
		{"CAL-5", must(tictactoe.New(tictactoe.Defaults())), counts(0, 549946-255168, 255168, 549946-255168)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := envtest.Count(c.game, c.want.Nodes)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

// TestKuhnCountsCAL1 compares every number of players with a formula: after a
// deal there are n ways to bet first or none, and a first bet has n-1 answers.
func TestKuhnCountsCAL1(t *testing.T) {
	for n := kuhn.MinPlayers; n <= kuhn.MaxPlayers; n++ {
		chance, deals := 0, 1
		for dealt := range n {
			chance += deals
			deals *= n + 1 - dealt
		}
		lines := n << (n - 1)
		got, err := envtest.Count(must(kuhn.New(kuhn.Config{Players: n})), 1<<20)
		require.NoError(t, err)
		require.Equal(t, counts(chance, deals*lines, deals*(lines+1), (n+1)*lines), got, "%d players", n)
	}
}

// TestLiarsDiceCountsCAL3 compares other sizes with a formula: every set of
// bids is one sequence of bids, and the dice of a seat have no order.
func TestLiarsDiceCountsCAL3(t *testing.T) {
	for _, c := range []liarsdice.Config{
		{Dice: 1, Sides: 2},
		{Dice: 1, Sides: 3},
		{Dice: 1, Sides: 4},
		{Dice: 1, Sides: 5},
		{Dice: 2, Sides: 2},
		{Dice: 3, Sides: 2},
		{Dice: 2, Sides: 3},
	} {
		chance, rolls := 0, 1
		for range 2 * c.Dice {
			chance += rolls
			rolls *= c.Sides
		}
		biddings := 1 << (2 * c.Dice * c.Sides)
		hands := binomial(c.Dice+c.Sides-1, c.Dice)
		got, err := envtest.Count(must(liarsdice.New(c)), 1<<20)
		require.NoError(t, err)
		require.Equal(t, counts(chance, rolls*biddings, rolls*(biddings-1), hands*biddings), got, "%+v", c)
	}
}

func binomial(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

// TestGoofspielCountsCAL4 compares other sizes with a count by product for the
// nodes, and by listing all pairs of bid sequences for the information states.
func TestGoofspielCountsCAL4(t *testing.T) {
	for _, c := range []goofspiel.Config{
		{Players: 2, Cards: 2, Order: goofspiel.Descending, ImpInfo: true},
		{Players: 2, Cards: 3, Order: goofspiel.Ascending, ImpInfo: true},
		{Players: 2, Cards: 4, Order: goofspiel.Descending, ImpInfo: false},
		{Players: 2, Cards: 5, Order: goofspiel.Descending, ImpInfo: true},
		{Players: 2, Cards: 3, Order: goofspiel.Random, ImpInfo: true},
		{Players: 2, Cards: 4, Order: goofspiel.Random, ImpInfo: true},
		{Players: 2, Cards: 3, Order: goofspiel.Random, ImpInfo: false},
		{Players: 3, Cards: 3, Order: goofspiel.Descending, ImpInfo: true},
		{Players: 3, Cards: 4, Order: goofspiel.Descending, ImpInfo: true},
		{Players: 4, Cards: 3, Order: goofspiel.Descending, ImpInfo: false},
	} {
		c.Returns = goofspiel.WinLoss
		g := must(goofspiel.New(c))
		got, err := envtest.Count(g, 1<<22)
		require.NoError(t, err)
		require.Equal(t, goofspielCounts(c), got, "%s", g.Spec())
	}
}

// goofspielCounts computes the counts without states: nodes by product over the
// rounds, information states by listing everything that one seat can have seen.
func goofspielCounts(c goofspiel.Config) envtest.Counts {
	chance, decision, histories := 0, 0, 1
	for cards := c.Cards; cards > 1; cards-- {
		if c.Order == goofspiel.Random {
			chance += histories
			histories *= cards
		}
		for range c.Players {
			decision += histories
			histories *= cards
		}
	}

	// A line holds all public facts and the bids of seat 0; by symmetry the other
	// seats see as many lines.
	seen := map[string]bool{}
	var rounds func(line string, hands [][]int, prizes []int)
	rounds = func(line string, hands [][]int, prizes []int) {
		if len(prizes) < 2 {
			return
		}
		for i, prize := range prizes {
			if c.Order != goofspiel.Random && i > 0 {
				break
			}
			asked := line + " prize" + string(rune('a'+prize))
			seen[asked] = true
			joint(hands, nil, func(bids []int) {
				next := make([][]int, len(hands))
				for seat, bid := range bids {
					next[seat] = without(hands[seat], bid)
				}
				rounds(asked+outcome(bids, c.ImpInfo), next, without(prizes, prize))
			})
		}
	}
	all := make([]int, c.Cards)
	for i := range all {
		all[i] = i
	}
	hands := make([][]int, c.Players)
	for seat := range hands {
		hands[seat] = all
	}
	rounds("", hands, all)
	return counts(chance, decision, histories, c.Players*len(seen))
}

// joint calls f with every choice of one card from each hand.
func joint(hands [][]int, chosen []int, f func([]int)) {
	if len(chosen) == len(hands) {
		f(chosen)
		return
	}
	for _, card := range hands[len(chosen)] {
		joint(hands, append(chosen[:len(chosen):len(chosen)], card), f)
	}
}

func without(cards []int, card int) []int {
	var rest []int
	for _, c := range cards {
		if c != card {
			rest = append(rest, c)
		}
	}
	return rest
}

// outcome returns the facts that seat 0 learns from a round, in a text.
func outcome(bids []int, impInfo bool) string {
	if !impInfo {
		s := ""
		for _, bid := range bids {
			s += string(rune('A' + bid))
		}
		return s
	}
	winner := '='
	for seat, bid := range bids {
		alone := true
		for other, b := range bids {
			alone = alone && (other == seat || b < bid)
		}
		if alone {
			winner = rune('0' + seat)
		}
	}
	return string([]rune{rune('A' + bids[0]), winner})
}

// TestLeducCountsCAL2 compares the tree with a count from betting rounds alone:
// the decisions of a round, and how often it ends with each number of seats still
// in.
func TestLeducCountsCAL2(t *testing.T) {
	for n := 2; n <= 3; n++ { // 9,457 and 1,831,601 nodes
		want := leducCounts(n)
		got, err := envtest.Count(must(leduc.New(leduc.Config{Players: n})), want.Nodes)
		require.NoError(t, err)
		require.Equal(t, want, got, "%d players", n)
	}
}

// bettingRound counts what can happen in one round of leduc from a point at
// which waiting of the in seats must still answer.
type bettingRound struct {
	decisions int
	ends      map[int]int // by seats in at the end
}

func (r *bettingRound) play(in, waiting, raises int, facing bool) {
	if in == 1 || waiting == 0 {
		r.ends[in]++
		return
	}
	r.decisions++
	if facing {
		r.play(in-1, waiting-1, raises, true)
	}
	r.play(in, waiting-1, raises, facing)
	if raises < 2 {
		r.play(in, in-1, raises+1, true)
	}
}

func leducCounts(n int) envtest.Counts {
	chance, deals, cards := 0, 1, 2*(n+1)
	for range n {
		chance += deals
		deals *= cards
		cards--
	}
	first := bettingRound{ends: map[int]int{}}
	first.play(n, n, 0, false)
	decisions, terminal := first.decisions, first.ends[1]
	secondDecisions := 0
	for in, ends := range first.ends {
		if in == 1 {
			continue
		}
		second := bettingRound{ends: map[int]int{}}
		second.play(in, in, 0, false)
		chance += deals * ends
		decisions += ends * cards * second.decisions
		secondDecisions += ends * second.decisions
		for _, e := range second.ends {
			terminal += ends * cards * e
		}
	}
	// A seat that decides knows its own card, and in the second round the public
	// one, which is any other card.
	deck := 2 * (n + 1)
	information := deck*first.decisions + deck*(deck-1)*secondDecisions
	return counts(chance, deals*decisions, deals*terminal, information)
}
