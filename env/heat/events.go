package heat

import (
	"fmt"
	"strings"

	"ringer/env"
)

// Tell implements env.Teller. A card that is drawn, passed or chosen in secret is
// named to its seat alone, a hand to the seat that looks at it, and a passed card to its
// receiver. All else is public (HEAT-7). Tell follows the action on a copy of the
// table, where the rules report what they do on the way.
func (s *State) Tell(p env.Player, a env.Action, _ env.State, dst []env.Event) []env.Event {
	t := teller{seat: p, told: dst}
	w := s.Clone().(*State)
	w.teller = &t
	if err := w.Apply(a); err != nil {
		panic("heat: Tell of an action that is not legal: " + err.Error())
	}
	return t.told
}

// A teller collects what one seat is told while an action is carried out. Its methods
// are called by the rules where there is one.
type teller struct {
	seat env.Player
	told []env.Event
}

// say tells of a player what follows in words: a verb in the third person comes first.
func (t *teller) say(player env.Player, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if player >= 0 {
		verb, rest, _ := strings.Cut(text, " ")
		text = env.Does(player, verb)
		if rest != "" {
			text += " " + rest
		}
	}
	t.told = append(t.told, env.Event{Player: player, Text: text})
}

// chosenFor says what a card is chosen for, by the node that asks; %s stands for the
// other seat of a swap.
var chosenFor = [nodes]string{
	nodeDiscard: "to discard",
	nodeGive:    "to give to %s",
	nodeTake:    "to get from %s",
	nodeReplace: "to put in place of the card in use",
	nodeExtra:   "to add to the Record",
}

// recorded tells an event of the log, which the memories have just noted.
func (t *teller) recorded(s *State, e event) {
	seat := env.Player(e.seat)
	own, card, other := seat == t.seat, "", ""
	switch e.kind {
	case evTarget, evLook, evGive, evGrab, evMiss:
		other = who(int(e.other))
	}
	if e.kind != evTarget && e.kind != evOption && e.kind != evLook {
		card = s.game.title(e.card)
	}
	switch e.kind {
	case evDraw:
		t.drawn(s, seat, card)
	case evPick:
		t.chosen(seat, "chooses %s to pass", card)
	case evClaim:
		if e.card == none {
			t.say(seat, "says nothing")
		} else {
			t.say(seat, "claims %s", card)
		}
	case evPlay:
		if e.card == none {
			t.say(seat, "has no card to play")
		} else {
			t.chosen(seat, "chooses %s to play", card)
		}
	case evTarget:
		t.aims(s, int(e.seat), int(e.other))
	case evOption:
		t.say(seat, "chooses %d for %s", e.other, s.game.title(s.acting[e.seat]))
	case evChoose:
		purpose := chosenFor[s.node]
		if s.node == nodeGive || s.node == nodeTake {
			purpose = fmt.Sprintf(purpose, who(int(s.tasks[s.taskAt].seat)))
		}
		t.say(seat, "chooses %s %s", card, purpose)
	case evDecline:
		t.say(seat, "declines")
	case evLook:
		if hand := s.game.names(&s.mem.hand[e.other]); own && hand != "" {
			t.say(seat, "looks at the hand of %s: %s", other, hand)
		} else {
			t.say(seat, "looks at the hand of %s", other)
		}
	case evDiscard:
		t.say(seat, "discards %s", card)
	case evExtra:
		t.say(seat, "adds %s to the Record", card)
	case evReplace:
		t.say(seat, "puts %s in place of the card in use", card)
	case evReturn:
		t.say(seat, "takes %s back into the hand", card)
	case evGive:
		t.say(seat, "gives %s to %s", card, other)
	case evGrab:
		t.say(seat, "gets %s from %s", card, other)
	case evMiss:
		t.say(seat, "finds no %s left with %s", card, other)
	}
}

// chosen tells a choice in secret.
func (t *teller) chosen(seat env.Player, format, card string) {
	if seat != t.seat {
		card = "a card"
	}
	t.say(seat, format, card)
}

// drawn tells a draw. In a deal a seat is told of its own cards only: that everybody
// gets them is told once, before them.
func (t *teller) drawn(s *State, seat env.Player, card string) {
	switch {
	case seat == t.seat:
		t.say(seat, "draws %s", card)
	case s.node != nodeDeal:
		t.say(seat, "draws a card")
	}
}

