package payday

import "ringer/env/payday"

// setup scores answers of the setup of the heist: PAYDAY in the middle, the hardest obstacles and the best
// guards in front of them.
func (m *mind) setup(q payday.Question, c payday.Choice) float64 {
	switch q {
	case payday.AskLootAt:
		if c.Kind == m.payday {
			col := m.s.SettingUp()
			return float64(min(col, m.s.Columns()-1-col))
		}
		return 0.5
	case payday.AskObstacle:
		r := m.kinds[c.Kind].Requires
		x := float64(r.Progress) + 1.2*float64(r.Present) + 1.5*float64(r.Cash)
		if r.Clear {
			x += 1.5
		}
		return 0.4 * x
	case payday.AskObstacleAt, payday.AskHard:
		return 0.3*m.weight(c.Column) + 0.05*float64(c.Depth)
	case payday.AskGuard:
		k := &m.kinds[c.Kind]
		return 0.4*float64(k.Damage) + 0.3*float64(k.Armor)
	case payday.AskGuardAt:
		return 0.2*m.weight(c.Column) + 0.1*float64(c.Depth)
	}
	return 0
}

// weight returns 1 for a column that ends in a PAYDAY, else 0.
func (m *mind) weight(col int) float64 {
	if m.s.LootAt(col) == m.payday {
		return 1
	}
	return 0
}
