package payday

import (
	"fmt"
	"strings"

	"ringer/env"
)

// words returns the text of a card that has none of its own.
func (d *deck) words(k *kind) string {
	var parts []string
	if k.combat {
		parts = append(parts, "Combat.")
	}
	if k.uses > 0 && k.typ != TypeFunding {
		parts = append(parts, fmt.Sprintf("%d uses.", k.uses))
	}
	for _, p := range k.passives {
		parts = append(parts, sentence(d.passiveWords(k, &p)))
	}
	for i, list := range [...][]effect{k.once, k.enter, k.turn} {
		for j := range list {
			clause := d.effectWords(&list[j])
			switch {
			case i == 1:
				clause = "when it enters: " + clause
			case i == 2:
				clause = "once a turn: " + clause
			}
			parts = append(parts, sentence(clause))
		}
	}
	switch k.typ {
	case TypeLoot:
		use := "pays for one card"
		if k.keep {
			use = "yours to keep"
		}
		parts = append(parts, fmt.Sprintf("$%d, %s.", k.value, use))
	case TypeFunding:
		parts = append(parts, sentence(triggerWords(k)))
	case TypeWeapon:
		if k.targets > 1 {
			parts = append(parts, fmt.Sprintf("Attacks %d.", k.targets))
		}
		if k.reach != 1<<subtypes-1 {
			var names []string
			for i, n := range subtypeNames {
				if k.reach>>i&1 != 0 {
					names = append(names, strings.ReplaceAll(n, "_", " "))
				}
			}
			parts = append(parts, "Attacks only "+strings.Join(names, " and ")+".")
		}
	case TypeObstacle, TypeHard:
		parts = append(parts, sentence(d.requirementWords(&k.req)))
	}
	return strings.Join(parts, " ")
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func triggerWords(k *kind) string {
	switch k.trigger {
	case triggerEachTurn:
		return fmt.Sprintf("each turn, %d times", k.uses)
	case triggerEvery:
		return fmt.Sprintf("every %d turns, %d times", k.every, k.uses)
	case triggerHeisterDies:
		return fmt.Sprintf("whenever a heister dies, %d times", k.uses)
	case triggerObstacleGoes:
		return fmt.Sprintf("whenever an obstacle goes, %d times", k.uses)
	}
	return "at once"
}

func (d *deck) requirementWords(r *requirement) string {
	var parts []string
	if r.key != none {
		parts = append(parts, d.kinds[d.loots[r.key]].title+" carried there")
	}
	if r.progress > 0 {
		parts = append(parts, fmt.Sprintf("%d progress", r.progress))
	}
	if r.present > 0 {
		parts = append(parts, fmt.Sprintf("%d heisters there", r.present))
	}
	if r.clear {
		parts = append(parts, "no police there")
	}
	if r.cash > 0 {
		parts = append(parts, fmt.Sprintf("$%d paid", r.cash))
	}
	return strings.Join(parts, ", ")
}

var conditionWords = [...]string{
	"", " while alone in the column", " while others are in the column", " while outnumbered", " while carrying Loot", " while wounded",
	" once a PAYDAY is secured", " while you have $1 or less",
	" against first responders", " against SWAT", " against elite", " against specials",
}

func (d *deck) passiveWords(k *kind, p *passive) string {
	o := &operations[firstPassive+int(p.stat)]
	var text string
	switch {
	case p.stat == statDiscount:
		what := "cards"
		if p.of != none {
			what = typeNames[p.of] + "s"
		}
		text = fmt.Sprintf(o.words, p.amount, what)
	case strings.Contains(o.words, "%"):
		text = fmt.Sprintf(o.words, p.amount)
	default:
		text = o.words
	}
	if o.on[0] == "self" && len(o.on) > 1 {
		text += scopeWords(k, p.scope)
	}
	return text + conditionWords[p.cond]
}

func scopeWords(k *kind, scope uint8) string {
	own, foes := "officers", "heisters"
	if k.side == Criminal {
		own, foes = foes, own
	}
	switch scope {
	case scopeHere:
		return " for all " + own + " there"
	case scopeTeam:
		return " for all " + own
	case scopeFoes:
		return " for all " + foes + " there"
	}
	return ""
}

var targetWords = [...]string{
	"", "a heister", "a heister there", "all heisters there", "an officer", "an officer there", "all officers there", "a column", "that column",
}

func (d *deck) effectWords(e *effect) string {
	o := &operations[e.op]
	var text string
	switch e.op {
	case opDraw, opDiscard:
		cards := "cards"
		if e.amount == 1 {
			cards = "card"
		}
		text = strings.Replace(fmt.Sprintf(o.words, e.amount), fmt.Sprint(e.amount), fmt.Sprintf("%d %s", e.amount, cards), 1)
	case opRecover:
		what := ""
		if e.of != none {
			what = " of type " + typeNames[e.of]
		}
		text = fmt.Sprintf(o.words, what)
	case opBoost, opBrace:
		text = fmt.Sprintf(o.words, targetWords[e.on], e.amount)
	case opGain, opDrain:
		text = fmt.Sprintf(o.words, e.amount)
	case opWork: // PAY-49
		others := ", if it is face up and asks for progress"
		if e.on == onColumn {
			others = " with a heister" + others
		}
		text = fmt.Sprintf(o.words, e.amount, targetWords[e.on], others)
	case opLock, opStun, opSabotage, opRecall, opRedeploy:
		text = fmt.Sprintf(o.words, targetWords[e.on])
	default:
		if strings.Contains(o.words, "%d") {
			text = fmt.Sprintf(o.words, e.amount, targetWords[e.on])
		} else {
			text = o.words
		}
	}
	return text + conditionWords[e.cond]
}

// This file puts questions into words, with the people and cards that they are about.

// questionsAsked puts a question into words.
var questionsAsked = [questions]string{
	AskSize: "choose the size of the heist", AskPaydays: "choose how many Loot cards are PAYDAY", AskKey: "choose a key item",
	AskLootAt: "choose the Loot at the end of the next column", AskHard: "place the hard obstacle of a key item",
	AskObstacle: "choose an obstacle", AskObstacleAt: "place the obstacle", AskGuard: "choose a guard", AskGuardAt: "place the guard",
	AskRedraw: "keep the hand, or show it and draw anew", AskSwap: "discard a card in secret, or end",
	AskCard: "play a card, use an asset or an ability, or end", AskWhere: "choose where the card goes",
	AskTarget: "choose a target", AskDash: "move a heister", AskRedeploy: "choose where the officer goes", AskRecover: "take a card back",
	AskMove: "move a heister, or end", AskTransfer: "hand an item over, or end", AskEscape: "escape, or end",
	AskMoveFrom: "choose a location to move from, or end", AskMoveWho: "choose an officer to move, or end", AskMoveTo: "choose where the officer goes",
	AskHandLimit: "discard down to the hand limit", AskBattle: "choose where to fight next", AskCombat: "play a combat card, or pass",
	AskAttacker: "choose who attacks next", AskAttack: "choose whom to attack, or end", AskFire: "choose whom the officer attacks",
	AskPay: "pay what the obstacle costs, or decline", AskRegroup: "send the officer on, or back to hand", AskLoot: "take a Loot, or decline",
	RollDraw: "a card from the draw pile", RollDrop: "a card to discard at random", Over: "the game is over",
}

// asks returns the question in words, as far as a seat may know what it is about;
// env.Terminal may know all.
func (s *State) asks(p env.Player) string {
	words := questionsAsked[s.question]
	if s.phase == phaseSetup && p == Criminal {
		return words // the Police lay the heist out behind a screen (PAY-19)
	}
	about := s.askedAbout()
	switch s.question {
	case AskWhere:
		return "choose where " + about + " goes"
	case AskTarget, AskDash, AskRedeploy, AskRecover:
		return words + " for " + about
	case AskCombat, AskAttacker:
		return words + ", in " + about
	case AskMoveWho:
		return words + ", from " + about
	case AskAttack:
		return fmt.Sprintf("choose whom %s attacks, or end (%d more)", about, s.targetValue(int(s.attacker))-s.attackedCount())
	}
	if about != "" {
		words += ": " + about
	}
	return words
}

// askedAbout names the people, places and cards that the question is about.
func (s *State) askedAbout() string {
	g := s.game
	switch s.question {
	case AskLootAt:
		return fmt.Sprintf("column %d", s.placed+1)
	case AskHard:
		return g.title(g.deck.hard[s.nextHard()])
	case AskObstacleAt, AskGuardAt:
		return g.title(s.placing)
	case AskHandLimit:
		return fmt.Sprintf("%d too many", int(s.zones[s.actor].size)-s.handLimit(int(s.actor)))
	case AskWhere:
		return g.title(s.frame.kind)
	case AskTarget, AskDash, AskRecover, AskRedeploy:
		about := g.title(s.frame.kind) + ": " + g.deck.effectWords(&s.effects()[s.frame.at])
		if s.question == AskRedeploy {
			about += "; " + s.officerName(s.frame.officer)
		}
		return about
	case AskMoveWho:
		return placeName(int(s.from.col), int(s.from.depth))
	case AskMoveTo:
		return s.officerName(s.who)
	case AskCombat, AskAttacker:
		return fmt.Sprintf("column %d", s.battle+1)
	case AskAttack:
		return s.heisterName(int(s.attacker))
	case AskFire:
		return fmt.Sprintf("%s with %d damage", s.officerName(target{col: s.battle, depth: s.cols[s.battle].top, slot: s.firing}), s.FiringDamage())
	case AskPay:
		k := s.cols[s.cursor].obstacles[s.cols[s.cursor].top]
		return fmt.Sprintf("$%d for %s in column %d", s.kindOf(k).req.cash, g.title(k), s.cursor+1)
	case AskRegroup:
		about := s.regrouper()
		var others []string
		for j := int(s.who.slot) + 1; j < slots; j++ {
			if s.officer(int(s.who.col), int(s.who.depth), j).kind != none {
				others = append(others, s.officerName(target{col: s.who.col, depth: s.who.depth, slot: int8(j)}))
			}
		}
		if len(others) > 0 {
			about += "; then " + strings.Join(others, ", ")
		}
		return about
	case AskLoot:
		return fmt.Sprintf("%s in column %d", s.heisterName(int(s.lootAt)), s.cursor+1)
	}
	return ""
}

// regrouper names the officer that AskRegroup is about.
func (s *State) regrouper() string { return s.officerName(s.who) }

// homeward says where that officer goes that does not go on: a guard leaves the game
// (PAY-31).
func (s *State) homeward() string {
	if s.kindOf(s.at(s.who).kind).side == Heist {
		return "out of the game"
	}
	return "back to hand"
}
