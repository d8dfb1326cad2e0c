package payday

// spy shows the actor the other hand.
type spy struct{}

func (spy) apply(s *State, _ *effect, _ target) {
	other := 1 - int(s.frame.seat)
	z := &s.zones[other]
	base := s.game.deck.base[other]
	for i := range s.game.deck.kindsOf(other) {
		z.known[i] = z.hand[i]
		for range z.hand[i] {
			s.record(event{kind: evShow, seat: int8(other), seen: seenByAll, value: uint16(base + i)})
		}
	}
}
