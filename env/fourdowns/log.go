package fourdowns

// eventKind names what happened.
type eventKind uint8

const (
	evDealer eventKind = iota // seat deals first
	evDeal                    // seat got card; only the seat sees it
	evPass
	evKnock
	evCall
	evFold
	evOpen   // seat opened a round with card
	evFollow // seat followed with card
)

// event is one entry of the log. Every applied action makes one.
type event struct {
	kind eventKind
	seat int8
	card uint8
}

// note appends an event to the log.
func (s *State) note(kind eventKind, seat int, card uint8) {
	s.log = append(s.log, event{kind, int8(seat), card})
}

// action returns the id of the action that made an event.
func (g *Game) action(e event) int32 {
	switch e.kind {
	case evDealer:
		return int32(e.seat)
	case evPass:
		return int32(g.pass)
	case evKnock:
		return int32(g.knock)
	case evCall:
		return int32(g.call)
	case evFold:
		return int32(g.fold)
	}
	return int32(e.card)
}
