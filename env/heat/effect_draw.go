package heat

// draw gives the seat n cards from the deck; none when the draws of the phase
// exceed the deck (HEAT-9).
type draw struct{}

func (draw) law() law {
	return law{name: "draw", step: stepDraws, icon: IconDraw, most: maxTasksPerCard, rolls: 1}
}

func (draw) words(p phrase) string { return p.do("draw ", "draws ") + p.cards() }

func (draw) apply(s *State, _ *Clause, actor, seat, n int) {
	for range n {
		s.push(task{kind: taskDraw, actor: int8(actor), seat: int8(seat)})
	}
}
