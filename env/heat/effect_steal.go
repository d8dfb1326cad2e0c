package heat

// steal moves up to n dollars from the seat to the actor.
type steal struct{}

func (steal) law() law {
	return law{
		name: "steal", step: stepSums, icon: IconSteal, most: maxMoneyPaid, reach: reachOthers,
		useful: func(x *Snapshot, _, seat int) bool { return x.money[seat] > 0 },
	}
}

func (steal) words(p phrase) string { return "steal " + p.dollars() + " from " + p.whom }

func (steal) apply(s *State, _ *Clause, actor, seat, n int) { s.sums.pay(seat, actor, n) }
