package heat

// replace lets the actor put a card from its hand in place of its card in use,
// which goes back to its hand. It affects later phases of the stage (HEAT-18).
type replace struct{}

func (replace) law() law {
	return law{name: "replace", step: stepCards, icon: IconSwap, reach: reachSelf, early: true, asks: 1}
}

func (replace) words(phrase) string {
	return "you may put another card from hand in place of your card in use, which goes back to your hand"
}

func (replace) apply(s *State, _ *Clause, actor, _, _ int) {
	s.push(task{kind: taskReplace, actor: int8(actor), seat: int8(actor)})
}
