package kuhn

// This file is for those who draw the table. A method that is not marked as public returns
// hidden cards.

// Players returns the number of seats.
func (g *Game) Players() int { return g.players }

// CardName returns the name of a card, the lowest being 0. Public.
func (g *Game) CardName(card int) string { return g.cardName(card) }

// Holds returns the card of a seat, -1 before it has one.
func (s *State) Holds(seat int) int {
	if seat >= int(s.dealt) {
		return -1
	}
	return int(s.cards[seat])
}

// Chips returns how many chips a seat has put into the pot. Public.
func (s *State) Chips(seat int) int { return s.chips(seat) }

// Pot returns the number of chips in the pot. Public.
func (s *State) Pot() int { return s.pot() }

// Bets returns what the seats did so far, in order from seat 0: true for a bet or a call.
// Public.
func (s *State) Bets() []bool {
	bets := make([]bool, s.made)
	for i := range bets {
		bets[i] = s.action(i) == Bet
	}
	return bets
}

// Shows reports whether a seat shows its card at the end. Public.
func (s *State) Shows(seat int) bool { return s.showdown() && s.in()>>seat&1 != 0 }

// Winner returns the seat that won the pot, -1 before the end. Public.
func (s *State) Winner() int {
	if s.actor >= 0 || int(s.dealt) < s.game.players || s.made == 0 {
		return -1
	}
	return s.winner()
}
