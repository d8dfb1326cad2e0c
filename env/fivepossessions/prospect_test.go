package fivepossessions

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
)

// A slowThinker reckons thoughts and prospects again from what a seat can ask of a
// state, with maps and without any table.
type slowThinker struct {
	x      *script
	seat   int
	attack []int // offense cards that the defense has not seen
	defend []int
	likely [sides]map[[2]int]float64 // lane and card of the deck
}

func newSlowThinker(x *script, seat int) *slowThinker {
	h := &slowThinker{x: x, seat: seat}
	for id := range x.game.config.Cards {
		if x.Shown(id) {
			continue
		}
		if x.game.Side(id) == offense {
			h.attack = append(h.attack, id)
		} else {
			h.defend = append(h.defend, id)
		}
	}
	for side, cards := range [][]int{h.attack, h.defend} {
		h.likely[side] = map[[2]int]float64{}
		for lane := range x.game.lanes {
			can := slices.DeleteFunc(slices.Clone(cards), func(c int) bool { return side == offense && !h.lives(c, lane) })
			for _, c := range can {
				h.likely[side][[2]int{lane, c}] = 1 / float64(len(can))
			}
		}
	}
	for range thoughtRounds {
		h.prefer(defense, h.defend)
		h.prefer(offense, h.attack)
	}
	return h
}

func (h *slowThinker) lives(card, lane int) bool {
	under := h.x.Open(lane)
	cards := h.x.game.config.Cards
	return !h.x.Closed(lane) && (under < 0 || cards[under].Colour != cards[card].Colour)
}

func (h *slowThinker) does(side, card, lane int) (x float64) {
	if h.x.Closed(lane) || side == offense && !h.lives(card, lane) {
		return 0
	}
	if side == offense {
		for _, d := range h.defend {
			if h.x.game.Wins(card, d) {
				x += h.likely[defense][[2]int{lane, d}]
			}
		}
		return x
	}
	for _, o := range h.attack {
		if !h.x.game.Wins(o, card) {
			x += h.likely[offense][[2]int{lane, o}]
		}
	}
	return x
}

func (h *slowThinker) prefer(side int, cards []int) {
	next := map[[2]int]float64{}
	for lane := range h.x.game.lanes {
		total := 0.0
		liked := map[int]float64{}
		for _, c := range cards {
			if h.x.Closed(lane) || side == offense && !h.lives(c, lane) {
				continue
			}
			usual := 0.0
			for l := range h.x.game.lanes {
				usual += h.does(side, c, l) / float64(h.x.game.lanes)
			}
			liked[c] = math.Exp(thoughtBias * (h.does(side, c, lane) - usual))
			total += liked[c]
		}
		for c, y := range liked {
			next[[2]int{lane, c}] = (h.likely[side][[2]int{lane, c}] + y/total) / 2
		}
	}
	h.likely[side] = next
}

// flex is how well a colour can be followed.
func (h *slowThinker) flex(colour int) float64 {
	same, all := 0.0, 0.0
	for _, o := range h.attack {
		if h.x.Attacker() == h.seat && !h.x.Undrawn(o) {
			continue
		}
		for _, d := range h.defend {
			if h.x.game.Wins(o, d) {
				all++
				if h.x.game.config.Cards[o].Colour.Index() == colour {
					same++
				}
			}
		}
	}
	if all == 0 {
		return 1
	}
	return 1 - thoughtColour*same/all
}

