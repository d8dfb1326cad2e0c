package heat

// look shows the actor the hand of the seat, after the draws of the phase.
type look struct{}

func (look) law() law {
	return law{name: "look", step: stepDraws, icon: IconLook, reach: reachOthers, useful: hasHand}
}

func (look) words(p phrase) string { return "look at the hand of " + p.whom }

func (look) apply(s *State, _ *Clause, actor, seat, _ int) {
	s.push(task{kind: taskLook, actor: int8(actor), seat: int8(seat)})
}

// hasHand reports whether the seat holds a card.
func hasHand(x *Snapshot, _, seat int) bool { return x.hand[seat] > 0 }
