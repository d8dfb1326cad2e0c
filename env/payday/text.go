package payday

import (
	"fmt"

	"ringer/env"
)

// questionsAsked puts a node into words.
var questionsAsked = [nodes]string{
	nodeSize: "choose the size of the heist", nodePaydays: "choose how many Loot cards are PAYDAY", nodeKey: "choose a key item",
	nodeLootAt: "choose the Loot at the end of the next column", nodeHard: "place the hard obstacle of a key item",
	nodeObstacle: "choose an obstacle", nodeObstacleAt: "place the obstacle", nodeGuard: "choose a guard", nodeGuardAt: "place the guard",
	nodeRedraw: "keep the hand, or show it and draw anew", nodeSwap: "discard a card in secret, or end",
	nodeCard: "play a card, use an asset or an ability, or end", nodeWhere: "choose where the card goes",
	nodeTarget: "choose a target", nodeDash: "move a heister", nodeRedeploy: "choose where the officer goes", nodeRecover: "take a card back",
	nodeMove: "move a heister, or end", nodeTransfer: "hand an item over, or end", nodeEscape: "escape, or end",
	nodeMoveFrom: "choose a location to move from, or end", nodeMoveWho: "choose an officer to move, or end", nodeMoveTo: "choose where the officer goes",
	nodeHandLimit: "discard down to the hand limit", nodeBattle: "choose where to fight next", nodeCombat: "play a combat card, or pass",
	nodeAttacker: "choose who attacks next", nodeAttack: "choose whom to attack, or end", nodeFire: "choose whom the officer attacks",
	nodePay: "pay what the obstacle costs, or decline", nodeRegroup: "send the officer on, or back to hand", nodeLoot: "take a Loot, or decline",
	nodeDraw: "a card from the draw pile", nodeDrop: "a card to discard at random", nodeOver: "the game is over",
}

func (s *State) asks() string { return questionsAsked[s.node] }

func (g *Game) title(k uint8) string {
	if k == none {
		return "nothing"
	}
	return g.deck.kinds[k].title
}

// verbs name what is done with a card.
var verbs = [nodes]string{
	nodeKey: "bring", nodeLootAt: "end the column in", nodeObstacle: "use", nodeGuard: "post", nodeSwap: "discard", nodeCard: "play",
	nodeRecover: "take back", nodeHandLimit: "discard", nodeCombat: "play", nodeLoot: "take", nodeDraw: "draw", nodeDrop: "lose",
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	ids, g := &s.game.actions, s.game
	verb := verbs[s.node]
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
		if (s.node == nodeCard || s.node == nodeCombat) && s.cols[col].asset != none {
			return fmt.Sprintf("use %s in column %d", g.title(s.cols[col].asset), col+1)
		}
		return fmt.Sprintf("column %d", col+1)
	case a < ids.move:
		col, depth := s.asPlace(a)
		if k := s.cols[col].places[depth].asset; (s.node == nodeCard || s.node == nodeCombat) && k != none {
			return fmt.Sprintf("use %s at %s", g.title(k), placeName(col, depth))
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
		if a == ids.step+stepEnd && s.node == nodeCombat {
			return "pass"
		}
		return [...]string{"end", "keep", "redraw", "pay", "decline", "back to hand"}[a-ids.step]
	}
	return fmt.Sprint(int(a-ids.number) + 1)
}

func placeName(col, depth int) string { return fmt.Sprintf("column %d place %d", col+1, depth+1) }

func (s *State) heisterVerb() string {
	switch s.node {
	case nodeCard:
		return "ability of "
	case nodeEscape:
		return "escape with "
	case nodeAttacker:
		return "attack with "
	case nodeFire:
		return "fire at "
	}
	return ""
}

func (s *State) officerVerb() string {
	if s.node == nodeAttack {
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
