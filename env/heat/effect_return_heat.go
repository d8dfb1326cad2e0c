package heat

// returnHeat puts up to n Heat of the seat back on the board: at most what it
// held at the start of the phase, after what it gives (HEAT-16).
type returnHeat struct{}

func (returnHeat) law() law {
	return law{
		name: "return_heat", step: stepSums, icon: IconHeatDown, most: maxHeatMoved, spends: spendsHeat,
		useful: func(x *Snapshot, _, seat int) bool { return x.heat[seat] > 0 },
	}
}

func (returnHeat) words(p phrase) string { return p.do("return ", "returns ") + p.heat() }

func (returnHeat) apply(s *State, _ *Clause, _, seat, n int) {
	s.sums.returns[seat] += int32(n)
}
