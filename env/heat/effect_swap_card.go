package heat

// swapCard gives the seat a card of the actor and the actor a card of the seat.
type swapCard struct{}

// Values of Clause.Where for OpSwapCard.
const (
	SwapRandom uint8 = iota // the actor gets a random card
	SwapChosen              // the actor looks at the hand and chooses
)

func (swapCard) law() law {
	return law{
		name: "swap_card", step: stepCards, icon: IconSwap, reach: reachOne, asks: 2, rolls: 1,
		where:  []string{SwapRandom: "random", SwapChosen: "chosen"},
		useful: func(x *Snapshot, actor, seat int) bool { return x.hand[actor] > 0 && x.hand[seat] > 0 },
	}
}

func (swapCard) words(p phrase) string {
	if p.effect.Where == "chosen" {
		return "look at the hand of " + p.whom + ", then give that player a card of yours for a card you choose"
	}
	return "give " + p.whom + " a card of yours for one drawn from that hand"
}

func (swapCard) apply(s *State, e *Clause, actor, seat, _ int) {
	s.push(task{kind: taskSwap, actor: int8(actor), seat: int8(seat), mode: e.Where})
}