// dealt tells that everybody is dealt cards.
func (t *teller) dealt(s *State) {
	switch {
	case s.round > 0 || s.game.config.Deal == 1:
		t.say(env.Chance, "deals a card to everybody")
	default:
		t.say(env.Chance, "deals %d cards to everybody", s.game.config.Deal)
	}
}

// passed tells that all picked cards have changed hands, and the receiver which one it
// got.
func (t *teller) passed(s *State) {
	direction := "left"
	if s.heist%2 == 1 {
		direction = "right"
	}
	t.say(env.Chance, "passes the chosen cards to the %s", direction)
	if t.seat < 0 {
		return
	}
	got := s.mem.received[t.seat].all()
	t.say(t.seat, "receives %s", s.game.title(got[len(got)-1]))
}

// shuffled tells that a heist begins.
func (t *teller) shuffled(s *State) {
	t.say(env.Chance, "shuffles all cards for heist %d", s.heist+1)
}

// shown tells a card that is turned up, and what had been claimed.
func (t *teller) shown(s *State, seat int, card uint8) {
	text := "plays " + s.game.title(card)
	if said := s.claims[seat]; said == card && said != none {
		text += ", as claimed"
	} else if said != none {
		text += ", having claimed " + s.game.title(said)
	}
	t.say(env.Player(seat), "%s", text)
}

// aims tells whom the card of a seat is aimed at, by its choice or by the rules.
func (t *teller) aims(s *State, seat, target int) {
	t.say(env.Player(seat), "aims %s at %s", s.game.title(s.acting[seat]), who(target))
}

// copies and cancels tell what a card does to later phases.
func (t *teller) copies(s *State, seat, target int) {
	t.say(env.Player(seat), "copies %s of %s", s.game.title(s.copied[seat]), who(target))
}

func (t *teller) cancels(seat, target int, phase uint8) {
	t.say(env.Player(seat), "cancels phase %s of %s", phaseNames[phase], who(target))
}

// skips tells that the deck has too few cards (HEAT-9).
func (t *teller) skips() {
	t.say(env.Chance, "has too few cards left: nobody draws")
}

// settled tells what a phase has changed in the money and Heat of a seat.
func (t *teller) settled(s *State, seat int, money int32, heat int8) {
	var gets, loses []string
	for _, x := range []struct {
		n    int
		unit string
	}{{int(money), "$%d"}, {int(heat), "%d Heat"}} {
		if x.n > 0 {
			gets = append(gets, fmt.Sprintf(x.unit, x.n))
		} else if x.n < 0 {
			loses = append(loses, fmt.Sprintf(x.unit, -x.n))
		}
	}
	var parts []string
	if len(gets) > 0 {
		parts = append(parts, "gets "+strings.Join(gets, " and "))
	}
	if len(loses) > 0 {
		parts = append(parts, env.Does(env.Player(seat), "loses")+" "+strings.Join(loses, " and "))
	}
	if len(parts) > 0 {
		t.say(env.Player(seat), "%s in phase %s", strings.Join(parts, " and "), phaseNames[s.phase])
	}
}

// returns tells that a seat gives a Heat back to a board that has too little (HEAT-8).
func (t *teller) returns(seat int, paid int32) {
	t.say(env.Player(seat), "returns 1 Heat and %s $%d, as the board is out of Heat", env.Does(env.Player(seat), "pays"), paid)
}

// arrested tells that all lose (HEAT-8).
func (t *teller) arrested() {
	t.say(env.Chance, "has no Heat left: everybody is arrested")
}

// paid tells what a seat pays for its Heat at the end (HEAT-10).
func (t *teller) paid(s *State, seat int, sum int32) {
	if s.now.heat[seat] > 0 {
		t.say(env.Player(seat), "pays $%d for %d Heat", sum, s.now.heat[seat])
	}
}

// won tells who has won.
func (t *teller) won(s *State) {
	verb := "wins"
	if s.won.Count() > 1 {
		verb = "shares the victory"
	}
	for i := range s.game.players {
		if s.won.Has(i) {
			t.say(env.Player(i), "%s with $%d and %d Heat", verb, s.now.money[i], s.now.heat[i])
		}
	}
}
