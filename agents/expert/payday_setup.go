package expert

import "ringer/env/payday"

// keep is what a card is worth in the hand.
func (t *paydayTable) keep(kind int) float64 {
	k := &t.x.kinds[kind]
	switch k.Type {
	case "heister":
		return 3 + float64(k.Damage+k.Health)/4 - 0.2*float64(k.Cost)
	case "officer":
		return 1.5 + 0.6*float64(k.Damage+k.Armor) - 0.45*float64(max(0, k.Cost-1))
	case "loot":
		return 1.2 + 0.3*float64(k.Value)
	case "funding":
		return 3
	case "weapon", "armor":
		return 1.6 + 0.3*float64(k.Damage+k.Armor) - 0.3*float64(k.Cost)
	}
	return 1.5 - 0.2*float64(k.Cost)
}

// setup places the heist: PAYDAY in the middle, the hardest obstacles and the best
// guards in front of them.
func (t *paydayTable) setup(q payday.Question, m payday.Meaning) float64 {
	s := t.s
	edge := func(col int) float64 { return float64(min(col, s.Columns()-1-col)) }
	weight := func(col int) float64 {
		if l := s.LootAt(col); l >= 0 && t.x.kinds[l].Type == "payday" {
			return 1
		}
		return 0
	}
	switch q {
	case "loot_at":
		if t.x.kinds[m.Kind].Type == "payday" {
			return edge(s.SettingUp())
		}
		return 0.5
	case "obstacle":
		r := t.x.kinds[m.Kind].Requires
		x := float64(r.Progress) + 1.2*float64(r.Present) + 1.5*float64(r.Cash)
		if r.Clear {
			x += 1.5
		}
		return 0.4 * x
	case "obstacle_at", "hard":
		return 0.3*weight(m.Column) + 0.05*float64(m.Depth)
	case "guard":
		k := &t.x.kinds[m.Kind]
		return 0.4*float64(k.Damage) + 0.3*float64(k.Armor)
	case "guard_at":
		return 0.2*weight(m.Column) + 0.1*float64(m.Depth)
	}
	return 0
}
