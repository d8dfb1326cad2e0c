package payday

// This file holds the operations on obstacles, and on assets and mandates, that happen
// once.

// work adds progress to the top obstacle of a column.
type work struct{}

func (work) apply(s *State, e *effect, t target) {
	if col := int(t.col); s.workable(col) {
		c := &s.cols[col]
		c.progress = uint8(max(int(c.progress), min(int(c.progress)+int(e.amount), s.needed(col))))
	}
}

// workable reports whether the top obstacle of a column is face up and takes
// progress.
func (s *State) workable(col int) bool {
	c := &s.cols[col]
	return c.top < c.count && c.up>>c.top&1 != 0 && s.kindOf(c.obstacles[c.top]).req.progress > 0
}

// setback takes progress from the top obstacle of a column.
type setback struct{}

func (setback) apply(s *State, e *effect, t target) {
	c := &s.cols[t.col]
	c.progress -= min(c.progress, uint8(e.amount))
}

// lock keeps the top obstacle of a column from being discarded in this round.
type lock struct{}

func (lock) apply(s *State, _ *effect, t target) {
	if c := &s.cols[t.col]; c.top < c.count {
		c.locked = true
	}
}

// reveal turns up the first face-down obstacles of a column.
type reveal struct{}

func (reveal) apply(s *State, e *effect, t target) {
	for range e.amount {
		if d := s.hiddenFrom(int(t.col)); d >= 0 {
			s.turnUp(int(t.col), d)
		}
	}
}

// hiddenFrom returns the depth of the first face-down obstacle of a column, or -1.
func (s *State) hiddenFrom(col int) int {
	c := &s.cols[col]
	for d := int(c.top); d < int(c.count); d++ {
		if c.up>>d&1 == 0 {
			return d
		}
	}
	return -1
}

// sabotage discards the assets and mandates of the other side in a column.
type sabotage struct{}

func (sabotage) apply(s *State, _ *effect, t target) {
	c := &s.cols[t.col]
	if s.frame.seat == Police {
		s.discardCard(c.asset)
		c.asset, c.uses = none, 0
		return
	}
	for d := range c.places {
		p := &c.places[d]
		s.discardCard(p.asset)
		s.discardCard(p.mandate)
		p.asset, p.mandate, p.uses = none, none, 0
	}
}

// sabotageable reports whether sabotage by a seat finds anything in a column.
func (s *State) sabotageable(seat, col int) bool {
	c := &s.cols[col]
	if seat == Police {
		return c.asset != none
	}
	for d := range c.places {
		if c.places[d].asset != none || c.places[d].mandate != none {
			return true
		}
	}
	return false
}

// refill puts tokens on the actor's assets in a column.
type refill struct{}

func (refill) apply(s *State, e *effect, t target) {
	c := &s.cols[t.col]
	if s.frame.seat == Criminal {
		if c.asset != none {
			c.uses = min(c.uses+uint8(e.amount), maxAmount)
		}
		return
	}
	for d := range c.places {
		if p := &c.places[d]; p.asset != none {
			p.uses = min(p.uses+uint8(e.amount), maxAmount)
		}
	}
}

// refillable reports whether the seat has an asset in a column.
func (s *State) refillable(seat, col int) bool {
	c := &s.cols[col]
	if seat == Criminal {
		return c.asset != none
	}
	for d := range c.places {
		if c.places[d].asset != none {
			return true
		}
	}
	return false
}
