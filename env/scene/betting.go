package scene

import (
	"fmt"

	"ringer/env"
)

// Betting is the state of a game in which each seat bets on one card of its own.
type Betting interface {
	CurrentPlayer() env.Player
	Pot() int
	Chips(seat int) int  // what a seat has paid
	Holds(seat int) int  // its card, below 0 before the deal
	Shows(seat int) bool // whether everybody sees the card
}

// Bets puts the pot, the seats with what they have paid, and their cards into a scene. card
// makes the thing of a card with a face; marks says more of a seat than that it acts.
func (sc *Scene) Bets(s Betting, players int, card func(card int, face string) Thing, marks func(seat int) []string) {
	sc.Clock = []Meter{{ID: "pot", Name: "pot", Value: float64(s.Pot()), Unit: Unit(s.Pot(), "chip")}}
	for i := range players {
		p := env.Player(i)
		seat := Seat{Seat: p, Acts: s.CurrentPlayer() == p, Meters: []Meter{{ID: "paid", Name: "paid", Value: float64(s.Chips(i)), Unit: Unit(s.Chips(i), "chip")}}}
		if seat.Acts {
			seat.Marks = append(seat.Marks, ToAct)
		}
		seat.Marks = append(seat.Marks, marks(i)...)
		z := Zone{ID: fmt.Sprintf("hand:%d", i), Title: "Card", Kind: "hand", Seat: Ref(p)}
		switch held := s.Holds(i); {
		case held < 0:
		case s.Shows(i):
			z.Things = []Thing{card(held, FaceUp)}
		case p == sc.Viewer || sc.Viewer == env.Terminal:
			z.Things = []Thing{card(held, FaceMine)}
		default:
			z.Hidden = 1
		}
		sc.Seats, sc.Zones = append(sc.Seats, seat), append(sc.Zones, z)
	}
}
