package heat

// extra lets the actor add a card from its hand to its Record. It affects later
// phases of the stage (HEAT-18).
type extra struct{}

// Values of Clause.Where for OpExtra.
const (
	ExtraEnd   uint8 = iota // the card becomes the card in use
	ExtraStart              // the card only counts
)

func (extra) law() law {
	return law{
		name: "extra", step: stepCards, icon: NoIcon, reach: reachSelf, early: true, asks: 1, adds: 1,
		where: []string{ExtraEnd: "end", ExtraStart: "start"},
	}
}

func (extra) words(p phrase) string {
	if p.effect.Where == "start" {
		return "you may add a card from hand to the start of your Record"
	}
	return "you may play another card to the end of your Record; it becomes your card in use"
}

func (extra) apply(s *State, e *Clause, actor, _, _ int) {
	s.push(task{kind: taskExtra, actor: int8(actor), seat: int8(actor), mode: e.Where})
}
