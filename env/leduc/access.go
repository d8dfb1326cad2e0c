package leduc

// This file is for those who draw the table. A method that is not marked as public returns
// hidden cards.

// Players returns the number of seats.
func (g *Game) Players() int { return g.players }

// Rank returns the letter of a card's rank. Public.
func (g *Game) Rank(card int) string { return g.cardName(int8(card))[:1] }

// Suit returns the name of a card's suit. Public.
func (g *Game) Suit(card int) string { return [suits]string{"spades", "hearts"}[suitOf(int8(card))] }

// Holds returns the card of a seat, -1 before it has one.
func (s *State) Holds(seat int) int {
	if seat >= int(s.dealt) {
		return noCard
	}
	return int(s.cards[seat])
}

// Board returns the card that lies open, -1 for none. Public.
func (s *State) Board() int { return int(s.public) }

// Chips returns how many chips a seat has put into the pot. Public.
func (s *State) Chips(seat int) int { return int(s.paid[seat]) }

// Pot returns the number of chips in the pot. Public.
func (s *State) Pot() int { return s.pot() }

// In reports whether a seat has not folded. Public.
func (s *State) In(seat int) bool { return s.in>>seat&1 != 0 }

// Round returns the round of betting, from 0. Public.
func (s *State) Round() int { return int(s.round) }

// Dealing reports whether the cards are being dealt. Public.
func (s *State) Dealing() bool { return int(s.dealt) < s.game.players }

// Shows reports whether a seat shows its card at the end. Public.
func (s *State) Shows(seat int) bool { return s.showdown() && s.In(seat) }

// Won reports whether a seat has won the pot, alone or with others. Public.
func (s *State) Won(seat int) bool { return s.over() && s.winners()>>seat&1 != 0 }

func (s *State) over() bool {
	return s.actor < 0 && !s.Dealing() && !(s.round == 1 && s.public == noCard)
}

// Deed holds an action of the betting.
type Deed struct {
	Seat, Round int
	Verb        string // "check", "call", "raise" or "fold"
}

// Deeds returns the betting so far. Public.
func (s *State) Deeds() []Deed {
	var deeds []Deed
	s.replay(func(round, seat int, verb string) { deeds = append(deeds, Deed{seat, round, verb}) })
	return deeds
}
