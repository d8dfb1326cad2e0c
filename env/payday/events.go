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
			return say("discards %s in secret", countCards(int(s.swapped)))
		case p == Police:
			return say("discards %s in secret", s.game.title(uint8(a)))
		}
		return dst
	case RollDraw:
		return s.tellDraw(p, a, n, dst)
	case RollDrop:
		return append(dst, does(env.Player(s.game.deck.Side(uint8(a))), "loses %s at random", s.game.title(uint8(a))))
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
		return fmt.Sprintf("puts %s at %s", g.title(g.deck.Hard[s.nextHard()]), s.ActionString(a))
	case AskObstacle, AskGuard:
		return "picks " + g.title(uint8(a))
	}
	return fmt.Sprintf("puts %s at %s", g.title(s.placing), s.ActionString(a))
}

// tellDraw appends the drawing of a card, to its owner by name. A first hand is told as
// one, with its last card.
func (s *State) tellDraw(p env.Player, a env.Action, n *State, dst []env.Event) []env.Event {
	seat := s.game.deck.Side(uint8(a))
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
	text := "draws " + countCards(len(drawn))
	if p == env.Player(seat) {
		text = "draws " + strings.Join(drawn, ", ")
	}
	return append(dst, does(env.Player(seat), "%s", text))
}

