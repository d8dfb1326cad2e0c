package leduc

import "fmt"

// Conservation implements env.Conserver: every card is in the deck, on the
// table or with exactly one seat.
func (s *State) Conservation() error {
	places := append([]int8{}, s.cards[:s.dealt]...)
	if s.public != noCard {
		places = append(places, s.public)
	}
	seen := s.deck
	for _, card := range places {
		if seen>>card&1 == 1 {
			return fmt.Errorf("leduc: card %s is in two places", s.game.cardName(card))
		}
		seen |= 1 << card
	}
	if all := uint16(1)<<deckSize(s.game.players) - 1; seen != all {
		return fmt.Errorf("leduc: cards %b, want %b", seen, all)
	}
	return nil
}
