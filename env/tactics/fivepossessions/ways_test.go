package fivepossessions

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fivepossessions"
)

// A slowThinker computes the level-k model and the ways again from what a seat can
// ask of a state, with maps and without any table.
type slowThinker struct {
	b      *board
	seat   int
	attack []int // offense cards that the defense has not seen
	defend []int
	likely [sides]map[[2]int]float64 // lane and card of the deck
}

func newSlowThinker(b *board, seat int) *slowThinker {
	h := &slowThinker{b: b, seat: seat}
	for id := range b.c.Cards {
		if b.seen(id) {
			continue
		}
		if b.side(id) == offense {
			h.attack = append(h.attack, id)
		} else {
			h.defend = append(h.defend, id)
		}
	}
	for i, cards := range [][]int{h.attack, h.defend} {
		of := side(i)
		h.likely[of] = map[[2]int]float64{}
		for lane := range b.c.Lanes {
			can := slices.DeleteFunc(slices.Clone(cards), func(c int) bool { return of == offense && !h.b.lives(c, lane) })
			for _, c := range can {
				h.likely[of][[2]int{lane, c}] = 1 / float64(len(can))
			}
		}
	}
	for range levels {
		h.prefer(defense, h.defend)
		h.prefer(offense, h.attack)
	}
	return h
}

func (h *slowThinker) does(of side, card, lane int) (x float64) {
	if h.b.Closed(lane) || of == offense && !h.b.lives(card, lane) {
		return 0
	}
	if of == offense {
		for _, d := range h.defend {
			if h.b.wins(card, d) {
				x += h.likely[defense][[2]int{lane, d}]
			}
		}
		return x
	}
	for _, o := range h.attack {
		if !h.b.wins(o, card) {
			x += h.likely[offense][[2]int{lane, o}]
		}
	}
	return x
}

func (h *slowThinker) prefer(of side, cards []int) {
	next := map[[2]int]float64{}
	for lane := range h.b.c.Lanes {
		total := 0.0
		liked := map[int]float64{}
		for _, c := range cards {
			if h.b.Closed(lane) || of == offense && !h.b.lives(c, lane) {
				continue
			}
			usual := 0.0
			for l := range h.b.c.Lanes {
				usual += h.does(of, c, l) / float64(h.b.c.Lanes)
			}
			liked[c] = math.Exp(rationality * (h.does(of, c, lane) - usual))
			total += liked[c]
		}
		for c, y := range liked {
			next[[2]int{lane, c}] = (h.likely[of][[2]int{lane, c}] + y/total) / 2
		}
	}
	h.likely[of] = next
}

// flex returns how well a colour can be followed.
func (h *slowThinker) flex(colour int) float64 {
	same, all := 0.0, 0.0
	for _, o := range h.attack {
		if h.b.Attacker() == h.seat && !h.b.undrawn(o) {
			continue
		}
		for _, d := range h.defend {
			if h.b.wins(o, d) {
				all++
				if h.b.c.Cards[o].Colour.Index() == colour {
					same++
				}
			}
		}
	}
	if all == 0 {
		return 1
	}
	return 1 - colourBurden*same/all
}

