package cfr

// Regret returns the cumulative regret of every slot, for tests to read.
func (s *Solver) Regret() []float64 { return s.regret }

// Sum returns the numerator of the average policy, for tests to read.
func (s *Solver) Sum() []float64 { return s.sum }

// Start gives a sweeping solver regrets to start from.
func (s *Solver) Start(regret []float64) {
	copy(s.regret, regret)
	w := s.method.(*sweep)
	for i := range s.tree.Infosets() {
		from, to := s.tree.Offset[i], s.tree.Offset[i+1]
		normalise(w.policy[from:to], s.regret[from:to])
	}
	w.replan()
}
