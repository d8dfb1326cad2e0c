package fivepossessions

import "ringer/env"

// ResampleFromInfoState implements env.Resampler: all cards of the other seat that
// p has not seen are dealt anew, also cards of finished possessions (FP-14). A card that
// was announced dead on an open lane becomes an unseen card of that lane's colour; all
// others are uniform over the rest.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	g := s.game
	c := s.Clone().(*State)
	var old possession
	for i := range len(c.past) / g.stride {
		g.unpack(c.past, i, &old)
		g.redeal(&old, old.sideOf(1-int(p)), int(old.line)+1, rng)
		g.pack(c.past[:i*g.stride], &old)
	}
	if c.node == nodeDraw || c.node == nodePlace {
		hidden := c.now.sideOf(1 - int(p))
		pool := g.redeal(&c.now, hidden, int(c.now.line), rng)
		g.redealHand(&c.now, hidden, pool, rng)
	}
	return c
}

// take draws a card of a set uniformly.
func take(from Set, rng env.Rand) Card { return from.Nth(rng.IntN(from.Size())) }

// redeal draws the hidden cards of a side in the first lines of a possession, and
// returns the cards that are then left.
func (g *Game) redeal(p *possession, side Side, lines int, rng env.Rand) (pool Set) {
	pool = g.cards.all &^ p.shown[side]
	var settled [MaxLines]uint8 // lanes, bits
	if side == Offense {
		for line := range lines {
			for lane := range g.lanes {
				under := g.under(p, line, lane)
				if under == NoCard || g.fate(p, line, lane) != laneDead {
					continue
				}
				c := take(pool&g.cards.of[g.cards.colour[Offense][under]], rng)
				pool &^= Single(c)
				p.placed[Offense][line][lane] = c
				settled[line] |= 1 << lane
			}
		}
	}
	for line := range lines {
		for lane := range g.lanes {
			if (p.opened[line]|settled[line])>>lane&1 == 1 || p.placed[side][line][lane] == NoCard {
				continue
			}
			c := take(pool, rng)
			pool &^= Single(c)
			p.placed[side][line][lane] = c
		}
	}
	return pool
}

// redealHand draws the hand of the line that is under way from the pool, and puts
// as many of its cards on lanes as lie there: on the lanes in use once all are
// placed, which is public, and before that on any.
func (g *Game) redealHand(p *possession, side Side, pool Set, rng env.Rand) {
	drawn, put := int(p.drawn[side]), int(p.put[side])
	if drawn == 0 {
		p.stack[side] = pool
		return
	}
	var hand Set
	for range g.handSize[p.line] {
		hand |= Single(take(pool&^hand, rng))
	}
	row := &p.placed[side][p.line]
	var lanes [MaxLanes]uint8
	free := 0
	for lane := range g.lanes {
		if put < g.handSize[p.line] || row[lane] != NoCard {
			lanes[free] = uint8(lane)
			free++
		}
		row[lane] = NoCard
	}
	p.stack[side] = pool
	for k := range drawn { // a hand that is being drawn shows its smallest cards
		card := hand.First()
		hand &^= Single(card)
		p.stack[side] &^= Single(card)
		p.hand[side][k] = card
		if k < put {
			i := rng.IntN(free)
			row[lanes[i]] = card
			free--
			lanes[i] = lanes[free]
		}
	}
}
