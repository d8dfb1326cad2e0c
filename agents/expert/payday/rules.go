package payday

import "ringer/env/payday"

// This file scores answers that need no look ahead.

// swapPoints is the value of a card of the first hand below which it is discarded.
const swapPoints = 1.1

// byRule scores one answer.
func (m *mind) byRule(q payday.Question, c payday.Choice) float64 {
	switch q {
	case payday.AskSize, payday.AskPaydays:
		return -float64(c.Number) // little to steal is soon stolen
	case payday.AskLootAt, payday.AskHard, payday.AskObstacle, payday.AskObstacleAt, payday.AskGuard, payday.AskGuardAt:
		return m.setup(q, c)
	case payday.AskRedraw:
		if c.Step == payday.StepRedraw {
			return 1 // no heister, so anything is better
		}
	case payday.AskSwap, payday.AskHandLimit:
		if c.Step == payday.StepEnd {
			return -swapPoints
		}
		return -m.keep(c.Kind)
	case payday.AskRecover:
		if c.Step == payday.StepEnd {
			return 0 // PAY-46: nothing fits
		}
		return m.keep(c.Kind)
	case payday.AskEscape:
		return m.escape(c)
	case payday.AskBattle:
		return m.clash(m.s, c.Column)
	case payday.AskAttacker:
		h, _ := m.s.HeisterAt(c.Slot)
		return -float64(h.Strength) // the strongest last: it sees what is left
	case payday.AskAttack:
		return m.attack(c)
	case payday.AskFire:
		return m.fire(c)
	case payday.AskPay:
		if c.Step == payday.StepPay {
			return 1
		}
	case payday.AskRegroup:
		if c.Step == payday.StepHand {
			return -1
		}
	case payday.AskLoot:
		if c.Step == payday.StepDecline {
			return 0
		}
		return m.lootWorth(c.Kind)
	}
	return 0
}

// escape prefers to leave when that wins or when another heister stays (PAY-17).
func (m *mind) escape(c payday.Choice) float64 {
	if c.Step == payday.StepEnd {
		return 0
	}
	if m.s.Secured()+1 == m.s.Paydays() || m.v.Crew > 1 {
		return 10
	}
	return -10
}

// attack prefers a kill, the most dangerous officer first, then the officer nearest to
// its end.
func (m *mind) attack(c payday.Choice) float64 {
	if c.Step == payday.StepEnd {
		return 0
	}
	h, _ := m.s.HeisterAt(m.s.Subject())
	o, _ := m.s.OfficerAt(c.Column, c.Depth, c.Slot)
	switch left := o.Armor - o.Hurt; {
	case left < 0:
		return 0.1 // dead already
	case h.Strength > left:
		return 3 + officerWorth(&o) - 0.3*float64(h.Strength-left)
	default:
		return 0.5 + officerWorth(&o)/10 + float64(o.Hurt)/5
	}
}

// fire prefers to finish a heister, the most valuable first.
func (m *mind) fire(c payday.Choice) float64 {
	h, _ := m.s.HeisterAt(c.Slot)
	n := max(0, m.s.FiringDamage()-h.Armor)
	worth := m.heisterWorth(&h)
	switch {
	case n == 0:
		return 0
	case h.Health <= 0:
		return 0.1
	case n >= h.Health:
		return 10 + worth
	default:
		return float64(n)/float64(h.Health)*5 + worth/10
	}
}

// keep returns the value of a card in the hand.
func (m *mind) keep(kind int) float64 {
	k := &m.kinds[kind]
	switch k.Type {
	case payday.TypeHeister:
		return 3 + float64(k.Damage+k.Health)/4 - 0.2*float64(k.Cost)
	case payday.TypeOfficer:
		return 1.5 + 0.6*float64(k.Damage+k.Armor) - 0.45*float64(max(0, k.Cost-1))
	case payday.TypeLoot:
		return 1.2 + 0.3*float64(k.Value)
	case payday.TypeFunding:
		return 3
	case payday.TypeWeapon, payday.TypeArmor, payday.TypePoliceWeapon, payday.TypePoliceArmor:
		return 1.6 + 0.3*float64(k.Damage+k.Armor) - 0.3*float64(k.Cost)
	}
	return 1.5 - 0.2*float64(k.Cost)
}