// chance returns the chance of the seat to have the possession with a card, or -1,
// on each lane: the sum over all sets of lanes that the offense may win.
func (h *slowThinker) chance(row []int) float64 {
	g, lanes, m := h.b.g, h.b.c.Lanes, h.b.m
	live := 0
	for lane := range lanes {
		if !h.b.Closed(lane) {
			live++
		}
	}
	comes := min(1, float64(g.HandSize(h.b.Line()))/float64(max(live, 1)))
	score := 0.0
	for won := 1; won < 1<<lanes; won++ {
		prob, open := 1.0, 0.0
		for lane, card := range row {
			q, worth := 0.0, 0.0
			switch {
			case h.b.Closed(lane):
			case h.b.Attacker() == h.seat:
				if card >= 0 && h.b.lives(card, lane) {
					q, worth = 1-comes*(1-h.does(offense, card, lane)), h.flex(h.b.c.Cards[card].Colour.Index())
				}
			default:
				q = comes
				if card >= 0 {
					q *= 1 - h.does(defense, card, lane)
				}
				for _, o := range h.attack {
					worth += h.likely[offense][[2]int{lane, o}] * h.flex(h.b.c.Cards[o].Colour.Index())
				}
			}
			if won>>lane&1 == 1 {
				prob, open = prob*q, open+worth
			} else {
				prob *= 1 - q
			}
		}
		ahead := 1.0 // one lane of the last line is enough
		if h.b.Line() < h.b.c.Lines-1 {
			low := math.Floor(min(open, float64(lanes-1)))
			ahead = m.Hope(h.b.Line()+1, int(low))*(1-min(open-low, 1)) + m.Hope(h.b.Line()+1, int(low)+1)*min(open-low, 1)
		}
		score += prob * ahead
	}
	if h.b.Attacker() == h.seat {
		return score
	}
	return 1 - score
}

// ways returns the best chances by lane of the next card, and all of them.
func (h *slowThinker) ways() (best []float64, all int) {
	lanes := h.b.c.Lanes
	row, best := make([]int, lanes), make([]float64, lanes)
	for lane := range row {
		row[lane] = h.b.laid(h.seat, lane)
		best[lane] = -1
	}
	hand := h.b.hand(h.seat)[h.b.put(h.seat):]
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

// The wrapper's fields follow from public facts and the seat's own hand.
func TestWaysAgainstSlowThinker(t *testing.T) {
	for _, change := range []func(*fivepossessions.Config){
		func(*fivepossessions.Config) {},
		func(c *fivepossessions.Config) { c.Lanes, c.Lines = 5, 3 },
		func(c *fivepossessions.Config) { c.Lanes, c.Lines = 3, 5 },
	} {
		rng := env.Stream(4, "test")
		b := newBoard(t, change)
		f := b.m.NewForecaster()
		compared := 0
		for b.CurrentPlayer() != env.Terminal && compared < 60 {
			if b.Question() == fivepossessions.AskPlace && (b.Line() > 0 || rng.IntN(20) == 0) {
				compared++
				compareWays(t, b, f)
			}
			b.random(rng)
		}
		require.Greater(t, compared, 40)
	}
}

func compareWays(t *testing.T, b *board, f *Forecaster) {
	seat, own := b.CurrentPlayer(), b.Side()
	h := newSlowThinker(b, int(seat))
	expected := f.Expected(b.State, own)
	for _, card := range b.hand(int(seat))[b.put(int(seat)):] {
		for lane := range b.c.Lanes {
			if own == defense || b.lives(card, lane) {
				require.InDelta(t, h.does(own, card, lane), expected.wins[lane][b.numbers[card]], 1e-5)
			}
		}
	}
	want, all := h.ways()
	got := bestWays(b, expected)
	for lane := range want {
		require.InDelta(t, want[lane], got[lane], 1e-5)
	}
	f.m.Ways(b.State, expected, func(int, float64) { all-- })
	require.Zero(t, all, "ways shown")

	best := bestWays(b, f.Foreseen(b.State, own))
	top := slices.Max(best)
	require.InDelta(t, top, b.field(seat, "chance")[0], 1e-5)
	for lane, got := range b.field(seat, "shortfall") {
		want := 0.0
		if best[lane] >= 0 {
			want = min(1, 10*(top-best[lane]))
		}
		require.InDelta(t, want, got, 1e-4)
	}
}

// bestWays returns the best chance by lane of the next card, or -1.
func bestWays(b *board, t *Forecast) []float64 {
	best := slices.Repeat([]float64{-1}, b.c.Lanes)
	b.m.Ways(b.State, t, func(lane int, chance float64) { best[lane] = max(best[lane], chance) })
	return best
}
