package fivepossessions

// rivals are the cards of the other side that a seat has not seen, as they may
// come on each lane: all that would be alive there.
type rivals struct {
	own   uint8 // side of the seat
	alive [maxLanes]set
}

// size fills r with what the seat on side own has to expect.
func (g *Game) size(r *rivals, p *possession, own uint8) {
	t := g.cards
	r.own = own
	for lane := range g.lanes {
		r.alive[lane] = 0
		if p.closed>>lane&1 == 1 {
			continue
		}
		r.alive[lane] = t.all &^ p.shown[1-own]
		if o := p.open[lane]; o != none && own == defense {
			r.alive[lane] &^= t.of[t.colour[offense][o]]
		}
	}
}

// odds is the chance of a card to win a lane against a random one of the rivals
// that may come there; 0 where there is nothing to win.
func (g *Game) odds(r *rivals, p *possession, card uint8, lane int) float32 {
	t := g.cards
	alive := r.alive[lane]
	if alive == 0 || r.own == offense && g.dead(p, card, lane) {
		return 0
	}
	beaten := alive
	if r.own == offense {
		beaten &= t.wins[card]
	} else {
		beaten &^= t.loses[card]
	}
	return float32(beaten.size()) / float32(alive.size())
}
