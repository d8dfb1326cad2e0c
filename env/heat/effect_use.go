package heat

// Operations on cards in use. They affect later phases of the stage only
// (HEAT-18).

type (
	replace  struct{} // the actor may take the card in use back and put another in its place
	extra    struct{} // the actor may add a card to the Record, at its end or its start
	copyCard struct{} // the actor uses the later phases of the seat's card
	cancel   struct{} // a later phase does nothing for the seat
)

func (replace) apply(s *State, _ *effect, actor, _, _ int) {
	s.push(task{kind: taskReplace, actor: int8(actor), seat: int8(actor)})
}

func (extra) apply(s *State, e *effect, actor, _, _ int) {
	s.push(task{kind: taskExtra, actor: int8(actor), seat: int8(actor), mode: e.where})
}

func (copyCard) apply(s *State, _ *effect, actor, seat, _ int) {
	s.push(task{kind: taskCopy, actor: int8(actor), seat: int8(seat)})
}

func (cancel) apply(s *State, e *effect, actor, seat, _ int) {
	s.push(task{kind: taskCancel, actor: int8(actor), seat: int8(seat), mode: e.where})
}
