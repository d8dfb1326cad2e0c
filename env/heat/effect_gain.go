package heat

// gain pays the seat n dollars from the bank.
type gain struct{}

func (gain) law() law {
	return law{name: "gain", step: stepSums, icon: IconMoney, most: maxMoneyPaid}
}

func (gain) words(p phrase) string { return p.do("gain ", "gains ") + p.dollars() }

func (gain) apply(s *State, _ *Clause, _, seat, n int) { s.sums.money[seat] += int32(n) }
