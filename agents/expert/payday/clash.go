package payday

import "ringer/env/payday"

// clash returns the expected value of the next combat at a column, in points for the
// Criminal: kills by the heisters, then the damage of the officers that are left, and a
// share of the damage of officers one place behind.
func (m *mind) clash(s *payday.State, col int) float64 {
	c := &m.columns()[col]
	var crew [payday.MaxHeisters]payday.Heister
	n := 0
	for i := range m.heisters() {
		if h := &m.heisters()[i]; h.Column == col {
			crew[n] = *h
			n++
		}
	}
	if n == 0 {
		return 0
	}
	var police [payday.Slots]payday.Officer
	foes := 0
	for _, o := range m.police(col, c.Gone) {
		if !o.Down {
			police[foes] = o
			foes++
		}
	}
	reserve := 0.
	if c.Gone < c.Obstacles {
		for _, o := range m.police(col, c.Gone+1) {
			if !o.Down || m.me == payday.Police {
				reserve += officerDistance * float64(o.Damage)
			}
		}
	}
	v := 0.
	for i := range n {
		if h := &crew[i]; !h.Stunned {
			v += shoot(h, police[:foes])
		}
	}
	damage := reserve
	for _, o := range police[:foes] {
		if o.Hurt <= o.Armor && !o.Stunned {
			damage += float64(o.Damage)
		}
	}
	fear := 1.
	if m.me == payday.Criminal {
		fear = max(0, fear-boldness*max(0, float64(s.Round())/float64(s.Rounds())-patientShare))
	}
	return v - fear*m.suffer(crew[:n], damage, foes)
}

// shoot lets a heister attack officers that it can kill, else wear down the weakest. It
// adds the damage to the officers, and returns the value of the kills, in points.
func shoot(h *payday.Heister, police []payday.Officer) float64 {
	v := 0.
	for range h.Targets {
		best, worth := -1, 0.
		for j := range police {
			o := &police[j]
			if left := o.Armor - o.Hurt; left >= 0 && h.Strength > left {
				if w := officerWorth(o); w > worth {
					best, worth = j, w
				}
			}
		}
		if best < 0 {
			for j := range police { // wear down the weakest
				if o := &police[j]; o.Hurt <= o.Armor && (best < 0 || o.Armor-o.Hurt < police[best].Armor-police[best].Hurt) {
					best = j
				}
			}
			if best < 0 {
				return v
			}
		}
		police[best].Hurt += h.Strength
		v += 0.8 * worth
	}
	return v
}

// suffer returns the cost of damage to a crew, in points: the damage is aimed at the
// heister that falls first.
func (m *mind) suffer(crew []payday.Heister, damage float64, shooters int) float64 {
	cost := 0.
	fallen := 0
	for damage > 0 {
		best := -1
		for i := range crew {
			if crew[i].Health > 0 && (best < 0 || crew[i].Health+2*crew[i].Armor < crew[best].Health+2*crew[best].Armor) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		h := &crew[best]
		need := float64(h.Health + h.Armor*max(1, min(shooters, 2)))
		if damage < need {
			cost += healthPoints * max(0, damage-float64(h.Armor))
			break
		}
		cost += 0.85 * m.heisterWorth(h)
		damage -= need
		h.Health = 0
		fallen++
	}
	if fallen > 0 && fallen == m.v.Crew {
		cost += 0.8 * lastHeister
	}
	return cost
}
