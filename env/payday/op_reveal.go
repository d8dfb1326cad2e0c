package payday

// reveal turns up the first face-down obstacles of a column.
type reveal struct{}

func (reveal) apply(s *State, e *effect, t target) {
	for range e.amount {
		if d := s.hiddenFrom(int(t.col)); d >= 0 {
			s.turnUp(int(t.col), d)
		}
	}
}

// hiddenFrom is the depth of the first face-down obstacle of a column, or -1.
func (s *State) hiddenFrom(col int) int {
	c := &s.cols[col]
	for d := int(c.top); d < int(c.count); d++ {
		if c.up>>d&1 == 0 {
			return d
		}
	}
	return -1
}
