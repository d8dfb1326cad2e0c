package heat

// splitPot pays the actor its share of n dollars, split with everyone whose card
// in use has the tag of Clause.Where, and rounded down (HEAT-20).
type splitPot struct{}

func (splitPot) law() law {
	return law{
		name: "split_pot", step: stepSums, icon: IconMoney, most: maxMoneyPaid, reach: reachSelf,
		where: []string{anyTag},
	}
}

func (splitPot) words(p phrase) string {
	return "split " + p.dollars() + " evenly with everyone whose card in use " + tagged(p.effect.Where)
}

func (splitPot) apply(s *State, e *Clause, _, seat, n int) {
	m := s.then.Using(Tag(e.Where)) | 1<<seat
	s.sums.money[seat] += int32(n / m.Count())
}
