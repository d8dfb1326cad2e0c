package payday

import (
	"fmt"
	"strings"

	"ringer/env"
)

// Tell implements env.Teller. Both seats see all that happens but for three things: what
// the Police lay out behind their screen, which the Criminal is told once, when the heist
// lies there face down (PAY-19); the cards that the other side draws; and the cards that
// the Police discard in secret, which are told by their number, at the end.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	n := after.(*State)
	dst = s.tellAction(p, a, n, dst)
	return s.tellTable(n, dst)
}

// tellAction appends what seat p is told of an action itself.
func (s *State) tellAction(p env.Player, a env.Action, n *State, dst []env.Event) []env.Event {
	ids := &s.game.actions
	end := a == ids.say(StepEnd)
	say := func(format string, args ...any) []env.Event { return append(dst, does(s.actor, format, args...)) }
	switch s.question {
	case AskLootAt, AskHard, AskObstacle, AskObstacleAt, AskGuard, AskGuardAt:
		if p == Criminal {
			return dst
		}
		return say("%s", s.setupWords(a))
	case AskSize:
		return say("plans a heist of %d Loot cards", s.Decode(a).Number)
	case AskPaydays:
		return say("makes %d of them PAYDAY", s.Decode(a).Number)
	case AskKey:
		return say("brings %s into the heist", s.game.title(uint8(a)))
	case AskRedraw:
		if a == ids.say(StepRedraw) {
			return say("shows %s and %s anew", s.game.list(Criminal, &s.zones[Criminal].hand), env.Does(Criminal, "draws"))
		}
		return say("keeps the hand")
	case AskSwap:
		switch {
		case end && s.swapped == 0:
			return say("discards nothing")
		case end && p == Police:
			return say("discards no more")
		case end:
			return say("discards %s in secret", cards(int(s.swapped)))
		case p == Police:
			return say("discards %s in secret", s.game.title(uint8(a)))
		}
		return dst
	case RollDraw:
		return s.tellDraw(p, a, n, dst)
	case RollDrop:
		return append(dst, does(env.Player(s.game.deck.side(uint8(a))), "loses %s at random", s.game.title(uint8(a))))
	case AskMoveWho:
		if !end {
			return dst // told when the officer goes
		}
	}
	return append(dst, env.Event{Player: s.actor, Text: s.deed(a)})
}

// does tells what a seat does: the words begin with a verb.
func does(p env.Player, format string, args ...any) env.Event {
	verb, more, some := strings.Cut(fmt.Sprintf(format, args...), " ")
	text := env.Does(p, verb)
	if some {
		text += " " + more
	}
	return env.Event{Player: p, Text: text}
}

// setupWords says what the Police do behind their screen.
func (s *State) setupWords(a env.Action) string {
	g := s.game
	switch s.question {
	case AskLootAt:
		return fmt.Sprintf("ends column %d in %s", s.placed+1, g.title(uint8(a)))
	case AskHard:
		return fmt.Sprintf("puts %s at %s", g.title(g.deck.hard[s.nextHard()]), s.ActionString(a))
	case AskObstacle, AskGuard:
		return "picks " + g.title(uint8(a))
	}
	return fmt.Sprintf("puts %s at %s", g.title(s.placing), s.ActionString(a))
}

// tellDraw appends the drawing of a card, to its owner by name. A first hand is told as
// one, with its last card.
func (s *State) tellDraw(p env.Player, a env.Action, n *State, dst []env.Event) []env.Event {
	seat := s.game.deck.side(uint8(a))
	drawn := []string{s.game.title(uint8(a))}
	if s.phase == phaseFirstHands {
		if n.phase == phaseFirstHands && n.draws[seat] > 0 {
			return dst
		}
		for i := len(s.log) - 1; i >= 0 && s.log[i].kind == evDraw; i-- {
			drawn = append(drawn, s.game.title(uint8(s.log[i].value)))
		}
		for i, j := 0, len(drawn)-1; i < j; i, j = i+1, j-1 {
			drawn[i], drawn[j] = drawn[j], drawn[i]
		}
	}
	text := "draws " + cards(len(drawn))
	if p == env.Player(seat) {
		text = "draws " + strings.Join(drawn, ", ")
	}
	return append(dst, does(env.Player(seat), "%s", text))
}

