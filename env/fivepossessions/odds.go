package fivepossessions

import "ringer/env/playdesign"

// rivals are the cards of the other side that a seat has not seen, as they may
// come on each lane: all that would be alive there, and how well each would do.
type rivals struct {
	own    uint8 // side of the seat
	alive  [maxLanes]set
	weight [maxLanes][playdesign.MaxEachSide]uint16 // square of the number of cards that it would beat or stop there
	total  [maxLanes]int                            // sum of the weights
}

// size fills r with what the seat on side own has to expect. What a rival thinks
// of a lane is reckoned from what the rival has seen.
func (g *Game) size(r *rivals, p *possession, own uint8) {
	t := g.cards
	r.own = own
	theirs, ours := t.all&^p.shown[1-own], t.all&^p.shown[own]
	for lane := range g.lanes {
		r.total[lane], r.alive[lane] = 0, 0
		if p.closed>>lane&1 == 1 {
			continue
		}
		live := t.all // offense cards
		if o := p.open[lane]; o != none {
			live &^= t.of[t.colour[offense][o]]
		}
		r.alive[lane] = theirs
		if own == defense {
			r.alive[lane] &= live
		}
		for rest := r.alive[lane]; rest != 0; rest &= rest - 1 {
			c := rest.first()
			n := 0
			if own == offense {
				n = (ours & live &^ t.loses[c]).size()
			} else {
				n = (ours & t.wins[c]).size()
			}
			r.weight[lane][c] = uint16(n * n)
			r.total[lane] += n * n
		}
	}
}

// odds is the chance of a card to win a lane against a random one of the rivals
// that may come there, and the same when each counts by its weight. Both are 0
// where there is nothing to win.
func (g *Game) odds(r *rivals, p *possession, card uint8, lane int) (plain, keen float32) {
	t := g.cards
	alive := r.alive[lane]
	if alive == 0 || r.own == offense && g.dead(p, card, lane) {
		return 0, 0
	}
	beaten := alive
	if r.own == offense {
		beaten &= t.wins[card]
	} else {
		beaten &^= t.loses[card]
	}
	plain = float32(beaten.size()) / float32(alive.size())
	if r.total[lane] == 0 {
		return plain, plain
	}
	sum := 0
	for ; beaten != 0; beaten &= beaten - 1 {
		sum += int(r.weight[lane][beaten.first()])
	}
	return plain, float32(sum) / float32(r.total[lane])
}
