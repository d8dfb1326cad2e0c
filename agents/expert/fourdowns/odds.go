package fourdowns

import (
	"math"
	"math/bits"
	"slices"

	"ringer/env/fourdowns"
)

// odds holds the probabilities that a seat wins the hand: for every part of its own
// cards that may be left, when it opens the next round and when it follows in it.
// The other hands are taken for random ones among the cards that they may hold. The
// memory is used again for the next look.
type odds struct {
	game   *fourdowns.Game
	me     int
	hand   []int   // own cards
	rounds int     // of the hand
	keep   float64 // how far the others keep their best cards
	full   int     // all own cards, as bits by place in hand
	unseen uint64
	others []rival
	lead   []float64 // by part of the hand: when opening
	follow []float64 // when following
	leads  []lead    // what another seat may open with
	kinds  []opening // the kinds of these that differ for the seat's own hand

	hold [maxOwn][maxOwn + 1]float64 // own card, cards in each hand: nobody answers when it opens
	best [maxOwn][maxOwn + 1]float64 // nobody goes over it when it takes the lead
}

// maxOwn is the largest hand.
const maxOwn = 12

// rival is another seat in the hand.
type rival struct {
	seat int
	may  uint64 // cards that it may hold
}

// lead is a card that another seat may open with.
type lead struct {
	weight float64
	kind   int // in odds.kinds
}

// opening is a kind of cards that another seat may open with: the seat's own hand may follow
// all of them with the same cards, and the same of these take the lead.
type opening struct {
	card   int // one of them
	suit   [2]int
	takers uint64  // in the seat's own hand
	top    float64 // the best odds against it, of the part that is looked at
}

// Guesses about the other seats.
const (
	leadWeight  = 0.55 // by how much likelier a card is opened with, for each point of strength
	takeTheLead = 0.92 // probability that a seat that can take the lead does
	keepTheBest = 0.30 // how far the others keep their best cards: as if each had chosen from so much of another card for every one played
)

// look fills the odds for a seat's position.
func (o *odds) look(g *fourdowns.Game, s *fourdowns.State, me int) {
	o.keep = 0
	if q := s.Question(); q == fourdowns.AskWindow || q == fourdowns.AskAnswer {
		o.keep = keepTheBest // a bid wants the true odds, a card only the best of several
	}
	o.game, o.me = g, me
	o.hand = appendCards(o.hand[:0], s.Hand(me))
	o.rounds = s.Rounds()
	o.full = 1<<len(o.hand) - 1
	o.unseen = s.Unseen(me)
	o.others = o.others[:0]
	for seat := range g.Spec().Players {
		if seat != me && s.InHand(seat) {
			o.others = append(o.others, rival{seat, o.unseen &^ s.Lacked(seat)})
		}
	}
	o.leads, o.kinds = o.leads[:0], o.kinds[:0]
	low := g.Config().MinStrength
	for set := o.unseen; set != 0; set &= set - 1 {
		card := bits.TrailingZeros64(set)
		weight := 1.
		for range g.Card(card).Strength - low {
			weight *= 1 + leadWeight
		}
		c := g.Card(card)
		suit, takers := [2]int{int(c.Side), int(c.Colour)}, g.Beats(card)&s.Hand(me)
		kind := slices.IndexFunc(o.kinds, func(k opening) bool { return k.suit == suit && k.takers == takers })
		if kind < 0 {
			kind = len(o.kinds)
			o.kinds = append(o.kinds, opening{card: card, suit: suit, takers: takers})
		}
		o.leads = append(o.leads, lead{weight, kind})
	}
	for i, card := range o.hand {
		over := o.over(card)
		for n := 1; n <= len(o.hand); n++ {
			o.hold[i][n] = 1 - takeTheLead*(1-o.none(g.Beats(card), n, -1, nil))
			o.best[i][n] = o.none(over, n, 0, nil)
		}
	}
	o.fill()
}

// over returns the unseen cards that go over a card that takes the lead: the stronger cards
// of its class.
func (o *odds) over(card int) uint64 {
	c := o.game.Card(card)
	var set uint64
	for unseen := o.unseen; unseen != 0; unseen &= unseen - 1 {
		other := bits.TrailingZeros64(unseen)
		if d := o.game.Card(other); d.Colour == c.Colour && d.Side == c.Side && d.Strength > c.Strength {
			set |= 1 << other
		}
	}
	return set
}

// none returns the probability that no rival with n cards holds one of a set. When
// waits is given, only the rivals that it names count. When opener is not -1, one of
// the rivals is left out on the average: the one that opened.
func (o *odds) none(set uint64, n, opener int, waits func(seat int) bool) float64 {
	p, count := 1., 0
	for _, r := range o.others {
		if waits != nil && !waits(r.seat) {
			continue
		}
		count++
		u, b := bits.OnesCount64(r.may), bits.OnesCount64(r.may&set)
		drawn := float64(n) + o.keep*float64(o.rounds-n)
		for k := 0.; k < drawn && k < float64(u); k++ { // cards drawn without one of the set
			miss := max(0, float64(u-b)-k) / (float64(u) - k)
			if drawn-k < 1 {
				miss = math.Pow(miss, drawn-k)
			}
			p *= miss
		}
	}
	if opener >= 0 && waits == nil && count > 0 {
		// One of the rivals opened, and does not answer its own card.
		if count == 1 {
			return 1
		}
		return math.Pow(p, float64(count-1)/float64(count))
	}
	return p
}

