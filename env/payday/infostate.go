package payday

import (
	"strconv"

	"ringer/env"
)

// eventKind says what happened, as the seats live through it.
type eventKind uint8

const (
	evAct    eventKind = iota // a seat, or chance in the setup, took the action value
	evDraw                    // seat drew the card value
	evOut                     // the card value left the hand of seat, openly
	evSecret                  // the Police discarded the card value in secret
	evIn                      // the card value came to the hand of seat, openly, from where
	evBack                    // the card value was shuffled into the pile of seat
	evShow                    // the card value of the hand of seat was seen by the other seat
	evFound                   // the heist card value was turned up at place where
	evLaid                    // column where was laid out with value obstacles and guards
)

// seenByAll marks an event that both seats see in full.
const seenByAll = 3

// An event is one entry of the log.
type event struct {
	kind  eventKind
	seat  int8  // env.Chance for chance
	seen  uint8 // who sees more than that it happened, as bits
	where uint8
	value uint16
}

// logRoom is a number of events that few rounds exceed on average over a game:
// random games of 40 rounds have up to 29 a round, games of experts fewer.
const logRoom = 40

// told reports whether the event is part of an information state, or only follows
// from others.
func (e event) told() bool { return e.kind != evIn && e.kind != evBack }

func (s *State) record(e event) { s.log = append(s.log, e) }

// InformationState implements env.InfoStater: the log as seat p lived it;
// env.Terminal has seen everything.
func (s *State) InformationState(p env.Player) string {
	b := make([]byte, 0, 8*len(s.log))
	for _, e := range s.log {
		if !e.told() {
			continue
		}
		b = append(b, "adosibwfl"[e.kind])
		if e.seat >= 0 {
			b = append(b, byte('0'+e.seat))
		}
		if p >= 0 && e.seen>>p&1 == 0 {
			b = append(b, "? "...)
			continue
		}
		b = strconv.AppendUint(b, uint64(e.value), 10)
		if e.where != 0 {
			b = strconv.AppendUint(append(b, '@'), uint64(e.where), 10)
		}
		b = append(b, ' ')
	}
	return string(b)
}

// note logs an action for those who see it: the setup of the heist is for the
// Police alone (PAY-19), draws and secret discards log themselves.
func (s *State) note(a env.Action) {
	e := event{kind: evAct, seat: int8(s.actor), seen: seenByAll, value: uint16(a)}
	switch s.question {
	case AskLootAt, AskHard, AskObstacle, AskObstacleAt, AskGuard, AskGuardAt:
		e.seen = 1 << Police
	case RollDraw:
		return
	case AskSwap:
		if a < s.game.actions.heister {
			return
		}
	}
	s.record(e)
}