// chance is that of the seat to have the possession with a card, or -1, on each
// lane: the sum over all sets of lanes that the offense may win.
func (h *slowThinker) chance(row []int) float64 {
	g := h.x.game
	live := 0
	for lane := range g.lanes {
		if !h.x.Closed(lane) {
			live++
		}
	}
	comes := min(1, float64(g.HandSize(h.x.Line()))/float64(max(live, 1)))
	score := 0.0
	for won := 1; won < 1<<g.lanes; won++ {
		prob, open := 1.0, 0.0
		for lane, card := range row {
			q, worth := 0.0, 0.0
			switch {
			case h.x.Closed(lane):
			case h.x.Attacker() == h.seat:
				if card >= 0 && h.lives(card, lane) {
					q, worth = 1-comes*(1-h.does(offense, card, lane)), h.flex(g.config.Cards[card].Colour.Index())
				}
			default:
				q = comes
				if card >= 0 {
					q *= 1 - h.does(defense, card, lane)
				}
				for _, o := range h.attack {
					worth += h.likely[offense][[2]int{lane, o}] * h.flex(g.config.Cards[o].Colour.Index())
				}
			}
			if won>>lane&1 == 1 {
				prob, open = prob*q, open+worth
			} else {
				prob *= 1 - q
			}
		}
		ahead := 1.0 // one lane of the last line is enough
		if h.x.Line() < g.config.Lines-1 {
			low := math.Floor(min(open, float64(g.lanes-1)))
			ahead = g.Hope(h.x.Line()+1, int(low))*(1-min(open-low, 1)) + g.Hope(h.x.Line()+1, int(low)+1)*min(open-low, 1)
		}
		score += prob * ahead
	}
	if h.x.Attacker() == h.seat {
		return score
	}
	return 1 - score
}

// ways are the best chances by lane of the next card, and all of them.
func (h *slowThinker) ways() (best []float64, all int) {
	g := h.x.game
	row, best := make([]int, g.lanes), make([]float64, g.lanes)
	for lane := range row {
		row[lane] = h.x.Placed(h.seat, lane)
		best[lane] = -1
	}
	hand := h.x.Hand(h.seat, nil)[h.x.Put(h.seat):]
	var try func(k, first int)
	try = func(k, first int) {
		if k == len(hand) {
			all++
			best[first] = max(best[first], h.chance(row))
			return
		}
		for lane := range row {
			if row[lane] >= 0 {
				continue
			}
			row[lane] = hand[k]
			if k == 0 {
				first = lane
			}
			try(k+1, first)
			row[lane] = -1
		}
	}
	try(0, 0)
	return best, all
}

// What a seat sees of its prospects is what can be reckoned from public facts and
// its own hand.
func TestProspectsAgainstSlowReckoning(t *testing.T) {
	for _, change := range []func(*Config){
		func(*Config) {}, func(c *Config) { c.Lanes, c.Lines = 5, 3 }, func(c *Config) { c.Lanes, c.Lines = 3, 5 },
	} {
		g := build(t, change)
		rng := env.Stream(4, "test")
		x := newScript(t, g)
		compared := 0
		for x.CurrentPlayer() != env.Terminal && compared < 60 {
			legal := x.LegalActions(nil)
			if x.node == nodePlace && (x.Line() > 0 || rng.IntN(20) == 0) {
				compared++
				compareProspects(t, x)
			}
			require.NoError(t, x.Apply(legal[rng.IntN(len(legal))]))
		}
		require.Greater(t, compared, 40)
	}
}

func compareProspects(t *testing.T, x *script) {
	seat := x.actor
	h := newSlowThinker(x, int(seat))
	for _, card := range x.Hand(int(seat), nil)[x.Put(int(seat)):] {
		for lane := range x.game.lanes {
			if int(x.side) == defense || h.lives(card, lane) {
				require.InDelta(t, h.does(int(x.side), card, lane), x.Thought().does[lane][x.game.cards.number[card]], 1e-5)
			}
		}
	}
	want, all := h.ways()
	got := bestWays(x.State, x.Thought())
	for lane := range want {
		require.InDelta(t, want[lane], got[lane], 1e-5)
	}
	x.Ways(x.Thought(), func(int, float64) { all-- })
	require.Zero(t, all, "ways shown")

	best := bestWays(x.State, x.foresees(x.side))
	top := slices.Max(best)
	require.InDelta(t, top, x.field(seat, "chance")[0], 1e-5)
	for lane, got := range x.field(seat, "shortfall") {
		want := 0.0
		if best[lane] >= 0 {
			want = min(1, 10*(top-best[lane]))
		}
		require.InDelta(t, want, got, 1e-4)
	}
}

// bestWays is the best chance by lane of the next card, or -1.
func bestWays(s *State, t *Thought) []float64 {
	best := slices.Repeat([]float64{-1}, s.game.lanes)
	s.Ways(t, func(lane int, chance float64) { best[lane] = max(best[lane], chance) })
	return best
}
