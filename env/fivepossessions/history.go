package fivepossessions

// This file keeps finished possessions. They do not help to play well, as stacks
// are shuffled anew, but a seat remembers them (C-7).
//
// A possession takes Game.stride bytes: the attacker, the number of lines played,
// and for each line the offense's cards by lane, the defense's, the lanes opened
// and how many lanes were gone through.

// pack appends a finished possession.
func (g *Game) pack(past []byte, p *possession) []byte {
	lines := p.line + 1
	past = append(past, byte(p.attacker), lines)
	for line := range g.config.Lines {
		for side := range Sides {
			for _, card := range p.placed[side][line][:g.lanes] {
				past = append(past, byte(card))
			}
		}
		past = append(past, p.opened[line], p.reached[line])
	}
	return past
}

// unpack reads the i-th finished possession: all of it but hands and stacks.
func (g *Game) unpack(past []byte, i int, p *possession) {
	*p = g.fresh
	b := past[i*g.stride:][:g.stride]
	p.attacker, p.line = int8(b[0]), b[1]-1
	b = b[2:]
	for line := range g.config.Lines {
		for lane := range g.lanes {
			p.placed[Offense][line][lane] = Card(b[lane])
			p.placed[Defense][line][lane] = Card(b[g.lanes+lane])
		}
		p.opened[line], p.reached[line] = b[2*g.lanes], b[2*g.lanes+1]
		for lane := range g.lanes {
			if p.opened[line]>>lane&1 == 1 {
				p.show(p.placed[Offense][line][lane], p.placed[Defense][line][lane])
			}
		}
		b = b[2*g.lanes+2:]
	}
}

// scored reports whether the offense won a finished possession.
func (g *Game) scored(p *possession) bool {
	if int(p.line) < g.config.Lines-1 {
		return false
	}
	for lane := range g.lanes {
		if g.fate(p, int(p.line), lane) == laneWon {
			return true
		}
	}
	return false
}

// Fates: what became of a lane in a line.
const (
	laneUnseen = iota // not reached yet, or the possession ended before
	laneEmpty         // gone through without an offense card
	laneDead          // the offense card was dead
	laneLost          // opened, and the defense held
	laneWon           // opened, and the offense won
)

// fate returns what became of a lane.
func (g *Game) fate(p *possession, line, lane int) int {
	o, d := p.placed[Offense][line][lane], p.placed[Defense][line][lane]
	switch {
	case lane >= int(p.reached[line]):
		return laneUnseen
	case o == NoCard:
		return laneEmpty
	case p.opened[line]>>lane&1 == 0:
		return laneDead
	case d == NoCard || g.cards.wins[o].Has(d):
		return laneWon
	}
	return laneLost
}

// under returns the offense card that lay open on a lane when a line was placed, or
// NoCard.
func (g *Game) under(p *possession, line, lane int) Card {
	if line > 0 && g.fate(p, line-1, lane) == laneWon {
		return p.placed[Offense][line-1][lane]
	}
	return NoCard
}
