package goofspiel

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// possible lists, as strings, every world that seat p cannot tell from s: all
// bids of the other seats are tried.
func possible(s *State, p int) []string {
	n, rounds := s.game.config.Players, int(s.round)
	var worlds []string
	var try func(w State, seat, round int)
	try = func(w State, seat, round int) {
		switch {
		case seat == n:
			for r := range rounds {
				high, winner := int8(noCard), int8(nobody)
				for q := range n {
					if w.bids[q][r] > high {
						high, winner = w.bids[q][r], int8(q)
					} else if w.bids[q][r] == high {
						winner = nobody
					}
				}
				if winner != s.won[r] {
					return
				}
			}
			worlds = append(worlds, w.String())
		case seat == p, round == rounds && !s.committed(seat), round > rounds:
			try(w, seat+1, 0)
		default:
			if round == 0 {
				w.hands[seat] = s.game.allCards()
			}
			for card := range int8(s.game.config.Cards) {
				if w.hands[seat]>>card&1 == 1 {
					next := w
					next.hands[seat] &^= 1 << card
					next.bids[seat][round] = card
					try(next, seat, round+1)
				}
			}
		}
	}
	try(*s, 0, 0)
	return worlds
}

// randomState plays some steps of a random episode.
func randomState(g *Game, steps int, rng env.Rand) *State {
	s := g.NewInitialState().(*State)
	for range steps {
		legal := s.LegalActions(nil)
		if len(legal) == 0 {
			break
		}
		if err := s.Apply(legal[rng.IntN(len(legal))]); err != nil {
			panic(err)
		}
	}
	return s
}

// TestResampleTwoSeatsIsUniformC8 tests that with two seats every world that gives the
// announced winners comes equally often, and no other comes.
func TestResampleTwoSeatsIsUniformC8(t *testing.T) {
	g := mustNew(t, with(func(c *Config) { c.Cards = 6 }))
	rng := env.Stream(1, "test")
	several := 0
	for steps := range 11 {
		for p := range 2 {
			s := randomState(g, steps, rng)
			worlds := possible(s, p)
			require.Contains(t, worlds, s.String())
			if len(worlds) > 1 {
				several++
			}
			draws := 100 * len(worlds)
			seen := map[string]int{}
			for range draws {
				w := s.ResampleFromInfoState(env.Player(p), rng).(*State)
				require.NoError(t, w.Conservation())
				seen[w.String()]++
			}
			chi := 0.
			for _, w := range worlds {
				d := float64(seen[w] - 100)
				chi += d * d / 100
				draws -= seen[w]
			}
			require.Zero(t, draws, "worlds that cannot be, at %s", s)
			// Mean k-1, standard deviation sqrt(2(k-1)): six of them.
			k := float64(len(worlds))
			assert.Less(t, (chi-(k-1))*(chi-(k-1)), 72*k, "%d worlds at %s", len(worlds), s)
		}
	}
	require.Greater(t, several, 12)
}

// TestResampleManySeatsC8 tests that with more seats every world that gives the announced
// winners can come, and no other comes.
func TestResampleManySeatsC8(t *testing.T) {
	g := mustNew(t, Config{Players: 3, Cards: 4, Order: Descending, ImpInfo: true, Returns: WinLoss})
	rng := env.Stream(2, "test")
	for range 3 {
		for steps := range 10 {
			s := randomState(g, steps, rng)
			worlds := possible(s, 1)
			seen := map[string]bool{}
			for range 60 * len(worlds) {
				w := s.ResampleFromInfoState(1, rng).(*State)
				require.NoError(t, w.Conservation())
				seen[w.String()] = true
			}
			for w := range seen {
				require.Contains(t, worlds, w)
			}
			require.Len(t, seen, len(worlds), "at %s", s)
		}
	}
}

// TestResampleIgnoresTheTruthC8 tests that two worlds that a seat cannot tell apart give
// the same draws from the same random numbers.
func TestResampleIgnoresTheTruthC8(t *testing.T) {
	for _, players := range []int{2, 3} {
		g := mustNew(t, Config{Players: players, Cards: 7, Order: Random, ImpInfo: true, Returns: WinLoss})
		rng := env.Stream(3, "test")
		different := 0
		for range 40 {
			s := randomState(g, 20, rng)
			twin := s.ResampleFromInfoState(0, rng)
			if twin.String() != s.String() {
				different++
			}
			a := s.ResampleFromInfoState(0, env.Stream(4, "draw"))
			b := twin.(*State).ResampleFromInfoState(0, env.Stream(4, "draw"))
			require.Equal(t, a.String(), b.String())
		}
		require.Greater(t, different, 30)
	}
}

// TestResampleOpenBidsC8 tests that where bids are announced, only the bids of the
// current round are drawn.
func TestResampleOpenBidsC8(t *testing.T) {
	g := mustNew(t, with(func(c *Config) { c.ImpInfo = false }))
	s := at(t, g, "1 4 2")
	seen := map[string]bool{}
	rng := env.Stream(1, "test")
	for range 200 {
		seen[s.ResampleFromInfoState(1, rng).String()] = true
	}
	assert.Equal(t, map[string]bool{"4:1,4>1 3:2": true, "4:1,4>1 3:3": true, "4:1,4>1 3:4": true}, seen)
}

// TestResampleHardCases resamples histories that leave one world only, in a big game.
func TestResampleHardCases(t *testing.T) {
	g := mustNew(t, Config{Players: 4, Cards: 13, Order: Descending, ImpInfo: true, Returns: WinLoss})
	s := g.NewInitialState().(*State)
	for round := range 12 {
		// Seat 3 always wins by one over seat 2, and so on down to seat 0.
		for seat := range 4 {
			require.NoError(t, s.Apply(env.Action((round+seat)%13)))
		}
	}
	require.Equal(t, env.Terminal, s.CurrentPlayer())
	rng := env.Stream(1, "test")
	for p := range env.Player(4) {
		for range 20 {
			w := s.ResampleFromInfoState(p, rng).(*State)
			require.NoError(t, w.Conservation())
			require.Equal(t, s.InformationState(p), w.InformationState(p))
		}
	}
	assert.True(t, slices.Contains(s.won[:], 3))
}

// BenchmarkResample draws a world from the middle of an episode. One operation
// is one world.
func BenchmarkResample(b *testing.B) {
	for name, c := range map[string]Config{
		"players=2,cards=4":  Defaults(),
		"players=2,cards=13": {Players: 2, Cards: 13, Order: Random, ImpInfo: true, Returns: WinLoss},
		"players=3,cards=13": {Players: 3, Cards: 13, Order: Random, ImpInfo: true, Returns: WinLoss},
		"players=5,cards=13": {Players: 5, Cards: 13, Order: Random, ImpInfo: true, Returns: WinLoss},
	} {
		b.Run(name, func(b *testing.B) {
			g := mustNew(b, c)
			rng := env.Stream(1, "benchmark")
			states := make([]*State, 64)
			for i := range states {
				states[i] = randomState(g, g.Spec().MaxGameLength*2/3, rng)
			}
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				states[i%64].ResampleFromInfoState(0, rng)
				i++
			}
		})
	}
}
