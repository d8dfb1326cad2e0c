package payday

import "ringer/env/payday"

// The prices of the expert's value, in points for the Criminal.
const (
	securedPoints   = 60.
	carriedPoints   = 22.
	stepPoints      = 6. // to the edge
	keyPoints       = 3.
	obstaclePoints  = 6.
	endPoints       = 5. // the last obstacle of a column is gone
	turnPoints      = 2.5
	heisterPoints   = 5.
	healthPoints    = 1.0
	lastHeister     = 45. // of any heister at all, on top
	cashPoints      = 0.7
	cardPoints      = 0.6
	recoverPoints   = 1.4 // a card of the seat's choice
	turnUpPoints    = 0.3 // to know an obstacle
	fundPoints      = 0.6
	incomePoints    = 3.
	assetPoints     = 0.7
	mandatePoints   = 1.6
	errandPoints    = 2.5
	farPoints       = 2.   // of a heister from the nearest Loot
	boldness        = 2.5  // how fast the Criminal's fear of damage fades …
	patientShare    = 0.3  // … from this share of the rounds on: what is left after the last round is lost
	patience        = 60   // rounds after which it waits nowhere for a key item that nobody brings
	officerDistance = 0.35 // how much officers behind the top count in the next combat
)

// value returns the value of a table for the seat, in points, by what the seat knows.
func (m *mind) value(s *payday.State) float64 {
	if w := s.Winner(); w >= 0 {
		if w == m.me {
			return 1000
		}
		return -1000
	}
	m.look(s)
	v := securedPoints*float64(s.Secured()) + m.crew() - m.errands(s)
	for col := range m.columns() {
		v += m.column(s, col)
	}
	v += cashPoints*float64(min(s.Cash(payday.Criminal), 12)) + 0.9*cashPoints*float64(s.Pending())
	v += cardPoints*float64(s.HandSize(payday.Criminal)) + incomePoints*float64(m.v.Income[payday.Criminal])
	v -= cashPoints*float64(min(s.Cash(payday.Police), 12)) + cardPoints*float64(s.HandSize(payday.Police))
	v -= incomePoints*float64(m.v.Income[payday.Police]) + fundPoints*float64(s.FundingUses())
	if m.me == payday.Police {
		return -v
	}
	return v
}

// crew returns the value of the heisters, in points.
func (m *mind) crew() float64 {
	v := 0.
	for i := range m.heisters() {
		h := &m.heisters()[i]
		v += m.heisterWorth(h)
		if h.Loot != m.payday {
			v -= farPoints * float64(m.distance(h.Column))
		}
	}
	if m.v.Crew > 0 {
		v += lastHeister
	}
	return v
}

// errands returns the cost of the ways, in points: from heisters with free hands to Loot
// on floors, and with key items to the obstacles that they open.
func (m *mind) errands(s *payday.State) float64 {
	cost := 0.
	for _, l := range m.loots {
		goal := -1 // where a key item is wanted
		for col := range m.columns() {
			if m.columns()[col].Key == l {
				goal = col
			}
		}
		for col := range m.columns() {
			if s.Lying(col, l) > 0 && (l == m.payday || goal >= 0) {
				cost += errandPoints * float64(m.nearest(col, -1))
			}
		}
		if goal >= 0 {
			cost += errandPoints * float64(m.nearest(goal, l))
		}
	}
	return cost
}

// nearest returns the distance, in columns, from a column to the nearest heister with a
// Loot, or with free hands for -1.
func (m *mind) nearest(col, loot int) int {
	far := len(m.columns())
	for i := range m.heisters() {
		if h := &m.heisters()[i]; h.Loot == loot {
			far = min(far, max(h.Column-col, col-h.Column))
		}
	}
	return far
}

// distance returns the number of columns from a column to the nearest one that still has
// its Loot.
func (m *mind) distance(col int) int {
	far := len(m.columns())
	for c := range m.columns() {
		if !m.columns()[c].LootUp && !m.barred(c) {
			far = min(far, max(c-col, col-c))
		}
	}
	return far
}

// barred reports whether the Criminal, when the game has gone on for long, gives a column
// up for now: its obstacle needs a key item that no heister carries.
func (m *mind) barred(col int) bool {
	if m.me == payday.Police || m.s.Round() <= patience {
		return false
	}
	c := &m.columns()[col]
	if !c.FaceUp || c.Key < 0 {
		return false
	}
	for i := range m.heisters() {
		if m.heisters()[i].Loot == c.Key {
			return false
		}
	}
	return true
}

// heisterWorth returns the value of a heister, in points.
func (m *mind) heisterWorth(h *payday.Heister) float64 {
	v := heisterPoints + healthPoints*float64(min(h.Health, 10)) + 0.9*float64(h.Strength) + 1.3*float64(h.Armor) + 0.5*float64(h.Targets-1) + float64(h.Effort-1)
	if h.Perk >= 0 {
		v += 0.4
	}
	if h.Loot >= 0 {
		v += m.lootWorth(h.Loot)
		if h.Loot == m.payday {
			v -= stepPoints * float64(min(h.Column, len(m.columns())-1-h.Column))
		}
	}
	return v
}

