package heat

// discard makes the seat discard n cards; none when it would not keep one for
// every stage to come (HEAT-19).
type discard struct{}

// Values of Clause.Where for OpDiscard.
const (
	DiscardChosen uint8 = iota // by the seat
	DiscardRandom
)

func (discard) law() law {
	return law{
		name: "discard", step: stepCards, icon: NoIcon, most: maxTasksPerCard, useful: hasHand, asks: 1, rolls: 1,
		where: []string{DiscardChosen: "choose", DiscardRandom: "random"},
	}
}

func (discard) words(p phrase) string {
	how := ""
	if p.effect.Where == "random" {
		how = " at random"
	}
	return p.do("discard ", "discards ") + p.cards() + how
}

func (discard) apply(s *State, e *Clause, actor, seat, n int) {
	for i := range n {
		s.push(task{kind: taskDiscard, actor: int8(actor), seat: int8(seat), mode: e.Where, left: uint8(n - i)})
	}
}
