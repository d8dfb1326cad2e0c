package heist

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// Tell implements env.Teller. A card that is drawn is named to its seat alone, and a
// hand to the seat that looks at it. All else is public: a card leaves a hand face up
// (HEIST-21). Tell follows the action on a copy of the table, where the rules report
// what they do on the way.
func (s *State) Tell(p env.Player, a env.Action, _ env.State, dst []env.Event) []env.Event {
	t := teller{seat: p, told: dst}
	w := *s
	w.log, w.teller = nil, &t
	if err := w.Apply(a); err != nil {
		panic("heist: Tell of an action that is not legal: " + err.Error())
	}
	return t.told
}

// A teller collects what one seat is told while an action is carried out. Its methods
// are called by the rules; the methods of a nil teller do nothing.
type teller struct {
	seat env.Player
	told []env.Event
}

// say tells what a seat does: the words begin with a verb.
func (t *teller) say(seat int8, format string, args ...any) {
	verb, more, some := strings.Cut(fmt.Sprintf(format, args...), " ")
	text := does(seat, verb)
	if some {
		text += " " + more
	}
	t.told = append(t.told, env.Event{Player: env.Player(seat), Text: text})
}

// sayTable tells what happens at the table.
func (t *teller) sayTable(format string, args ...any) {
	t.told = append(t.told, env.Event{Player: env.Chance, Text: fmt.Sprintf(format, args...)})
}

// job names the Job of a seat as somebody speaks of it.
func (t *teller) job(s *State, by, owner int8) string {
	if by == owner {
		return s.jobOf(owner).Title
	}
	return whose(owner) + " " + s.jobOf(owner).Title
}

// does tells what a seat does, without a card.
func (t *teller) does(seat int8, what string) {
	if t != nil {
		t.say(seat, "%s", what)
	}
}

// idles tells what a seat leaves undone.
func (t *teller) idles(seat int8, what string) {
	if t != nil {
		t.say(seat, "%s", what)
		t.told[len(t.told)-1].Idle = true
	}
}

// handles tells what a seat does with a card that lies open.
func (t *teller) handles(s *State, seat int8, verb string, card uint8) {
	if t != nil {
		t.say(seat, "%s %s", verb, s.brief(card))
	}
}

// drew tells a draw. In the deal a seat is told of its own cards only: that everybody
// gets them is told once, at the end.
func (t *teller) drew(s *State, seat int8, card uint8) {
	switch {
	case t == nil:
	case env.Player(seat) == t.seat:
		t.say(seat, "draws %s", s.brief(card))
	case s.node != nodeDeal:
		t.say(seat, "draws a card")
	}
}

// dealt tells that everybody has been dealt the first hand.
func (t *teller) dealt(s *State) {
	if n := s.game.config.Deal; t != nil && n > 0 {
		t.sayTable("everybody is dealt %s", scene.Count(n, "card"))
	}
}

// reshuffled tells that discards have become a deck.
func (t *teller) reshuffled(what string) {
	if t != nil {
		t.sayTable("the discards are shuffled into a new %s deck", what)
	}
}

// drewJob tells which Job a seat has in front of it.
func (t *teller) drewJob(s *State, seat int8) {
	if t != nil {
		t.say(seat, "gets the Job %s", s.jobOf(seat).Title)
	}
}

// guarded tells a Security card that joins the line of a seat.
func (t *teller) guarded(s *State, owner int8, card uint8) {
	if t != nil {
		t.say(owner, "gets Security: %s", s.obstacleWords(card))
	}
}

// offered tells an offer once it is whole.
func (t *teller) offered(s *State) {
	if t == nil {
		return
	}
	o := &s.trade
	for i := range o.parts() {
		p, wanted := o.at(i), "nothing"
		switch {
		case p.want != none:
			wanted = s.brief(p.want)
		case p.skill >= 0:
			wanted = "a Con with " + skillTitles[p.skill]
		}
		t.say(s.turn, "offers %s to %s for %s", s.brief(p.given), who(o.partner), wanted)
	}
}