// cards counts cards in words.
func cards(n int) string {
	if n == 1 {
		return "a card"
	}
	return fmt.Sprint(n, " cards")
}

// deed says in words what a seat does openly.
func (s *State) deed(a env.Action) string {
	g, ids := s.game, &s.game.actions
	c := s.Decode(a)
	act := func(format string, args ...any) string { return does(s.actor, format, args...).Text }
	if c.Step == StepEnd {
		return act("%s", s.endWords())
	}
	switch s.question {
	case AskCard, AskCombat:
		switch c.Block {
		case BlockCard:
			return act("plays %s", g.title(uint8(a)))
		case BlockHeister:
			return act("uses the ability of %s", s.heisterName(c.Slot))
		}
		return act("uses%s", strings.TrimPrefix(s.ActionString(a), "use"))
	case AskWhere:
		return act("puts %s %s", g.title(s.frame.kind), s.whereWords(a))
	case AskTarget:
		return act("picks %s for %s", s.ActionString(a), g.title(s.frame.kind))
	case AskRedeploy:
		return act("moves %s to %s", s.officerName(s.frame.officer), s.ActionString(a))
	case AskRecover:
		return act("takes back %s", g.title(uint8(a)))
	case AskMoveFrom:
		return act("moves officers from %s", s.ActionString(a))
	case AskMoveTo:
		if c.Block == BlockEdge {
			return act("moves %s over the %s edge", s.officerName(s.who), [...]string{"left", "right"}[a-ids.edge])
		}
		return act("moves %s to %s", s.officerName(s.who), s.ActionString(a))
	case AskHandLimit:
		return act("discards %s", g.title(uint8(a)))
	case AskBattle:
		return act("fights next in %s", s.ActionString(a))
	case AskEscape:
		return act("escapes with %s, and a PAYDAY", s.heisterName(c.Slot))
	case AskAttacker:
		return act("attacks with %s", s.heisterName(c.Slot))
	case AskAttack:
		return act("lets %s attack %s", s.heisterName(int(s.attacker)), s.officerName(s.asOfficer(a)))
	case AskFire:
		return act("lets %s fire at %s", s.officerName(target{col: s.battle, depth: s.cols[s.battle].top, slot: s.firing}), s.heisterName(c.Slot))
	case AskPay:
		k := s.cols[s.cursor].obstacles[s.cols[s.cursor].top]
		if c.Step == StepPay {
			return act("pays for %s in column %d", g.title(k), s.cursor+1)
		}
		return act("does not pay for %s in column %d", g.title(k), s.cursor+1)
	case AskLoot:
		if c.Step == StepDecline {
			return s.heisterName(int(s.lootAt)) + " takes no Loot"
		}
		return s.heisterName(int(s.lootAt)) + " takes " + g.title(uint8(a))
	}
	return s.ActionString(a) // of a heister that moves or hands over, of an officer that goes on
}

// whereWords says where a card goes that is being played.
func (s *State) whereWords(a env.Action) string {
	switch s.kindOf(s.frame.kind).typ {
	case TypeHeister, TypeAsset:
		return "in " + s.ActionString(a)
	case TypePerk, TypeWeapon, TypeArmor, TypePoliceWeapon, TypePoliceArmor:
		return "on " + s.ActionString(a)
	}
	return "at " + s.ActionString(a)
}

// endWords says what a seat does that ends the step it is asked about.
func (s *State) endWords() string {
	switch s.question {
	case AskCard:
		return "plays no more"
	case AskRecover:
		return "takes nothing back"
	case AskMove, AskMoveFrom:
		return "moves no more"
	case AskMoveWho:
		return "moves nobody more from there"
	case AskTransfer:
		return "hands nothing over any more"
	case AskEscape:
		return "escapes no more"
	case AskAttack:
		return "attacks no more with " + s.heisterName(int(s.attacker))
	}
	return "passes"
}