// countCards counts cards in words.
func countCards(n int) string {
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
	switch s.kindOf(s.frame.kind).Type {
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

// A teller collects what everybody sees happen on the table between two states.
type teller struct {
	was, is *State
	events  []env.Event
}

// does tells what a seat does: the words begin with a verb.
func (t *teller) does(who env.Player, format string, args ...any) {
	t.events = append(t.events, does(who, format, args...))
}

// say tells what happens to what is a seat's, or to the table.
func (t *teller) say(who env.Player, format string, args ...any) {
	t.events = append(t.events, env.Event{Player: who, Text: fmt.Sprintf(format, args...)})
}

// tellTable appends what has happened on the table since: cash, people, obstacles, cards
// that were shown or came back, rounds and combats, the end. All of it is open.
func (s *State) tellTable(n *State, dst []env.Event) []env.Event {
	t := &teller{s, n, dst}
	if n.shown && !s.shown {
		t.does(Police, "lays the heist out, face down")
	}
	t.tellSpending()
	t.tellLog()
	t.tellHeisters()
	t.tellOfficers()
	t.tellColumns()
	t.tellIncome()
	t.tellProgressOfGame()
	return t.events
}

// tellSpending tells what the seats paid or lost.
func (t *teller) tellSpending() {
	for seat := range env.Player(2) {
		if n := t.is.ledger.spent[seat] - t.was.ledger.spent[seat]; n > 0 {
			verb := "loses"
			if seat == t.was.actor {
				verb = "pays"
			}
			t.does(seat, "%s $%d", verb, n)
		}
	}
}

// tellIncome tells Funding that paid, and what the seats got.
func (t *teller) tellIncome() {
	g := t.was.game
	for i := range t.was.funds {
		f, was := &t.is.funds[i], &t.was.funds[i]
		switch {
		case was.kind == none || f.kind == was.kind && f.uses == was.uses:
		case f.kind == none:
			t.say(Police, "%s pays for the last time", g.title(was.kind))
		default:
			t.say(Police, "%s pays", g.title(was.kind))
		}
	}
	for seat := range env.Player(2) {
		if n := t.is.ledger.earned[seat] - t.was.ledger.earned[seat]; n > 0 {
			t.does(seat, "gets $%d", n)
		}
	}
}

// tellLog tells what the log has that everybody sees: cards shown, turned up, and back in
// hand; and the shuffling of discards.
func (t *teller) tellLog() {
	g := t.was.game
	var shown [2][]string
	var shuffled [2]bool
	fresh := t.is.log[len(t.was.log):]
	for _, e := range fresh {
		switch e.kind {
		case evShow:
			shown[e.seat] = append(shown[e.seat], g.title(uint8(e.value)))
		case evFound:
			col, depth := int(e.where)/places, int(e.where)%places
			t.say(env.Chance, "%s is turned up at %s", g.title(uint8(e.value)), placeName(col, depth))
		case evIn:
			if t.was.question != AskRecover {
				t.does(env.Player(e.seat), "gets %s back to hand", g.title(uint8(e.value)))
			}
		case evBack:
			shuffled[e.seat] = t.was.question != AskEscape // whose heister goes back with its cards
		}
	}
	for seat := range env.Player(2) {
		if len(shown[seat]) > 0 {
			t.does(seat, "shows %s", strings.Join(shown[seat], ", "))
		}
		if shuffled[seat] {
			t.does(seat, "shuffles the discards into the pile")
		}
	}
}

// tellHeisters tells how the heisters fared.
func (t *teller) tellHeisters() {
	for i := range t.was.heisters {
		h, was := &t.is.heisters[i], &t.was.heisters[i]
		name := t.was.heisterName(i)
		switch {
		case was.kind == none:
		case h.kind != was.kind:
			if t.was.question == AskEscape && t.is.secured > t.was.secured {
				continue
			}
			t.say(Criminal, "%s is taken out", name)
			if was.loot != none {
				t.say(Criminal, "%s drops %s", name, t.was.game.title(t.was.game.deck.Loots[was.loot]))
			}
		default:
			if h.damage > was.damage {
				t.say(Criminal, "%s takes %d damage", name, h.damage-was.damage)
			} else if h.damage < was.damage {
				t.say(Criminal, "%s is healed by %d", name, was.damage-h.damage)
			}
			t.tellMood(Criminal, name, h.boost-was.boost, h.brace-was.brace, h.stunned && !was.stunned)
		}
	}
}

// tellMood tells what a card does to somebody for one combat.
func (t *teller) tellMood(side env.Player, name string, boost, brace int8, stunned bool) {
	if t.is.battle < 0 || t.is.battle != t.was.battle {
		return // what the combat gave ends with it
	}
	if boost != 0 {
		t.say(side, "%s has %+d damage in this combat", name, boost)
	}
	if brace != 0 {
		t.say(side, "%s has %+d armor in this combat", name, brace)
	}
	if stunned {
		t.say(side, "%s is stunned", name)
	}
}

// tellOfficers tells who of the Police was hit or left the table, but for those who went
// back to hand, which the log tells.
func (t *teller) tellOfficers() {
	var gone [256]int // by kind: how many fewer are face up
	count := func(s *State, by int) {
		for col := range s.columns() {
			for d := range places {
				for j := range slots {
					if o := s.officer(col, d, j); o.kind != none && !o.down {
						gone[o.kind] += by
					}
				}
			}
		}
	}
	count(t.was, 1)
	count(t.is, -1)
	for _, e := range t.is.log[len(t.was.log):] {
		if e.kind == evIn {
			gone[e.value]--
		}
	}
	for col := range t.was.columns() {
		for d := range places {
			for j := range slots {
				o, is := t.was.officer(col, d, j), t.is.officer(col, d, j)
				where := target{col: int8(col), depth: int8(d), slot: int8(j)}
				switch {
				case o.kind == none || o.down:
				case o.kind == is.kind:
					t.tellMood(Police, t.was.officerName(where), is.boost-o.boost, is.brace-o.brace, is.stunned && !o.stunned)
				case gone[o.kind] > 0:
					gone[o.kind]--
					if t.was.kindOf(o.kind).Side == Heist {
						t.say(Police, "%s is out of the game", t.was.officerName(where))
					} else {
						t.say(Police, "%s is killed", t.was.officerName(where))
					}
				}
			}
		}
	}
}

// tellColumns tells what happened to obstacles, and to assets and mandates.
func (t *teller) tellColumns() {
	g := t.was.game
	if !t.was.shown {
		return
	}
	for col := range t.was.columns() {
		c, was := &t.is.cols[col], &t.was.cols[col]
		for d := was.top; d < c.top; d++ {
			t.say(env.Chance, "%s in column %d is overcome", g.title(was.obstacles[d]), col+1)
		}
		if c.top == was.top && c.progress != was.progress {
			t.say(env.Chance, "%s in column %d has progress %d of %d", g.title(c.obstacles[c.top]), col+1, c.progress, t.is.needed(col))
		}
		if c.locked && !was.locked {
			t.say(env.Chance, "the obstacle in column %d stays this round", col+1)
		}
		if was.asset != none && c.asset != was.asset {
			t.say(Criminal, "%s in column %d is discarded", g.title(was.asset), col+1)
		}
		for d := int(c.top); d < places; d++ {
			if k := was.places[d].asset; k != none && c.places[d].asset != k {
				t.say(Police, "%s at %s is discarded", g.title(k), placeName(col, d))
			}
			if k := was.places[d].mandate; k != none && c.places[d].mandate != k {
				t.say(Police, "%s at %s is discarded", g.title(k), placeName(col, d))
			}
		}
	}
}

// tellProgressOfGame tells of a round or a combat that begins, and of the end.
func (t *teller) tellProgressOfGame() {
	switch {
	case t.is.over():
		t.does(env.Player(t.is.winner), "wins: %s", t.is.ending())
	case t.is.round != t.was.round:
		t.say(env.Chance, "round %d begins", t.is.round)
	case t.is.battle >= 0 && t.is.battle != t.was.battle:
		t.say(env.Chance, "combat in column %d", t.is.battle+1)
	case t.is.turn != t.was.turn && t.is.turn == Police && t.is.phase == phaseCards && t.was.phase != phaseCards:
		t.does(Police, "begins a turn")
	}
}
