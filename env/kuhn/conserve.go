package kuhn

import "fmt"

// Conservation implements env.Conserver: every card is in the deck or with
// exactly one seat.
func (s *State) Conservation() error {
	seen := uint(s.deck)
	for seat := range int(s.dealt) {
		card := uint(1) << s.cards[seat]
		if seen&card != 0 {
			return fmt.Errorf("kuhn: card %s is in two places", s.game.cardName(int(s.cards[seat])))
		}
		seen |= card
	}
	if all := uint(1)<<(s.game.players+1) - 1; seen != all {
		return fmt.Errorf("kuhn: cards %b, want %b", seen, all)
	}
	return nil
}
