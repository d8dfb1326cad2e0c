package heat

import (
	"strconv"

	"ringer/env"
)

func name(b []byte, seat int) []byte {
	return strconv.AppendInt(append(b, "seat "...), int64(seat), 10)
}

// tellings put events into words: after the seat, and after the card.
var tellings = [...]struct {
	verb   string
	card   bool // names a card
	secret bool // only the seat knows which card
	after  string
	other  bool // names the other seat
	number bool // names a number
}{
	evDraw:    {verb: " draws ", card: true, secret: true},
	evPick:    {verb: " passes ", card: true, secret: true},
	evClaim:   {verb: " claims ", card: true},
	evPlay:    {verb: " plays ", card: true, secret: true},
	evTarget:  {verb: " names ", other: true},
	evOption:  {verb: " chooses ", number: true},
	evChoose:  {verb: " chooses ", card: true},
	evDecline: {verb: " declines"},
	evLook:    {verb: " looks at the hand of ", other: true},
	evDiscard: {verb: " discards ", card: true},
	evExtra:   {verb: " adds ", card: true},
	evReplace: {verb: " puts down ", card: true},
	evReturn:  {verb: " takes back ", card: true},
	evGive:    {verb: " gives ", card: true, after: " to ", other: true},
	evGrab:    {verb: " gets ", card: true, after: " from ", other: true},
	evMiss:    {verb: " finds no ", card: true, after: " left with ", other: true},
}

// tell writes one event as seat p perceives it; env.Terminal perceives all.
func (s *State) tell(b []byte, p env.Player, e event) []byte {
	t := &tellings[e.kind]
	if e.kind == evClaim && e.card == none {
		return append(name(b, int(e.seat)), " says nothing"...)
	}
	b = append(name(b, int(e.seat)), t.verb...)
	if t.card {
		switch {
		case t.secret && p != env.Player(e.seat) && p != env.Terminal:
			b = append(b, "a card"...)
		default:
			b = append(b, s.game.title(e.card)...)
		}
	}
	b = append(b, t.after...)
	if t.other {
		b = name(b, int(e.other))
	}
	if t.number {
		b = strconv.AppendInt(b, int64(e.other), 10)
	}
	return b
}
