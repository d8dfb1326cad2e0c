package payday

import "ringer/env"

// Evaluate implements env.Evaluator, in rough points for the Criminal, negative for
// the Police: PAYDAY out and in hand, obstacles gone and progress, heisters with
// their health and cards, against officers; cash and cards. Nothing in the rules
// depends on it.
func (s *State) Evaluate(p env.Player) float64 {
	v := 60 * float64(s.secured)
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind == none {
			continue
		}
		v += 6 + 1.5*float64(s.health(i)-int(h.damage)) + float64(s.strength(i)) + float64(s.armorOn(i))
		if h.perk != none {
			v++
		}
		switch {
		case h.loot == 0:
			v += 20 - 3*float64(min(int(h.col), s.columns()-1-int(h.col)))
		case h.loot != none:
			v += 4
		}
	}
	for col := range s.columns() {
		c := &s.cols[col]
		v += 5 * float64(c.top)
		if c.top < c.count && c.up>>c.top&1 != 0 {
			if n := s.needed(col); n > 0 {
				v += 4 * float64(c.progress) / float64(n)
			}
		}
		if c.asset != none {
			v += 0.7 * float64(c.uses)
		}
		for d := int(c.top); d <= int(c.count) && s.shown; d++ {
			for j := range slots {
				if o := s.officer(col, d, j); o.kind != none {
					v -= 1 + float64(s.damageOf(col, d, j)) + 0.7*float64(s.armorOf(col, d, j))
				}
			}
			pl := &c.places[d]
			v -= 0.7 * float64(pl.uses)
			if pl.mandate != none {
				v -= 1.5
			}
		}
	}
	v += 0.8*float64(s.cash[Criminal]) + 0.4*float64(s.pending) + 0.8*float64(s.HandSize(Criminal))
	v -= 0.8*float64(s.cash[Police]) + 0.8*float64(s.HandSize(Police)) + 0.8*float64(s.FundingUses())
	if p == Police {
		return -v
	}
	return v
}
