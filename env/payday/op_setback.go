package payday

// setback takes progress from the top obstacle of a column.
type setback struct{}

func (setback) apply(s *State, e *effect, t target) {
	c := &s.cols[t.col]
	c.progress -= min(c.progress, uint8(e.amount))
}
