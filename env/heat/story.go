package heat

import (
	"strconv"

	"ringer/env"
)

// InformationState implements env.InfoStater: the log as seat p lived it.
func (s *State) InformationState(p env.Player) string {
	b := make([]byte, 0, 4096)
	s.each(p, func(_ event, line []byte, _ bool) { b = append(append(b, line...), "; "...) })
	if len(b) >= 2 {
		b = b[:len(b)-2]
	}
	return string(b)
}

// each tells the whole game as seat p lived it, event by event, with what the
// seat learns when secret choices are shown. The line is valid during the call.
func (s *State) each(p env.Player, use func(e event, line []byte, shown bool)) {
	n := s.game.players
	var m memory // to know hands at looks, and what is received
	heist := int8(0)
	var line []byte
	for i, e := range s.log {
		if heist <= s.heist && i == int(s.heistAt[heist]) {
			m.reset(s.game)
			heist++
		}
		complete := (e.kind == evPick || e.kind == evPlay) && int(m.committed) == n-1
		chosen := m.commit
		if complete {
			chosen[e.seat] = e.card
		}
		line = s.tell(line[:0], p, e)
		m.note(e, n, heist-1)
		if e.kind == evLook && e.seat == int8(p) {
			line = append(line, ": "...)
			line = append(line, s.game.names(&m.hand[e.other])...)
		}
		use(e, line, false)
		if !complete {
			continue
		}
		for seat := range n {
			switch {
			case e.kind == evPlay:
				line = append(name(line[:0], seat), " shows "...)
			case s.passTo(seat, heist-1) == int(p):
				line = append(name(line[:0], int(p)), " receives "...)
			default:
				continue
			}
			use(event{kind: e.kind, seat: int8(seat)}, append(line, s.game.title(chosen[seat])...), true)
		}
	}
}

func name(b []byte, seat int) []byte {
	return strconv.AppendInt(append(b, "seat "...), int64(seat), 10)
}

// tellings put events into words: after the seat, and after the card.
var tellings = [...]struct {
	verb   string
	card   bool // names a card
	secret bool // only the seat knows which
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
