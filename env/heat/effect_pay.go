package heat

// pay moves up to n dollars from the actor to the seat.
type pay struct{}

func (pay) law() law {
	return law{
		name: "pay", step: stepSums, icon: NoIcon, most: maxMoneyPaid, reach: reachOthers, spends: spendsMoney,
		useful: func(x *Snapshot, actor, _ int) bool { return x.money[actor] > 0 },
	}
}

func (pay) words(p phrase) string { return "pay " + p.dollars() + " to " + p.whom }

func (pay) apply(s *State, _ *Clause, actor, seat, n int) { s.sums.pay(actor, seat, n) }
