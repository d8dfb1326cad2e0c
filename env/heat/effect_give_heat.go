package heat

// giveHeat moves up to n Heat from the actor to the seat: at most what the actor
// held at the start of the phase (HEAT-16).
type giveHeat struct{}

func (giveHeat) law() law {
	return law{
		name: "give_heat", step: stepSums, icon: IconHeatDown, most: maxHeatMoved, reach: reachOthers, spends: spendsHeat,
		useful: func(x *Snapshot, actor, _ int) bool { return x.heat[actor] > 0 },
	}
}

func (giveHeat) words(p phrase) string { return "give " + p.heat() + " to " + p.whom }

func (giveHeat) apply(s *State, _ *Clause, actor, seat, n int) { s.sums.hand(actor, seat, n) }
