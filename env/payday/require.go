package payday

import "ringer/env"

// requirement is a compiled Requirement, with the key of a hard obstacle.
type requirement struct {
	progress, present, cash uint8
	clear                   bool
	key                     uint8 // index among the Loot kinds, or none
}

// validate tests a requirement (PAY-42: what cannot be met is refused).
func (r *Requirement) validate(f *env.Faults, path string, hard bool) {
	within := func(name string, x, high int) {
		if x < 0 || x > high {
			f.Add(path+"."+name, x, "a number from 0 to %d", high)
		}
	}
	within("progress", r.Progress, maxAmount)
	within("present", r.Present, maxPresent)
	within("cash", r.Cash, maxCashAsked)
	if *r == (Requirement{}) && !hard {
		f.Add(path, "nothing", "at least one of progress, present, clear and cash")
	}
}

// met says whether all but the cash of a requirement holds for the top of a
// column (PAY-15, PAY-36, PAY-37).
func (s *State) met(col int) bool {
	c := &s.cols[col]
	r := &s.game.deck.kinds[c.obstacles[c.top]].req
	if c.locked {
		return false
	}
	if int(c.progress) < s.needed(col) || s.presence(col) < int(r.present) {
		return false
	}
	if r.clear && s.policeAt(col, int(c.top)) > 0 {
		return false
	}
	return r.key == none || s.hasLoot(col, r.key)
}

// hasLoot says whether a heister at a column carries a kind of Loot.
func (s *State) hasLoot(col int, loot uint8) bool {
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind != none && int(h.col) == col && h.loot == loot {
			return true
		}
	}
	return false
}
