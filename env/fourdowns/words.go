package fourdowns

import (
	"strconv"

	"ringer/env/playdesign"
)

// className returns a colour and a side, as in "blue defense".
func className(class int) string {
	colour := playdesign.Orange + playdesign.Colour(class%colours)
	return colour.String() + " " + (playdesign.Offense + playdesign.Side(class/colours)).String()
}

// verbs holds the words for each kind of event, between the seat and the card.
var verbs = [...]string{
	evDealer: " deals", evDeal: " gets ", evPass: " passes", evKnock: " knocks", evCall: " calls", evFold: " folds",
	evOpen: " opens with ", evFollow: " plays ",
}

// tell appends one event in words, hidden cards included.
func (s *State) tell(b []byte, e event) []byte {
	b = strconv.AppendInt(append(b, "seat "...), int64(e.seat), 10)
	b = append(b, verbs[e.kind]...)
	if e.card != none {
		b = append(b, s.game.name(e.card)...)
	}
	return b
}
