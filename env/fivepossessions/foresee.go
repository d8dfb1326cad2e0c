package fivepossessions

import (
	"ringer/env"
	"ringer/env/playdesign"
)

// What a seat foresees of the other in its own observation: the mean over so many
// hands, always the same of the cards that are not seen, of a player who takes ways
// that differ by less than this for about equal.
const (
	foreseenHands      = 8
	foreseenDifference = 0.012
)

// Foresee writes to t what the seat that is asked can expect on each lane of
// another that places its cards by the thought of the state: the mean over hands
// of its unseen cards. take is asked for a number below n, to draw them. Ways that
// differ by less than difference in their chance, 0.002 at least, are about equally
// likely. It reads what the asked seat knows.
func (s *State) Foresee(t *Thought, hands int, difference float64, take func(n int) int) {
	other := 1 - s.side
	unseen := s.game.cards.all &^ s.now.shown[other]
	var f foresight
	f.begin(s, other)
	for range hands {
		rest, hand := unseen, set(0)
		for range f.size {
			c := single(rest.nth(take(rest.size())))
			rest &^= c
			hand |= c
		}
		f.add(s, hand, difference, 1/float64(hands))
	}
	f.expect(s, t)
}

// foresee looks one thought further for a side, with the hands that the game always
// deals for it: those cards of an order of all cards that come first. Public.
func (s *State) foresee(own uint8) {
	g, other := s.game, 1-own
	unseen := g.cards.all &^ s.now.shown[other]
	var f foresight
	f.begin(s, other)
	for _, order := range g.orders {
		hand, missing := set(0), f.size
		for _, c := range order {
			if missing > 0 && unseen.has(c) {
				hand |= single(c)
				missing--
			}
		}
		f.add(s, hand, foreseenDifference, 1/float64(len(g.orders)))
	}
	f.expect(s, &s.foreseen[own])
}

// newOrders draws the orders in which the cards of a side are dealt for foresee.
// They come in fours that begin a quarter of the cards apart, so that all cards are
// dealt about equally often.
func (g *Game) newOrders() (orders [foreseenHands][]uint8) {
	n := g.config.EachSide
	for i := range orders {
		for j, c := range env.Stream(uint64(i/4), env.PurposeForesee).Perm(n) {
			if j == 0 {
				orders[i] = make([]uint8, n)
			}
			orders[i][(j+i%4*n/4)%n] = uint8(c)
		}
	}
	return orders
}

// A foresight is where one side will probably put its cards of a line.
type foresight struct {
	side   uint8
	size   int                                       // of a hand
	view   prospect                                  // of the side, with any hand
	likely [maxLanes][playdesign.MaxEachSide]float64 // where they have an effect
}

// begin takes in the table, for a line on which a side has yet to place its cards.
// What is left for later lines is taken to be all that the other has not seen.
func (f *foresight) begin(s *State, side uint8) {
	f.side, f.size = side, s.game.handSize[s.now.line]
	cards := s.game.cards
	f.view.fill(s, side, s.expects(side), cards.all&^s.now.shown[side], cards.all&^s.now.shown[offense])
	for lane := range f.view.with {
		f.view.with[lane] = empty
	}
}

// add counts, weighed, where the side puts a hand. Ways that differ by less than
// difference in their chance are about equally likely.
func (f *foresight) add(s *State, hand set, difference, weight float64) {
	r := &f.view
	var place [playdesign.MaxEachSide]uint8 // of a card in the hand
	for r.size = 0; hand != 0; hand &= hand - 1 {
		r.hand[r.size] = hand.first()
		place[hand.first()] = uint8(r.size)
		r.size++
	}
	var mine [maxLanes][maxLanes]float64 // by lane and place
	total, least := 0.0, 0.0             // a way worse than least hardly counts
	r.settle(0, 0, func(ways, x float64) {
		if x < least {
			return
		}
		least = max(least, x-10*difference)
		y := ways * exp(x/difference)
		total += y
		for lane, c := range r.with[:r.g.lanes] {
			if c != empty {
				mine[lane][place[c]] += y
			}
		}
	})
	for lane := range r.g.lanes {
		for k, c := range r.hand[:r.size] {
			if f.side == defense || !s.game.dead(&s.now, c, lane) {
				f.likely[lane][c] += weight * mine[lane][k] / total
			}
		}
	}
}

// expect writes what the other side can expect when this one does as foreseen.
func (f *foresight) expect(s *State, t *Thought) {
	g, p, own := s.game, &s.now, 1-f.side
	*t = Thought{comes: 1}
	for lane := range g.lanes {
		if p.closed>>lane&1 == 1 {
			continue
		}
		comes := 0.0 // a card that matters
		for _, x := range f.likely[lane] {
			comes += x
		}
		for c := range uint8(g.config.EachSide) {
			if own == defense && comes > 0 {
				t.colour[lane][g.cards.colour[offense][c]] += float32(f.likely[lane][c] / comes)
			}
			x := max(1-comes, 0) // unopposed, or with nothing to stop
			beaten := g.cards.all &^ g.cards.loses[c]
			if own == offense {
				beaten = g.cards.wins[c]
			}
			for ; beaten != 0; beaten &= beaten - 1 {
				x += f.likely[lane][beaten.first()]
			}
			t.does[lane][c] = float32(min(x, 1))
		}
	}
}
