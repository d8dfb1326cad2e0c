package heist

// This file writes what a player works out at the table before choosing: whether
// crew and Cons can be dealt out over a line, and what one card more or less would
// change. It could be read off the other fields, but a small network does not find
// the best way to deal out tools by itself.

// observeCover compares the own crew and Cons with every Job, and every crew with
// its own.
func (s *State) observeCover(p int8, dst []float32) {
	g, l := s.game, &s.game.layout
	tools := s.tools(p, true)
	useful := tools.at(allSkills) - tools.at(0)
	for k := range g.players {
		seat := g.relative(p, k)
		if s.job[seat] == nobody {
			continue
		}
		needs, crew := s.needs(seat), s.tools(seat, false)
		own, bare := coverOf(&tools, &needs), coverOf(&crew, &needs)
		dst[l.lacks+k] = float32(own.lacking) / skillScale
		if own.lacking == 0 {
			dst[l.covered+k] = 1
		}
		dst[l.leftOver+k] = float32(max(0, useful-needs.at(allSkills))) / skillScale
		dst[l.bare+k] = float32(bare.lacking) / skillScale
		markStrained(dst[l.tight+k*skills:], own)
		markStrained(dst[l.crewTight+k*skills:], bare)
		switch {
		case seat == s.owner && p == s.turn:
			s.observeTools(p, own, dst[l.keeps:])
		case seat == p && s.asksForPersonnel(p):
			s.observeRecruits(p, own, &needs, dst[l.helps:])
		}
	}
}

// asksForPersonnel says whether a seat is to choose Personnel, or to agree to a
// trade.
func (s *State) asksForPersonnel(p int8) bool {
	if int8(s.actor) != p {
		return false
	}
	switch s.node {
	case nodeRecruit, nodeGive, nodeWant, nodeAnswer, nodePerson:
		return true
	}
	return false
}

// markStrained marks the skills of which a line bears no further card.
func markStrained(dst []float32, c cover) {
	for i := range skills {
		if c.strains(1 << i) {
			dst[i] = 1
		}
	}
}

// observeTools marks what the executor can use on the next card of the line and
// still overcome as much of the rest.
func (s *State) observeTools(p int8, c cover, dst []float32) {
	d, line := s.game.deck, &s.line[s.owner]
	if s.next >= line.size {
		return
	}
	need := s.obstacle(line.cards[s.next])
	have := s.skillsOf(s.crew[p])
	may := d.withSkill(need)
	for crew := s.crew[p].without(s.spent).and(may); !crew.empty(); {
		if card := crew.pop(); !c.wastes(d.skills[card], need) {
			dst[d.roleOf[card]] = 1
		}
	}
	for cons := s.hand[p].and(d.ofType[typeCon]).and(d.withSkill(need & have)); !cons.empty(); {
		if card := cons.pop(); !c.wastes(d.skills[card]&have, need) {
			dst[d.roleOf[card]] = 1
		}
	}
}

// observeRecruits writes, for every role of Personnel, by how much less the seat
// would lack of its Job with one more of it. A new skill makes Cons useful too.
func (s *State) observeRecruits(p int8, c cover, needs *tally, dst []float32) {
	d := s.game.deck
	have, cons := s.skillsOf(s.crew[p]), s.hand[p].and(d.ofType[typeCon])
	idle := uint8(0) // skills that only Cons have
	for i := range skills {
		if have>>i&1 == 0 && !cons.and(d.ofSkill[i]).empty() {
			idle |= 1 << i
		}
	}
	for i, r := range d.talents {
		switch m := d.roles[r].skills; {
		case m&idle != 0:
			tools := s.toolsWith(p, m)
			dst[i] = float32(c.lacking - lacking(&tools, needs))
		case c.helps(m):
			dst[i] = 1
		}
	}
}

// observeStanding says how the points of a seat compare with the others'.
func (s *State) observeStanding(p int8, dst []float32) {
	if int(s.jobsDone)+1 >= s.game.config.Jobs-1 {
		dst[0] = 1
	}
	best := int16(-1)
	for q := range s.game.players {
		if int8(q) != p {
			best = max(best, s.points[q])
		}
	}
	leads := func(i int, points int16) {
		if s.points[p]+points > best {
			dst[i] = 1
		}
	}
	leads(1, 0)
	if s.job[p] != nobody {
		leads(2, s.value[p])
	}
	if s.rival != nobody && s.turn == p {
		leads(3, s.value[s.rival])
	}
}
