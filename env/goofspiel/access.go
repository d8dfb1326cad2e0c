package goofspiel

// This file is for those who draw the table. Cards count from 1, as people read them. A
// method that is not marked as public returns hidden cards.

// Config returns the configuration that the game was built with.
func (g *Game) Config() Config { return g.config }

// Hand returns the cards of a seat. Public where bids are.
func (s *State) Hand(seat int) []int { return cards(s.hands[seat]) }

// Prizes returns the prizes that are still to come. Public.
func (s *State) Prizes() []int { return cards(s.left) }

func cards(set uint16) []int {
	var list []int
	for card := range 16 {
		if set>>card&1 != 0 {
			list = append(list, card+1)
		}
	}
	return list
}

// Prize returns the prize that is bid for, 0 for none. Public.
func (s *State) Prize() int { return int(s.prize) + 1 }

// Rounds returns how many rounds are finished. Public.
func (s *State) Rounds() int { return int(s.round) }

// Round returns the prize of a finished round and the seat that won it, -1 for nobody.
// Public.
func (s *State) Round(i int) (prize, winner int) { return int(s.prizes[i]) + 1, int(s.won[i]) }

// Bid returns what a seat has bid in a round, the one under way included; 0 for nothing.
func (s *State) Bid(seat, round int) int {
	if round == int(s.round) && !s.committed(seat) {
		return 0
	}
	return int(s.bids[seat][round]) + 1
}

// Points returns the points of a seat. Public.
func (s *State) Points(seat int) int { return int(s.points[seat]) }