// lootWorth returns the value of a Loot in the hands of a heister, in points.
func (m *mind) lootWorth(kind int) float64 {
	switch {
	case kind == m.payday:
		return carriedPoints
	case m.needed(kind):
		return keyPoints
	}
	return -0.8 // it only keeps hands full
}

// needed reports whether a key item may still open something, as far as the seat
// knows.
func (m *mind) needed(key int) bool {
	for col := range m.columns() {
		c := &m.columns()[col]
		for d := c.Gone; d < c.Obstacles; d++ {
			k, up := m.looked.ObstacleAt(col, d)
			if !up && m.me == payday.Criminal || m.kinds[k].Key == key {
				return true // it is there, or may be
			}
		}
	}
	return false
}

// holds reports whether a heister at the column carries a kind of Loot.
func (m *mind) holds(col, kind int) bool {
	for i := range m.heisters() {
		if h := &m.heisters()[i]; h.Column == col && h.Loot == kind {
			return true
		}
	}
	return false
}

// prize returns the weight of the Loot at the end of a column, 0 to 1: 0 once it was
// taken.
func (m *mind) prize(s *payday.State, col int) float64 {
	if m.columns()[col].LootUp {
		return 0
	}
	if m.me == payday.Police {
		if s.LootAt(col) == m.payday {
			return 1
		}
		return 0.7
	}
	left, hidden := s.Paydays(), 0
	for c := range m.columns() {
		if !m.columns()[c].LootUp {
			hidden++
		} else if s.LootAt(c) == m.payday {
			left--
		}
	}
	return 0.7 + 0.3*float64(left)/float64(max(hidden, 1))
}

// column returns the value of a column, in points: how far it is cleared, the work of its
// heisters, and the combat to come.
func (m *mind) column(s *payday.State, col int) float64 {
	c := &m.columns()[col]
	prize := m.prize(s, col)
	v := prize*obstaclePoints*float64(c.Gone) + assetPoints*float64(min(c.Uses, 4)) - assetPoints*float64(min(c.PoliceAssetUses, 4))
	v -= mandatePoints * float64(c.Mandates) * (0.3 + 0.7*prize)
	if c.Gone == c.Obstacles && !c.LootUp {
		v += endPoints
	}
	for _, l := range m.loots {
		if n := s.Lying(col, l); n > 0 {
			v += float64(n) * 0.5 * m.lootWorth(l)
		}
	}
	v += m.fighters(col, prize)
	v += m.clash(s, col)
	if c.Presence > 0 {
		v += prize * m.work(s, col)
	}
	return v
}

// work returns the expected value of the next Update at a column, in points.
func (m *mind) work(s *payday.State, col int) float64 {
	c := &m.columns()[col]
	guarded := m.v.Posted[col][c.Gone]
	if c.Gone == c.Obstacles {
		switch {
		case c.LootUp:
			return 0
		case guarded == 0:
			return 9
		}
		return 4
	}
	if !c.FaceUp {
		return turnPoints + 0.6*float64(min(c.Effort, 3))
	}
	if c.Locked {
		return 0.5
	}
	if m.barred(col) {
		return 0
	}
	v, chance := 0., 1.
	if c.Key >= 0 && !m.holds(col, c.Key) {
		chance *= 0.1
	}
	if c.Needed > 0 {
		gain := min(c.Effort, c.Needed-c.Progress)
		v += obstaclePoints * 0.7 * (float64(c.Progress) + 0.9*float64(gain)) / float64(c.Needed)
		if c.Progress+gain < c.Needed {
			chance *= 0.3
		}
	}
	if c.Present > c.Presence {
		chance *= 0.2
	}
	if c.Clear && guarded > 0 {
		chance *= 0.35
	}
	if c.Price > s.Cash(payday.Criminal) {
		chance *= 0.3
	}
	return v*0.8 + chance*4
}

// fighters returns the value of the officers of a column, in points: negative, as they
// belong to the Police.
func (m *mind) fighters(col int, prize float64) float64 {
	c := &m.columns()[col]
	v := 0.
	near := 0.4 + 0.6*prize
	for d := c.Gone; d <= c.Obstacles; d++ {
		police := m.police(col, d)
		for j := range police {
			if police[j].Down && m.me == payday.Criminal {
				v -= 2
				continue
			}
			v -= officerWorth(&police[j]) * (0.75 + 0.25*near)
		}
	}
	return v
}

// officerWorth returns the value of an officer for the Police, in points.
func officerWorth(o *payday.Officer) float64 {
	return 1 + 1.1*float64(o.Damage) + 0.8*float64(o.Armor)
}
