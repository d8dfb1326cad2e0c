package payday

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

// refillable says whether the seat has an asset in a column.
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
