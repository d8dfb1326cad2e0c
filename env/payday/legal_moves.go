package payday

import "ringer/env"

// This file is what the masks of moves, transfers and escapes allow.

// appendMoves lists heisters and directions; in the move step only of those that
// have not moved.
func (s *State) appendMoves(dst []env.Action, step bool) []env.Action {
	a := &s.game.actions
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind == none || step && h.moved {
			continue
		}
		if h.col > 0 {
			dst = append(dst, a.moveOf(i, left))
		}
		if int(h.col) < s.columns()-1 {
			dst = append(dst, a.moveOf(i, right))
		}
	}
	return dst
}

// appendTransfers lists what can change hands (PAY-11, PAY-27, PAY-40).
func (s *State) appendTransfers(dst []env.Action) []env.Action {
	a := &s.game.actions
	for from := range s.heisters {
		h := &s.heisters[from]
		if h.kind == none {
			continue
		}
		for item := range items {
			if h.item(item) == none || h.given>>item&1 != 0 {
				continue
			}
			for to := range s.heisters {
				t := &s.heisters[to]
				switch {
				case to == from && item == itemLoot:
				case to == from || t.kind == none || t.col != h.col:
					continue
				case t.item(item) != none && t.given>>item&1 != 0:
					continue // an exchange would move that card twice
				}
				dst = append(dst, a.transferOf(from, item, to))
			}
		}
	}
	return dst
}

// item is a card that a heister carries.
func (h *heister) item(i int) uint8 {
	switch i {
	case itemWeapon:
		return h.weapon
	case itemArmor:
		return h.armor
	}
	return h.loot
}

func (h *heister) setItem(i int, k uint8) {
	switch i {
	case itemWeapon:
		h.weapon = k
	case itemArmor:
		h.armor = k
	default:
		h.loot = k
	}
}

// appendEscapes lists the heisters that may step off: in an outermost column, with
// a PAYDAY, and not moved in this turn (PAY-11).
func (s *State) appendEscapes(dst []env.Action) []env.Action {
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind != none && h.loot == 0 && !h.moved && (h.col == 0 || int(h.col) == s.columns()-1) {
			dst = append(dst, s.game.actions.heister+env.Action(i))
		}
	}
	return dst
}

// legalPoliceMoves lists the answers to the questions of a move action.
func (s *State) legalPoliceMoves(dst []env.Action) []env.Action {
	a := &s.game.actions
	switch s.node {
	case nodeMoveFrom:
		for col := range s.columns() {
			for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
				if s.faceUpAt(col, d) > 0 {
					dst = append(dst, s.placeAt(col, d))
				}
			}
		}
	case nodeMoveWho:
		for j := range slots {
			if s.movable(j) {
				dst = append(dst, s.officerAt(int(s.from.col), int(s.from.depth), j))
			}
		}
	case nodeMoveTo:
		dst = s.appendDestinations(dst, s.who)
		if s.who.col == 0 {
			dst = append(dst, a.edge+left)
		}
		if int(s.who.col) == s.columns()-1 {
			dst = append(dst, a.edge+right)
		}
		return dst
	}
	return append(dst, a.step+stepEnd)
}

// appendDestinations lists where an officer may go: any objective with room of its
// own column or the next on either side.
func (s *State) appendDestinations(dst []env.Action, who target) []env.Action {
	for col := max(int(who.col)-1, 0); col <= min(int(who.col)+1, s.columns()-1); col++ {
		for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
			if (col != int(who.col) || d != int(who.depth)) && s.room(col, d) >= 0 {
				dst = append(dst, s.placeAt(col, d))
			}
		}
	}
	return dst
}
