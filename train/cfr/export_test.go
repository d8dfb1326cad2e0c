package cfr

// Regret is the cumulative regret of every slot, for tests to read.
func (s *Solver) Regret() []float64 { return s.regret }
