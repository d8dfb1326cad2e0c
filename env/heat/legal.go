package heat

import "ringer/env"

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	switch s.node {
	case nodeDeal, nodeDraw:
		return appendHeld(dst, &s.mem.deck, g.types)
	case nodePick:
		return appendHeld(dst, &s.mem.hand[s.actor], g.types)
	case nodeClaim:
		for a := range g.types + 1 {
			dst = append(dst, g.claimAt+env.Action(a))
		}
	case nodePlay:
		if s.mem.size[s.actor] == 0 {
			return append(dst, g.nothing) // HEAT-19
		}
		return appendHeld(dst, &s.mem.hand[s.actor], g.types)
	case nodeTarget:
		m := s.targets(int(s.actor))
		for k := 1; k < g.players; k++ {
			if m.Has(g.seats.Absolute(int(s.actor), k)) {
				dst = append(dst, g.seatBase+env.Action(k-1))
			}
		}
	case nodeOption:
		for k := range s.mostChoices(int(s.actor)) + 1 {
			dst = append(dst, g.number+env.Action(k))
		}
	case nodeDiscard, nodeGive:
		return s.appendFree(dst, int(s.actor))
	case nodeReplace, nodeExtra:
		return append(s.appendFree(dst, int(s.actor)), g.decline)
	case nodeTake:
		return appendHeld(dst, &s.mem.hand[s.tasks[s.taskAt].seat], g.types)
	case nodeLose, nodeGrab:
		pool, _ := s.pool()
		return appendHeld(dst, &pool, g.types)
	}
	return dst
}

func appendHeld(dst []env.Action, counts *[maxTypes]uint8, types int) []env.Action {
	for t, n := range counts[:types] {
		if n > 0 {
			dst = append(dst, env.Action(t))
		}
	}
	return dst
}

// isLegal reports whether an action is among LegalActions.
func (s *State) isLegal(a env.Action) bool {
	g := s.game
	card := a >= 0 && int(a) < g.types
	switch s.node {
	case nodeDeal, nodeDraw:
		return card && s.mem.deck[a] > 0
	case nodePick:
		return card && s.mem.hand[s.actor][a] > 0
	case nodeClaim:
		return a >= g.claimAt && a <= g.claimAt+env.Action(g.types)
	case nodePlay:
		if s.mem.size[s.actor] == 0 {
			return a == g.nothing
		}
		return card && s.mem.hand[s.actor][a] > 0
	case nodeTarget:
		return a >= g.seatBase && a < g.decline && s.targets(int(s.actor)).Has(s.aimedAt(a))
	case nodeOption:
		return a >= g.number && int(a-g.number) <= s.mostChoices(int(s.actor))
	case nodeDiscard, nodeGive:
		return card && s.free(int(s.actor), uint8(a)) > 0
	case nodeReplace, nodeExtra:
		return a == g.decline || card && s.free(int(s.actor), uint8(a)) > 0
	case nodeTake:
		return card && s.mem.hand[s.tasks[s.taskAt].seat][a] > 0
	case nodeLose, nodeGrab:
		pool, _ := s.pool()
		return card && pool[a] > 0
	}
	return false
}
