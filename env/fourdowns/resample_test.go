package fourdowns_test

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fourdowns"
)

// worlds visits random positions and resamples them for random seats.
func worlds(t *testing.T, name string, decisions int, use func(s, w *fourdowns.State, p env.Player)) {
	p := newPlayer(game(t, name), 3)
	rng := env.Stream(5, "worlds")
	n := p.s.(*fourdowns.State).Game().Spec().Players
	for range decisions {
		p.step()
		seat := env.Player(rng.IntN(n))
		s := p.s.(*fourdowns.State)
		use(s, s.ResampleFromInfoState(seat, rng).(*fourdowns.State), seat)
	}
}

var everyKind = []string{"fourdowns", "fourdowns(players=3)", "fourdowns(players=2)", "fourdowns(first_downs=false)", "fourdowns(file=mini)"}

// C-8: a resampled world is a real one: its log, replayed action by action by the
// rules from the first state, leads to exactly this world, hidden cards of earlier
// hands included; and the seat notices nothing.
func TestWorldsHaveAHistoryC8(t *testing.T) {
	for _, name := range everyKind {
		decisions := 400
		if long {
			decisions = 100_000
		}
		o1 := make([]float32, game(t, name).Spec().ObservationSize())
		o2 := make([]float32, len(o1))
		changed := 0
		worlds(t, name, decisions, func(s, w *fourdowns.State, p env.Player) {
			again := w.Game().NewInitialState().(*fourdowns.State)
			for _, a := range fourdowns.ActionIDs(w) {
				require.NoError(t, again.Apply(a), "the history of a world breaks a rule")
			}
			require.Equal(t, w.String(), again.String())
			require.NoError(t, w.Conservation())
			s.Observe(p, o1)
			w.Observe(p, o2)
			require.Equal(t, o1, o2)
			require.Equal(t, s.InformationState(p), w.InformationState(p))
			require.Equal(t, s.Text(p), w.Text(p))
			if s.String() != w.String() {
				changed++
			}
		})
		assert.Greater(t, changed, decisions/3, "most worlds differ")
	}
}

// C-8: unplayed cards of earlier hands are dealt anew too: nobody has seen them.
func TestEarlierHandsAreHiddenC8(t *testing.T) {
	b := deal(t, "fourdowns(players=2)", 1, "", "")
	b.do("knock fold")
	b.dealHands("", "")
	rng := env.Stream(1, "earlier")
	seen := map[string]bool{}
	for range 50 {
		w := b.ResampleFromInfoState(0, rng).(*fourdowns.State)
		require.Equal(t, b.InformationState(0), w.InformationState(0))
		seen[w.InformationState(1)[:200]] = true
	}
	assert.Greater(t, len(seen), 40)
}

// C-8, FD-1: a follower that could not answer gets no card with which it could
// have, in any world, and all deals that are left are equally likely. Two hands
// and the pile are counted by hand: seat 1 has shown to lack both blue classes,
// seat 2 blue defense.
func TestWorldsKnowWhatFollowersLackC8(t *testing.T) {
	b := deal(t, "fourdowns(players=3,first_downs=false,hand_cards=2)", 2, "bo4 pd7", "od7 go5", "bo5 gd7")
	b.do("bo4 od7 bo5")
	g := b.g
	unseen := b.Unseen(0)
	assert.Equal(t, 28-4, bits.OnesCount64(unseen)) // bo4, od7, bo5 and pd7 of its own are seen
	one := unseen &^ b.Lacked(1)
	two := unseen &^ b.Lacked(2)
	assert.NotContains(t, codes(g, one), "bo7")
	assert.NotContains(t, codes(g, one), "bd7")
	assert.NotContains(t, codes(g, two), "bd7")
	assert.Contains(t, codes(g, two), "bo7")
	assert.Equal(t, []int{19, 21}, []int{bits.OnesCount64(one), bits.OnesCount64(two)})

	rng := env.Stream(2, "lack")
	const samples = 40_000
	counts := map[[2]uint64]int{}
	for range samples {
		w := b.ResampleFromInfoState(0, rng).(*fourdowns.State)
		counts[[2]uint64{w.Hand(1), w.Hand(2)}]++
	}
	want := 19*21 - 19 // pairs of different cards: all 19 of the first are among the 21 of the second
	assert.Len(t, counts, want)
	for pair, n := range counts {
		require.Zero(t, pair[0]&^one)
		require.Zero(t, pair[1]&^two)
		assert.InDelta(t, float64(samples)/float64(want), n, 60, "%v", pair) // six standard deviations
	}
}

// Dealing under conditions is uniform: compared with listing all dealings.
func TestDealingIsUniform(t *testing.T) {
	g := game(t, "fourdowns")
	pool := uint64(0)
	for _, code := range []string{"bo7", "bo6", "bd7", "po5", "pd7", "go7", "gd4", "oo6"} {
		pool |= 1 << id(t, g, code)
	}
	classOf := func(code string) uint8 {
		for c := range 8 {
			if fourdowns.Allowed(g, 1<<c)>>id(t, g, code)&1 == 0 {
				return 1 << c
			}
		}
		return 0
	}
	need := []uint8{2, 0, 1, 2}
	void := []uint8{classOf("bo7"), 0, classOf("bd7") | classOf("po5"), classOf("gd4")}
	all := map[[4]uint64]bool{}
	var list func(left uint64, q int, got [4]uint64)
	list = func(left uint64, q int, got [4]uint64) {
		if q == 4 {
			all[got] = true
			return
		}
		may := left & fourdowns.Allowed(g, void[q])
		for set := uint64(0); ; set = (set - may) & may {
			if bits.OnesCount64(set) == int(need[q]) {
				next := got
				next[q] = set
				list(left&^set, q+1, next)
			}
			if set == may {
				return
			}
		}
	}
	list(pool, 0, [4]uint64{})
	for _, counted := range []bool{false, true} {
		rng := env.Stream(9, "uniform")
		const samples = 60_000
		counts := map[[4]uint64]int{}
		for range samples {
			counts[fourdowns.Deal(g, pool, need, void, counted, rng)]++
		}
		require.Len(t, counts, len(all))
		mean := float64(samples) / float64(len(all))
		chi := 0.
		for dealing, n := range counts {
			require.True(t, all[dealing])
			chi += (float64(n) - mean) * (float64(n) - mean) / mean
		}
		// Chi squared with k degrees of freedom: mean k, variance 2k.
		k := float64(len(all) - 1)
		t.Logf("%d dealings, chi squared %.0f", len(all), chi)
		assert.InDelta(t, k, chi, 5*math.Sqrt(2*k))
	}
	rng := env.Stream(10, "uniform")
	assert.PanicsWithValue(t, "fourdowns: no deal fits what the followers have shown", func() {
		fourdowns.Deal(g, 1<<id(t, g, "bo7"), []uint8{1}, []uint8{classOf("bo7")}, false, rng)
	})
}
