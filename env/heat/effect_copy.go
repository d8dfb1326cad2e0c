package heat

// copyCard lets the actor use the later phases of the seat's card (HEAT-18). The
// actor's card in use stays what it is, with its tags (HEAT-27).
type copyCard struct{}

func (copyCard) law() law {
	return law{name: "copy", step: stepCards, icon: NoIcon, reach: reachOne, early: true, useful: usesCard}
}

func (copyCard) words(p phrase) string { return "use the later phases of the card of " + p.whom }

func (copyCard) apply(s *State, _ *Clause, actor, seat, _ int) {
	s.push(task{kind: taskCopy, actor: int8(actor), seat: int8(seat)})
}

// usesCard reports whether the seat has a card in use.
func usesCard(x *Snapshot, _, seat int) bool { return x.inUse[seat] != none }