// fill writes the odds for every part of the hand, smaller ones first.
func (o *odds) fill() {
	size := o.full + 1
	o.lead = append(o.lead[:0], make([]float64, size)...)
	o.follow = append(o.follow[:0], make([]float64, size)...)
	o.lead[0] = 1 // the seat that would open after the last round has won it
	total := 0.
	for _, l := range o.leads {
		total += l.weight
	}
	var under, taking [maxOwn]float64 // own card: the odds after it is played, and where it can take the lead
	for part := 1; part < size; part++ {
		n := bits.OnesCount(uint(part))
		top := 0.
		for i := range o.hand {
			if part>>i&1 != 0 {
				rest := part &^ (1 << i)
				top = max(top, blend(o.hold[i][n], o.lead[rest], o.follow[rest]))
			}
		}
		o.lead[part] = top
		for i := range o.hand {
			if part>>i&1 != 0 {
				rest := part &^ (1 << i)
				under[i] = o.follow[rest]
				taking[i] = blend(o.best[i][n], o.lead[rest], o.follow[rest])
			}
		}
		cards := o.cards(part)
		for at := range o.kinds {
			k := &o.kinds[at]
			may := o.game.Playable(cards, k.card)
			k.top = 0
			for left := part; left != 0; left &= left - 1 {
				i := bits.TrailingZeros(uint(left))
				card := o.hand[i]
				switch {
				case may>>card&1 == 0:
				case k.takers>>card&1 != 0:
					k.top = max(k.top, taking[i])
				default:
					k.top = max(k.top, under[i])
				}
			}
		}
		sum := 0.
		for _, l := range o.leads {
			sum += l.weight * o.kinds[l.kind].top
		}
		if total > 0 {
			o.follow[part] = sum / total
		}
	}
}

// blend returns the mean of a and b, where a has probability p.
func blend(p, a, b float64) float64 { return p*a + (1-p)*b }

// cards returns a part of the hand as a set of cards.
func (o *odds) cards(part int) uint64 {
	var set uint64
	for i, card := range o.hand {
		if part>>i&1 != 0 {
			set |= 1 << card
		}
	}
	return set
}

// place returns the place of a card in the hand.
func (o *odds) place(card int) int {
	for i, c := range o.hand {
		if c == card {
			return i
		}
	}
	panic("fourdowns: a card that is not in the hand")
}

// open returns the probability to win the hand after opening with a card.
func (o *odds) open(card int) float64 {
	i := o.place(card)
	rest := o.full &^ (1 << i)
	return blend(o.hold[i][len(o.hand)], o.lead[rest], o.follow[rest])
}

// reply returns the probability to win the hand after following with a card. Only
// the seats that are still to act can go over it.
func (o *odds) reply(s *fourdowns.State, card int) float64 {
	i := o.place(card)
	rest := o.full &^ (1 << i)
	opened, best := s.Lead()
	if o.game.Beats(opened)>>card&1 == 0 || best != opened && o.game.Card(card).Strength <= o.game.Card(best).Strength {
		return o.follow[rest]
	}
	stays := o.none(o.over(card), len(o.hand), -1, s.ToPlay)
	return blend(stays, o.lead[rest], o.follow[rest])
}

// win returns the probability to win the hand before a round is opened, or before a
// card of a round.
func (o *odds) win(s *fourdowns.State) float64 {
	if opened, best := s.Lead(); opened >= 0 {
		return o.winInside(s, opened, best)
	}
	if s.Opener() == o.me || !s.InHand(s.Opener()) && o.next(s) == o.me {
		return o.lead[o.full]
	}
	return o.follow[o.full]
}

// winInside returns the probability to win the hand in a round that has been opened.
func (o *odds) winInside(s *fourdowns.State, opened, best int) float64 {
	if s.ToPlay(o.me) {
		top := 0.
		for may := o.game.Playable(s.Hand(o.me), opened); may != 0; may &= may - 1 {
			top = max(top, o.reply(s, bits.TrailingZeros64(may)))
		}
		return top
	}
	if s.Leader() != o.me {
		return o.follow[o.full]
	}
	over := o.game.Beats(opened)
	if best != opened {
		over = o.over(best)
	}
	stays := o.none(over, len(o.hand)+1, -1, s.ToPlay)
	return blend(stays, o.lead[o.full], o.follow[o.full])
}

// next returns the seat that opens in place of an opener that has folded.
func (o *odds) next(s *fourdowns.State) int {
	n := o.game.Spec().Players
	seat := s.Opener()
	for !s.InHand(seat) {
		seat = (seat + 1) % n
	}
	return seat
}

// appendCards appends the cards of a set, ascending.
func appendCards(dst []int, set uint64) []int {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, bits.TrailingZeros64(set))
	}
	return dst
}
