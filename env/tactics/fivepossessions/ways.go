package fivepossessions

import (
	"math/bits"
	"slices"

	"ringer/env/fivepossessions"
	"ringer/env/playdesign"
)

// colourBurden is the share of the strength of a colour that is lost to the next
// line when a card of the colour lies open.
const colourBurden = 0.5

// ways rates the ways in which one side can place the cards of a line. It holds the
// chance of the offense to win a lane, and what the lane is then worth for the next
// line, in lanes, by the card of the side that lies there; the last row is for no
// card.
type ways struct {
	m       *Model
	line    int
	attacks bool
	closed  uint8          // lanes, as bits
	taken   uint8          // lanes that have a card, as bits
	hand    [maxLanes]card // cards that are not placed
	size    int            // number of cards in hand
	with    [maxLanes]card // by lane: the row that counts
	odds    [maxCards + 1][maxLanes]float64
	worth   [maxCards + 1][maxLanes]float64

	prob, open [1 << maxLanes]float64 // scratch of chance
}

// empty is the row for a lane without a card.
const empty = maxCards

// Ways shows visit every way in which the seat that is asked can place the rest of
// its hand: the lane of the next card, and the chance to have the possession (to
// score; for the defense, to stop it) when the seat expects t. It reads what that
// seat knows. A state that does not wait for a card has none.
func (m *Model) Ways(s *fivepossessions.State, t *Forecast, visit func(lane int, chance float64)) {
	if s.Question() != fivepossessions.AskPlace {
		return
	}
	var r ways
	r.look(m, s, s.Side(), t)
	r.arrange(0, r.taken, 0, visit)
}

// look takes in the table as the seat on side own sees it, which expects t.
func (r *ways) look(m *Model, s *fivepossessions.State, own side, t *Forecast) {
	hand := s.Hand(own)[s.Put(own):]
	var cards set
	for _, c := range hand {
		cards |= fivepossessions.Single(c)
	}
	for lane := range m.lanes {
		if c := s.Placed(own, lane); c != fivepossessions.NoCard {
			cards |= fivepossessions.Single(c)
		}
	}
	left := m.pack &^ s.Shown(offense)
	if own == offense {
		left = s.Stack(offense)
	}
	r.fill(m, s, own, t, cards, left)
	r.size = copy(r.hand[:], hand)
	r.taken = 0
	for lane := range m.lanes {
		r.with[lane] = empty
		if c := s.Placed(own, lane); c != fivepossessions.NoCard {
			r.with[lane] = c
			r.taken |= 1 << lane
		}
	}
}

// fill works out all lanes with each of the cards, and with none. left holds the
// offense cards that the side takes to be left for later lines.
func (r *ways) fill(m *Model, s *fivepossessions.State, own side, t *Forecast, cards, left set) {
	r.m, r.line, r.attacks, r.closed = m, s.Line(), own == offense, 0
	flex := m.flex(left, m.pack&^s.Shown(defense))
	r.odds[empty], r.worth[empty] = [maxLanes]float64{}, [maxLanes]float64{}
	for rest := cards; rest != 0; rest &= rest - 1 {
		r.odds[rest.First()], r.worth[rest.First()] = [maxLanes]float64{}, [maxLanes]float64{}
	}
	for lane := range m.lanes {
		if s.Closed(lane) {
			r.closed |= 1 << lane
			continue
		}
		worth := 0.0 // of a lane to the defense: what the offense may leave there
		if own == defense {
			for colour, chance := range t.colour[lane] {
				worth += float64(float64(chance) * flex[colour])
			}
			r.odds[empty][lane], r.worth[empty][lane] = float64(t.comes), worth
		}
		for rest := cards; rest != 0; rest &= rest - 1 {
			c := rest.First()
			switch {
			case own == defense:
				r.odds[c][lane], r.worth[c][lane] = float64(t.comes)*(1-float64(t.wins[lane][c])), worth
			case !s.Dead(c, lane):
				// Nobody comes to meet it on some lanes of a short line.
				r.odds[c][lane] = 1 - float64(float64(t.comes)*(1-float64(t.wins[lane][c])))
				r.worth[c][lane] = flex[m.colour[c]]
			}
		}
	}
}

// flex returns how well the cards that are left to the offense can follow each
// colour against the defense cards that may come: 1 is as well as if there were no
// rule.
func (m *Model) flex(left, against set) (flex [playdesign.CardColours]float64) {
	total := 0.0
	for ; left != 0; left &= left - 1 {
		o := left.First()
		n := float64((m.beats[o] & against).Size())
		flex[m.colour[o]] += n
		total += n
	}
	for colour, strength := range flex {
		flex[colour] = 1
		if total > 0 {
			// Not all of it: with a hand to choose from, some other card will do.
			flex[colour] = 1 - colourBurden*strength/total
		}
	}
	return flex
}

