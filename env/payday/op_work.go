package payday

// work adds progress to the top obstacle of a column.
type work struct{}

func (work) apply(s *State, e *effect, t target) {
	if col := int(t.col); s.workable(col) {
		c := &s.cols[col]
		c.progress = uint8(max(int(c.progress), min(int(c.progress)+int(e.amount), s.needed(col))))
	}
}

// workable says whether the top obstacle of a column is face up and takes
// progress.
func (s *State) workable(col int) bool {
	c := &s.cols[col]
	return c.top < c.count && c.up>>c.top&1 != 0 && s.kindOf(c.obstacles[c.top]).req.progress > 0
}