// gave tells a card that goes from one seat to another in a trade.
func (t *teller) gave(s *State, from, to int8, card uint8) {
	if t != nil {
		t.say(from, "gives %s to %s", s.brief(card), who(to))
	}
}

// struck tells which Personnel an Event has hit.
func (t *teller) struck(s *State, owner int8, card uint8) {
	if t == nil {
		return
	}
	verb := "discards"
	if s.currentEffect().op == OpStealPersonnel {
		verb = "steals"
	}
	t.say(s.turn, "%s %s of %s", verb, s.brief(card), who(owner))
}

// looked tells that a seat looks at a hand, and that seat what it sees.
func (t *teller) looked(s *State, by, seat int8) {
	switch {
	case t == nil:
	case env.Player(by) == t.seat:
		t.say(by, "looks at the hand of %s: %s", who(seat), s.briefs(s.hand[seat]))
	default:
		t.say(by, "looks at the hand of %s", who(seat))
	}
}

// robbed tells that an Event makes a seat discard at random.
func (t *teller) robbed(s *State) {
	if t != nil {
		t.say(s.turn, "makes %s discard %s at random", who(s.who), scene.Count(int(s.count), "card"))
	}
}

// aimed tells what a seat does to a Job.
func (t *teller) aimed(s *State, verb string, owner int8) {
	if t != nil {
		t.say(s.turn, "%s %s", verb, t.job(s, s.turn, owner))
	}
}

// attached tells which card joins a Job.
func (t *teller) attached(s *State, owner int8, card uint8) {
	if t != nil {
		t.say(s.turn, "attaches %s to %s", s.brief(card), t.job(s, s.turn, owner))
	}
}

// overcame tells what has overcome the next card of the line.
func (t *teller) overcame(s *State, card uint8) {
	if t != nil {
		t.say(s.turn, "overcomes %s with %s", s.obstacleWords(s.line[s.owner].cards[s.next]), s.brief(card))
	}
}

// gaveUp tells that an executor gives up, and what its hand is without (HEIST-25).
func (t *teller) gaveUp(s *State, bars uint8) {
	if t == nil {
		return
	}
	var without []string
	if bars&^barReaction != 0 {
		without = append(without, "no Con with "+skillWords(bars&^barReaction))
	}
	if bars&barReaction != 0 {
		without = append(without, "no Reaction")
	}
	if len(without) == 0 || s.held[s.turn] == 0 {
		t.say(s.turn, "gives up")
	} else {
		t.say(s.turn, "gives up: the hand has %s", strings.Join(without, " and "))
	}
}

// ended tells how an execution ended.
func (t *teller) ended(s *State, success bool) {
	switch {
	case t == nil:
	case success:
		t.say(s.turn, "pulls off %s for %s", t.job(s, s.turn, s.owner), scene.Count(int(s.value[s.owner]), "point"))
	default:
		t.say(s.turn, "fails at %s", t.job(s, s.turn, s.owner))
	}
}

// called tells that the die gives the Thwarter a chance.
func (t *teller) called(s *State) {
	if t != nil {
		t.sayTable("the die shows a %d, and %s may play a Crisis", s.game.config.Die, who(s.thwarter))
	}
}

// hides tells for how many turns a seat will lie low.
func (t *teller) hides(s *State) {
	if n := int(s.lying[s.turn]); t != nil {
		t.say(s.turn, "rolls a %d and %s low for %s", n, does(s.turn, "lies"), scene.Count(n, "turn"))
	}
}

// lies tells for how many turns a seat still lies low.
func (t *teller) lies(s *State) {
	switch n := int(s.lying[s.turn]); {
	case t == nil:
	case n == 0:
		t.say(s.turn, "lies low no longer")
	default:
		t.say(s.turn, "lies low for %s more", scene.Count(n, "turn"))
	}
}

// won tells who has won.
func (t *teller) won(s *State) {
	if t == nil {
		return
	}
	verb := "wins"
	if s.won&(s.won-1) != 0 {
		verb = "shares the victory"
	}
	for i := range int8(s.game.players) {
		if n := int(s.points[i]); s.won>>i&1 != 0 {
			t.say(i, "%s with %s", verb, scene.Count(n, "point"))
		}
	}
}
