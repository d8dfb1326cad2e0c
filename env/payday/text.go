package payday

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/payday/internal/cards"
	"ringer/env/scene"
)

// String implements env.State: everything, for tests and logs.
func (s *State) String() string {
	var b strings.Builder
	b.WriteString(s.Text(env.Terminal) + "\n")
	for side := range s.zones {
		z := &s.zones[side]
		fmt.Fprintf(&b, "%s hand: %s\n", cards.SideTitles[side], s.game.list(side, &z.hand))
		for i, zone := range [...]*[maxKinds]uint8{&z.pile, &z.discards, &z.limbo, &z.secret, &z.known} {
			b.WriteString([...]string{"pile", "discards", "played", "secret", "known"}[i])
			for k, n := range zone[:s.game.deck.KindsOf(side)] {
				if n > 0 {
					b.WriteString(" " + strconv.Itoa(k) + ":" + strconv.Itoa(int(n)))
				}
			}
			b.WriteByte('\n')
		}
	}
	fmt.Fprintf(&b, "node %d phase %d turn %d placed %d key %d placing %d toDraw %d swapped %d draws %v drops %v frame %+v\n", s.question, s.phase, s.turn, s.placed, s.keyAt, s.placing, s.toDraw, s.swapped, s.draws, s.drops, s.frame)
	fmt.Fprintf(&b, "battle %d fought %b passes %d fielded %v attacker %d attacked %b firing %d cursor %d regroup %d lootAt %d moves %d from %v who %v\n",
		s.battle, s.fought, s.passes, s.fielded, s.attacker, s.attacked, s.firing, s.cursor, s.regroup, s.lootAt, s.moves, s.from, s.who)
	fmt.Fprintf(&b, "pending %d acted %t free %t ledger %+v\n%s", s.pending, s.acted, s.freeUsed, s.ledger, s.InformationState(env.Terminal))
	return b.String()
}

// list names the cards of a zone.
func (g *Game) list(side int, cards *[maxKinds]uint8) string {
	var names []string
	for i := range g.deck.KindsOf(side) {
		switch n := cards[i]; {
		case n == 1:
			names = append(names, g.deck.Kinds[g.deck.Base[side]+i].Title)
		case n > 1:
			names = append(names, fmt.Sprintf("%d× %s", n, g.deck.Kinds[g.deck.Base[side]+i].Title))
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

func (g *Game) title(k uint8) string {
	if k == none {
		return "nothing"
	}
	return g.deck.Kinds[k].Title
}

// verbs name what is done with a card.
var verbs = [questions]string{
	AskKey: "bring", AskLootAt: "end the column in", AskObstacle: "use", AskGuard: "post", AskSwap: "discard", AskCard: "play",
	AskRecover: "take back", AskHandLimit: "discard", AskCombat: "play", AskLoot: "take", RollDraw: "draw", RollDrop: "lose",
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	ids, g := &s.game.actions, s.game
	verb := verbs[s.question]
	switch {
	case a < 0 || a >= ids.count:
		return fmt.Sprintf("no action %d", a)
	case a < ids.heister:
		if verb == "" {
			verb = "card"
		}
		return verb + " " + g.title(uint8(a))
	case a < ids.officer:
		i := int(a - ids.heister)
		return s.heisterVerb() + s.heisterName(i)
	case a < ids.column:
		return s.officerVerb() + s.officerName(s.asOfficer(a))
	case a < ids.place:
		col := int(a - ids.column)
		if (s.question == AskCard || s.question == AskCombat) && s.cols[col].asset != none {
			return fmt.Sprintf("use %s in column %d", g.title(s.cols[col].asset), col+1)
		}
		return fmt.Sprintf("column %d", col+1)
	case a < ids.move:
		col, depth := s.asPlace(a)
		if k := s.cols[col].places[depth].asset; (s.question == AskCard || s.question == AskCombat) && k != none {
			return fmt.Sprintf("use %s at %s", g.title(k), placeName(col, depth))
		}
		if s.question == AskRegroup {
			return s.regrouper() + " goes on to " + placeName(col, depth)
		}
		return placeName(col, depth)
	case a < ids.transfer:
		i, dir := ids.asMove(a)
		return s.heisterName(i) + [...]string{" goes left", " goes right"}[dir]
	case a < ids.edge:
		from, item, to := ids.asTransfer(a)
		what := [...]string{"weapon", "armor", "Loot"}[item]
		if from == to {
			return s.heisterName(from) + " lays the Loot down"
		}
		return fmt.Sprintf("%s hands the %s to %s", s.heisterName(from), what, s.heisterName(to))
	case a < ids.step:
		return [...]string{"leave over the left edge", "leave over the right edge"}[a-ids.edge]
	case a < ids.number:
		if a == ids.say(StepEnd) && s.question == AskCombat {
			return "pass"
		}
		if a == ids.say(StepEnd) && s.question == AskRecover {
			return "take nothing"
		}
		if a == ids.say(StepHand) && s.question == AskRegroup {
			return s.regrouper() + " goes " + s.homeward()
		}
		return [...]string{"end", "keep", "redraw", "pay", "decline", "back to hand"}[a-ids.step]
	}
	return fmt.Sprint(int(a-ids.number) + 1)
}

func placeName(col, depth int) string { return fmt.Sprintf("column %d place %d", col+1, depth+1) }

func (s *State) heisterVerb() string {
	switch s.question {
	case AskCard:
		return "ability of "
	case AskEscape:
		return "escape with "
	case AskAttacker:
		return "attack with "
	case AskFire:
		return "fire at "
	}
	return ""
}

func (s *State) officerVerb() string {
	if s.question == AskAttack {
		return "attack "
	}
	return ""
}

func (s *State) heisterName(i int) string {
	if s.heisters[i].kind == none {
		return fmt.Sprintf("heister %d", i+1)
	}
	return s.game.title(s.heisters[i].kind)
}

func (s *State) officerName(t target) string {
	name := "officer"
	if o := s.at(t); o.kind != none && !o.down {
		name = s.game.title(o.kind)
	}
	return fmt.Sprintf("%s %d at %s", name, t.slot+1, placeName(int(t.col), int(t.depth)))
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
		return g.title(g.deck.Hard[s.nextHard()])
	case AskObstacleAt, AskGuardAt:
		return g.title(s.placing)
	case AskHandLimit:
		return fmt.Sprintf("%d too many", int(s.zones[s.actor].size)-s.handLimit(int(s.actor)))
	case AskWhere:
		return g.title(s.frame.kind)
	case AskTarget, AskDash, AskRecover, AskRedeploy:
		about := g.title(s.frame.kind) + ": " + g.deck.InstantWords(&s.effects()[s.frame.at])
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
		return fmt.Sprintf("$%d for %s in column %d", s.kindOf(k).Demand.Cash, g.title(k), s.cursor+1)
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
	if s.kindOf(s.at(s.who).kind).Side == Heist {
		return "out of the game"
	}
	return "back to hand"
}
