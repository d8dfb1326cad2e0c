package cfr

// Regret returns the cumulative regret of every slot, for tests to read.
func (s *Solver) Regret() []float64 { return s.regret }

// Sum returns the numerator of the average policy, for tests to read.
func (s *Solver) Sum() []float64 { return s.sum }