// arrange tries every lane for the k-th card of the rest of the hand and those
// after it, and shows visit each way: the lane of the first card, and the chance of
// the side to have the possession. taken holds the lanes that have a card.
func (r *ways) arrange(k int, taken uint8, first int, visit func(lane int, chance float64)) {
	if k == r.size {
		visit(first, r.own(r.chance()))
		return
	}
	for lane := range r.m.lanes {
		if taken>>lane&1 == 1 {
			continue
		}
		if k == 0 {
			first = lane
		}
		r.with[lane] = r.hand[k]
		r.arrange(k+1, taken|1<<lane, first, visit)
		r.with[lane] = empty
	}
}

// settle shows visit every way for the lanes from lane on that are not closed, when
// no card of the line lies yet: in how many ways the other cards can lie on closed
// lanes, and the chance of the side. used holds the cards of the hand that lie.
func (r *ways) settle(lane int, used uint8, visit func(ways, chance float64)) {
	if lane == r.m.lanes {
		ways, left := 1, r.size-bits.OnesCount8(used)
		for i := range left {
			ways *= bits.OnesCount8(r.closed) - i
		}
		if ways > 0 {
			visit(float64(ways), r.own(r.chance()))
		}
		return
	}
	if r.closed>>lane&1 == 1 {
		r.settle(lane+1, used, visit)
		return
	}
	for k, card := range r.hand[:r.size] {
		if used>>k&1 == 0 {
			r.with[lane] = card
			r.settle(lane+1, used|1<<k, visit)
			r.with[lane] = empty
		}
	}
	if r.size < r.m.lanes { // a short line
		r.settle(lane+1, used, visit)
	}
}

// own returns the side's chance to have the possession, from the offense's chance to score.
func (r *ways) own(scores float64) float64 {
	if r.attacks {
		return scores
	}
	return 1 - scores
}

// shortfalls writes for each lane by how many tenths the best way with the next card
// there falls short of the best of all, and returns the chance of the best. On the
// first line all lanes are alike, and any way will do.
func (r *ways) shortfalls(dst []float32) (best float32) {
	if r.line == 0 {
		return float32(r.any())
	}
	var top [maxLanes]float64
	r.arrange(0, r.taken, 0, func(lane int, x float64) { top[lane] = max(top[lane], x) })
	most := slices.Max(top[:])
	for lane := range dst {
		if r.taken>>lane&1 == 0 {
			dst[lane] = float32(min(10*(most-top[lane]), 1))
		}
	}
	return float32(most)
}

// any returns the chance of the side with the cards on the free lanes from the first
// on.
func (r *ways) any() float64 {
	k := 0
	for lane := range r.m.lanes {
		if r.taken>>lane&1 == 0 && k < r.size {
			r.with[lane] = r.hand[k]
			k++
		}
	}
	return r.own(r.chance())
}

// chance returns the chance of the offense to score with the cards as they lie.
func (r *ways) chance() float64 {
	if r.line == r.m.lines-1 {
		lost := 1.0
		for lane := range r.m.lanes {
			lost *= 1 - r.odds[r.with[lane]][lane]
		}
		return 1 - lost
	}
	// By set of lanes won: its chance, and what these lanes are worth. The first is
	// none, with which the possession is over.
	prob, open := &r.prob, &r.open
	prob[0], open[0] = 1, 0
	n := 1
	for lane := range r.m.lanes {
		row := r.with[lane]
		q, worth := r.odds[row][lane], r.worth[row][lane]
		if q == 0 {
			continue
		}
		won, with := prob[n:2*n], open[n:2*n]
		for i, x := range prob[:n] {
			won[i], with[i] = x*q, open[i]+worth
			prob[i] = x * (1 - q)
		}
		n *= 2
	}
	ahead := &r.m.hope.value[r.line+1]
	x := 0.0
	for i, lanes := range open[1:n] {
		x += float64(prob[i+1] * between(ahead, r.m.lanes, lanes))
	}
	return x
}

// between returns the chance to score with this many lanes of the next line, which
// need not be a whole number, from the chance with each whole number; most is the
// largest.
func between(ahead *[maxLanes + 1]float64, most int, lanes float64) float64 {
	low := int(lanes)
	if low >= most {
		return ahead[most]
	}
	a, b := ahead[low], ahead[low+1]
	return a + float64((b-a)*(lanes-float64(low)))
}
