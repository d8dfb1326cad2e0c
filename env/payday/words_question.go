package payday

import (
	"fmt"
	"strings"

	"ringer/env"
)

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
