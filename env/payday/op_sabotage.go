package payday

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

// sabotageable says whether there is anything to discard.
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
