package heat

// takeHeat gives the seat n Heat from the board, in phase B only (HEAT-17) and
// after HEAT-8 has made sure that the board has enough.
type takeHeat struct{}

func (takeHeat) law() law {
	return law{name: "take_heat", step: stepSums, icon: IconHeatUp, most: maxHeatMoved, fromBoard: true}
}

func (takeHeat) words(p phrase) string { return p.do("take ", "takes ") + p.heat() }

func (takeHeat) apply(s *State, _ *Clause, _, seat, n int) { s.sums.heat[seat] += int32(n) }
