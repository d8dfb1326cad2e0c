package heat

// cancel makes the later phase of Clause.Where do nothing for the seat (HEAT-18).
type cancel struct{}

func (cancel) law() law {
	return law{
		name: "cancel", step: stepCards, icon: IconCancel, reach: reachOthers, early: true, useful: usesCard,
		where: []string{anyPhase},
	}
}

func (cancel) words(p phrase) string {
	return "phase " + p.effect.Where + " does nothing for " + p.whom
}

func (cancel) apply(s *State, e *Clause, actor, seat, _ int) {
	s.push(task{kind: taskCancel, actor: int8(actor), seat: int8(seat), mode: e.Where})
}
