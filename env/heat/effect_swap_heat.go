package heat

// swapHeat exchanges all Heat of the actor and the seat.
type swapHeat struct{}

func (swapHeat) law() law {
	return law{
		name: "swap_heat", step: stepSums, icon: IconSwap, reach: reachOne,
		useful: func(x *Snapshot, actor, seat int) bool { return x.heat[actor]+x.heat[seat] > 0 },
	}
}

func (swapHeat) words(p phrase) string { return "swap all your Heat with " + p.whom }

func (swapHeat) apply(s *State, _ *Clause, actor, seat, _ int) {
	mine, theirs := int(s.sums.warm[actor]), int(s.sums.warm[seat])
	s.sums.hand(actor, seat, mine)
	s.sums.hand(seat, actor, theirs)
}
