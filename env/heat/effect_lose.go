package heat

// lose takes n dollars from the seat to the bank, or all that it has.
type lose struct{}

func (lose) law() law {
	return law{name: "lose", step: stepSums, icon: NoIcon, most: maxMoneyPaid, spends: spendsMoney}
}

func (lose) words(p phrase) string { return p.do("lose ", "loses ") + p.dollars() }

func (lose) apply(s *State, _ *Clause, _, seat, n int) { s.sums.money[seat] -= int32(n) }
