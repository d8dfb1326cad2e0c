package fivepossessions

import (
	"math/bits"
	"slices"

	"ringer/env/playdesign"
)

// A prospect rates ways for one side to place the cards of a line. It holds the
// chance of the offense to win a lane, and what the lane is then worth for the next
// line, in lanes, by the card of the side that lies there; the last row is for no
// card.
type prospect struct {
	g       *Game
	line    int
	attacks bool
	closed  uint8
	taken   uint8           // lanes that have a card, bits
	hand    [maxLanes]uint8 // cards that are not placed
	size    int             // of these
	with    [maxLanes]uint8 // by lane: the row that counts
	odds    [playdesign.MaxEachSide + 1][maxLanes]float64
	worth   [playdesign.MaxEachSide + 1][maxLanes]float64

	prob, open [1 << maxLanes]float64 // scratch of chance
}

// empty is the row of a prospect for a lane without a card.
const empty = playdesign.MaxEachSide

// look takes in the table as the seat on side own sees it, which expects t.
func (r *prospect) look(s *State, own uint8, t *Thought) {
	p := &s.now
	next := p.hand[own][p.put[own]:p.drawn[own]]
	var cards set
	for _, c := range next {
		cards |= single(c)
	}
	for _, c := range p.placed[own][p.line][:s.game.lanes] {
		if c != none {
			cards |= single(c)
		}
	}
	left := s.game.cards.all &^ p.shown[offense]
	if own == offense {
		left = p.stack[offense]
	}
	r.fill(s, own, t, cards, left)
	r.deal(p, own)
}

// deal takes in the hand, and the cards of the line that lie.
func (r *prospect) deal(p *possession, own uint8) {
	r.size = copy(r.hand[:], p.hand[own][p.put[own]:p.drawn[own]])
	r.taken = 0
	for lane := range r.g.lanes {
		r.with[lane] = empty
		if card := p.placed[own][p.line][lane]; card != none {
			r.with[lane] = card
			r.taken |= 1 << lane
		}
	}
}

// fill works out all lanes with each of the cards, and with none. left is what the
// side takes to be left of the offense for later lines.
func (r *prospect) fill(s *State, own uint8, t *Thought, cards, left set) {
	g, p := s.game, &s.now
	r.g, r.line, r.attacks, r.closed = g, int(p.line), own == offense, p.closed
	flex := s.flex(left)
	r.odds[empty], r.worth[empty] = [maxLanes]float64{}, [maxLanes]float64{}
	for rest := cards; rest != 0; rest &= rest - 1 {
		r.odds[rest.first()], r.worth[rest.first()] = [maxLanes]float64{}, [maxLanes]float64{}
	}
	for lane := range g.lanes {
		if p.closed>>lane&1 == 1 {
			continue
		}
		worth := 0.0 // of a lane to the defense: what the offense may leave there
		if own == defense {
			for colour, chance := range t.colour[lane] {
				worth += float64(chance) * flex[colour]
			}
			r.odds[empty][lane], r.worth[empty][lane] = float64(t.comes), worth
		}
		for rest := cards; rest != 0; rest &= rest - 1 {
			c := rest.first()
			switch {
			case own == defense:
				r.odds[c][lane], r.worth[c][lane] = float64(t.comes)*(1-float64(t.does[lane][c])), worth
			case !g.dead(p, c, lane):
				// Nobody comes to meet it on some lanes of a short line.
				r.odds[c][lane] = 1 - float64(t.comes)*(1-float64(t.does[lane][c]))
				r.worth[c][lane] = flex[g.cards.colour[offense][c]]
			}
		}
	}
}

// flex measures how well what is left of the offense can follow each colour: 1 is
// as well as if there were no rule.
func (s *State) flex(left set) (flex [playdesign.CardColours]float64) {
	t := s.game.cards
	against := t.all &^ s.now.shown[defense]
	total := 0.0
	for ; left != 0; left &= left - 1 {
		o := left.first()
		n := float64((t.wins[o] & against).size())
		flex[t.colour[offense][o]] += n
		total += n
	}
	for colour, strength := range flex {
		flex[colour] = 1
		if total > 0 {
			// Not all of it: with a hand to choose from, some other card will do.
			flex[colour] = 1 - thoughtColour*strength/total
		}
	}
	return flex
}

// arrange tries every lane for the k-th card of the rest of the hand and those
// after it, and shows visit each way: the lane of the first card, and the chance of
// the side to have the possession. taken are the lanes that have a card.
func (r *prospect) arrange(k int, taken uint8, first int, visit func(lane int, chance float64)) {
	if k == r.size {
		visit(first, r.own(r.chance()))
		return
	}
	for lane := range r.g.lanes {
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

// settle shows visit every way for the lanes from one on that are not closed, when
// no card of the line lies yet: on how many ways the other cards can lie on closed
// lanes, and the chance of the side. used are the cards of the hand that lie.
func (r *prospect) settle(lane int, used uint8, visit func(ways, chance float64)) {
	if lane == r.g.lanes {
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
	if r.size < r.g.lanes { // a short line
		r.settle(lane+1, used, visit)
	}
}

// own is the side's chance to have the possession from that of the offense.
func (r *prospect) own(scores float64) float64 {
	if r.attacks {
		return scores
	}
	return 1 - scores
}

// shortfalls writes for each lane by how many tenths the best way with the next
// card there falls short of the best of all, and returns the chance of that one. On
// the first line all lanes are alike, and any way will do.
func (s *State) shortfalls(dst []float32) (best float32) {
	var r prospect
	r.look(s, s.side, s.foresees(s.side))
	if s.now.line == 0 {
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

// any is the chance of the side with the cards on the free lanes from the first on.
func (r *prospect) any() float64 {
	k := 0
	for lane := range r.g.lanes {
		if r.taken>>lane&1 == 0 && k < r.size {
			r.with[lane] = r.hand[k]
			k++
		}
	}
	return r.own(r.chance())
}

// chance is the chance of the offense to score with the cards as they lie.
func (r *prospect) chance() float64 {
	if r.line == r.g.config.Lines-1 {
		lost := 1.0
		for lane := range r.g.lanes {
			lost *= 1 - r.odds[r.with[lane]][lane]
		}
		return 1 - lost
	}
	// By set of lanes won: its chance, and what these lanes are worth. The first is
	// none, with which the possession is over.
	prob, open := &r.prob, &r.open
	prob[0], open[0] = 1, 0
	n := 1
	for lane := range r.g.lanes {
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
	ahead := &r.g.hope.value[r.line+1]
	x := 0.0
	for i, lanes := range open[1:n] {
		x += prob[i+1] * between(ahead, r.g.lanes, lanes)
	}
	return x
}

// between is the chance to score with so many lanes of the next line, which need
// not be a whole number, from that of each number; most is the largest.
func between(ahead *[maxLanes + 1]float64, most int, lanes float64) float64 {
	low := int(lanes)
	if low >= most {
		return ahead[most]
	}
	a, b := ahead[low], ahead[low+1]
	return a + (b-a)*(lanes-float64(low))
}
