package heat

// Operations on cards in hand. They queue tasks, which phase.go works off:
// draws are chance, looks are immediate, the rest is chosen in step 3 and moved
// in step 4.

type (
	draw     struct{} // the seat draws n cards
	look     struct{} // the actor looks at the seat's hand
	discard  struct{} // the seat discards n cards, chosen by it or at random
	swapCard struct{} // the actor gives the seat a card and gets one, at random or chosen
)

func (draw) apply(s *State, _ *effect, actor, seat, n int) {
	for range n {
		s.push(task{kind: taskDraw, actor: int8(actor), seat: int8(seat)})
	}
}

func (look) apply(s *State, _ *effect, actor, seat, _ int) {
	s.push(task{kind: taskLook, actor: int8(actor), seat: int8(seat)})
}

func (discard) apply(s *State, e *effect, actor, seat, n int) {
	for i := range n {
		s.push(task{kind: taskDiscard, actor: int8(actor), seat: int8(seat), mode: e.where, left: uint8(n - i)})
	}
}

func (swapCard) apply(s *State, e *effect, actor, seat, _ int) {
	s.push(task{kind: taskSwap, actor: int8(actor), seat: int8(seat), mode: e.where})
}
