package fivepossessions

import "ringer/env/fivepossessions"

// How a seat answers the level-k model in its own observation: by the mean over a
// number of sampled hands of the other side, each placed by a logit response for which
// ways that differ by less than a difference in their chance are about equal.
const (
	sampledHands       = 8
	responseDifference = 0.012
)

// Foresee writes to t what the seat that is asked can expect on each lane of
// another that places its cards by Expected: the mean over sampled hands of its
// unseen cards. take is asked for a number below n, to draw them. Ways that differ
// by less than difference in their chance, 0.002 at least, are about equally
// likely. It reads what the asked seat knows.
func (f *Forecaster) Foresee(s *fivepossessions.State, t *Forecast, hands int, difference float64, take func(n int) int) {
	other := s.Side().Other()
	unseen := f.m.pack &^ s.Shown(other)
	var r response
	r.begin(f, s, other)
	for range hands {
		rest, hand := unseen, set(0)
		for range r.size {
			c := fivepossessions.Single(rest.Nth(take(rest.Size())))
			rest &^= c
			hand |= c
		}
		r.add(s, hand, difference, 1/float64(hands))
	}
	r.expect(s, t)
}

// foresee writes the forecast of a side by the hands that the model always deals:
// those unseen cards of an order of all cards that come first.
func (f *Forecaster) foresee(s *fivepossessions.State, own side) {
	other := own.Other()
	unseen := f.m.pack &^ s.Shown(other)
	var r response
	r.begin(f, s, other)
	for _, order := range f.m.orders {
		hand, missing := set(0), r.size
		for _, c := range order {
			if missing > 0 && unseen.Has(c) {
				hand |= fivepossessions.Single(c)
				missing--
			}
		}
		r.add(s, hand, responseDifference, 1/float64(len(f.m.orders)))
	}
	r.expect(s, &f.foreseen[own])
}

// response holds where one side will probably put its cards of a line.
type response struct {
	own    side
	size   int                         // of a hand
	ways   ways                        // of the side, with any hand
	likely [maxLanes][maxCards]float64 // probability of each card on a lane, where it has an effect
}

// begin takes in the table, for a line on which a side has yet to place its cards.
// It takes all cards that the other side has not seen to be left for later lines.
func (r *response) begin(f *Forecaster, s *fivepossessions.State, own side) {
	m := f.m
	r.own, r.size = own, m.handSize[s.Line()]
	r.ways.fill(m, s, own, f.Expected(s, own), m.pack&^s.Shown(own), m.pack&^s.Shown(offense))
	for lane := range r.ways.with {
		r.ways.with[lane] = empty
	}
}

// add counts, weighed, where the side puts a hand. Ways that differ by less than
// difference in their chance are about equally likely.
func (r *response) add(s *fivepossessions.State, hand set, difference, weight float64) {
	w := &r.ways
	var place [maxCards]uint8 // of a card in the hand
	for w.size = 0; hand != 0; hand &= hand - 1 {
		w.hand[w.size] = hand.First()
		place[hand.First()] = uint8(w.size)
		w.size++
	}
	var mine [maxLanes][maxLanes]float64 // by lane and place
	total, least := 0.0, 0.0             // a way worse than least hardly counts
	w.settle(0, 0, func(ways, x float64) {
		if x < least {
			return
		}
		least = max(least, x-float64(10*difference))
		y := float64(ways * exp(x/difference))
		total += y
		for lane, c := range w.with[:w.m.lanes] {
			if c != empty {
				mine[lane][place[c]] += y
			}
		}
	})
	for lane := range w.m.lanes {
		for k, c := range w.hand[:w.size] {
			if r.own == defense || !s.Dead(c, lane) {
				r.likely[lane][c] += weight * mine[lane][k] / total
			}
		}
	}
}

// expect writes what the other side can expect when this one responds so.
func (r *response) expect(s *fivepossessions.State, t *Forecast) {
	m, own := r.ways.m, r.own.Other()
	*t = Forecast{comes: 1}
	for lane := range m.lanes {
		if s.Closed(lane) {
			continue
		}
		comes := 0.0 // a card that matters
		for _, x := range r.likely[lane] {
			comes += x
		}
		for c := range card(m.eachSide) {
			if own == defense && comes > 0 {
				t.colour[lane][m.colour[c]] += float32(r.likely[lane][c] / comes)
			}
			x := max(1-comes, 0) // unopposed, or with nothing to stop
			beaten := m.pack &^ m.beaten[c]
			if own == offense {
				beaten = m.beats[c]
			}
			for ; beaten != 0; beaten &= beaten - 1 {
				x += r.likely[lane][beaten.First()]
			}
			t.wins[lane][c] = float32(min(x, 1))
		}
	}
}
