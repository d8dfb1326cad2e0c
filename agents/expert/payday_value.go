package expert

import "ringer/env/payday"

// Points of the expert's value, for the Criminal.
const (
	securedPoints   = 60.
	carriedPoints   = 22.
	stepPoints      = 3. // to the edge
	keyPoints       = 3.
	obstaclePoints  = 6.
	endPoints       = 5. // the last obstacle of a column is gone
	turnPoints      = 2.5
	heisterPoints   = 5.
	healthPoints    = 1.0
	lastHeister     = 45. // what the last one is worth on top
	cashPoints      = 0.7
	cardPoints      = 0.6
	fundPoints      = 0.6
	incomePoints    = 3.
	assetPoints     = 0.7
	mandatePoints   = 1.6
	errandPoints    = 2.5
	farPoints       = 2.  // of a heister from the nearest Loot
	boldness        = 1.3 // how much less the Criminal fears at the last round …
	patientShare    = 0.3 // … counted from this share of the rounds
	paydaySwap      = 1.1
	officerDistance = 0.35 // how much officers behind the top count in the next combat
)

// value is what the table is worth to the seat, by what it knows.
func (t *paydayTable) value(s *payday.State) float64 {
	if w := s.Winner(); w >= 0 {
		if w == t.me {
			return 1000
		}
		return -1000
	}
	v := securedPoints*float64(s.Secured()) + t.crew(s) - t.errands(s)
	for col := range s.Columns() {
		v += t.column(s, col)
	}
	v += cashPoints*float64(min(s.Cash(payday.Criminal), 12)) + 0.9*cashPoints*float64(s.Pending())
	v += cardPoints*float64(s.HandSize(payday.Criminal)) + incomePoints*float64(s.Income(payday.Criminal))
	v -= cashPoints*float64(min(s.Cash(payday.Police), 12)) + cardPoints*float64(s.HandSize(payday.Police))
	v -= incomePoints*float64(s.Income(payday.Police)) + fundPoints*float64(s.FundingUses())
	if t.me == payday.Police {
		return -v
	}
	return v
}

// crew is what the heisters are worth.
func (t *paydayTable) crew(s *payday.State) float64 {
	v, n := 0., 0
	for i := range payday.MaxHeisters {
		if h, ok := s.HeisterAt(i); ok {
			v += t.heisterWorth(s, &h)
			n++
			if h.Loot < 0 || t.x.kinds[h.Loot].Type != "payday" {
				v -= farPoints * float64(t.distance(s, h.Column))
			}
		}
	}
	if n > 0 {
		v += lastHeister
	}
	return v
}

// errands is how far the crew is from what it has to fetch and to bring: Loot on
// floors, for somebody whose hands are free, and key items to what they open.
func (t *paydayTable) errands(s *payday.State) float64 {
	cost := 0.
	for _, l := range t.lootKinds() {
		goal := -1 // where a key item is wanted
		for col := range s.Columns() {
			if s.ColumnAt(col).Key == l {
				goal = col
			}
		}
		isPayday := t.x.kinds[l].Type == "payday"
		for col := range s.Columns() {
			if s.Lying(col, l) > 0 && (isPayday || goal >= 0) {
				cost += errandPoints * float64(t.nearest(s, col, -1))
			}
		}
		if goal >= 0 {
			cost += errandPoints * float64(t.nearest(s, goal, l))
		}
	}
	return cost
}

// nearest is how far the nearest heister with a Loot, or with free hands for -1, is
// from a column.
func (t *paydayTable) nearest(s *payday.State, col, loot int) int {
	far := s.Columns()
	for i := range payday.MaxHeisters {
		if h, ok := s.HeisterAt(i); ok && h.Loot == loot {
			far = min(far, max(h.Column-col, col-h.Column))
		}
	}
	return far
}

// distance is how far a column is from the nearest one that still has its Loot.
func (t *paydayTable) distance(s *payday.State, col int) int {
	far := s.Columns()
	for c := range s.Columns() {
		if !s.ColumnAt(c).LootUp {
			far = min(far, max(c-col, col-c))
		}
	}
	return far
}

func (t *paydayTable) heisterWorth(s *payday.State, h *payday.Heister) float64 {
	v := heisterPoints + healthPoints*float64(min(h.Health, 10)) + 0.9*float64(h.Strength) + 1.3*float64(h.Armor) + 0.5*float64(h.Targets-1) + float64(h.Effort-1)
	if h.Perk >= 0 {
		v += 0.4
	}
	if h.Loot >= 0 {
		v += t.lootWorth(s, h.Loot)
		if t.x.kinds[h.Loot].Type == "payday" {
			v -= stepPoints * float64(min(h.Column, s.Columns()-1-h.Column))
		}
	}
	return v
}

// lootWorth is what a Loot in a heister's hands is worth.
func (t *paydayTable) lootWorth(s *payday.State, kind int) float64 {
	if t.x.kinds[kind].Type == "payday" {
		return carriedPoints
	}
	if t.needed(s, kind) {
		return keyPoints
	}
	return -0.8 // it only keeps hands full
}

// needed says whether a key item may still open something, as far as the seat knows.
func (t *paydayTable) needed(s *payday.State, key int) bool {
	for col := range s.Columns() {
		c := s.ColumnAt(col)
		for d := c.Gone; d < c.Obstacles; d++ {
			if k, up := s.ObstacleAt(col, d); up || t.me == payday.Police {
				if t.x.kinds[k].Key == key {
					return true
				}
			} else {
				return true // it may be there
			}
		}
	}
	return false
}

// holds says whether a heister at the column carries a kind of Loot.
func (t *paydayTable) holds(s *payday.State, col, kind int) bool {
	for i := range payday.MaxHeisters {
		if h, ok := s.HeisterAt(i); ok && h.Column == col && h.Loot == kind {
			return true
		}
	}
	return false
}

// prize is how much the Loot at the end of a column matters: 0 once it was taken.
func (t *paydayTable) prize(s *payday.State, col int) float64 {
	if s.ColumnAt(col).LootUp {
		return 0
	}
	if t.me == payday.Police {
		if t.x.kinds[s.LootAt(col)].Type == "payday" {
			return 1
		}
		return 0.7
	}
	left, hidden := s.Paydays(), 0
	for c := range s.Columns() {
		if !s.ColumnAt(c).LootUp {
			hidden++
		} else if t.x.kinds[s.LootAt(c)].Type == "payday" {
			left--
		}
	}
	return 0.7 + 0.3*float64(left)/float64(max(hidden, 1))
}

// column is what a column is worth: how far it is cleared, what is being done
// there, and the combat to come.
func (t *paydayTable) column(s *payday.State, col int) float64 {
	c := s.ColumnAt(col)
	prize := t.prize(s, col)
	v := prize*obstaclePoints*float64(c.Gone) + assetPoints*float64(min(c.Uses, 4)) - assetPoints*float64(min(c.PoliceAssetUses, 4))
	v -= mandatePoints * float64(c.Mandates) * (0.3 + 0.7*prize)
	if c.Gone == c.Obstacles && !c.LootUp {
		v += endPoints
	}
	for _, l := range t.lootKinds() {
		if n := s.Lying(col, l); n > 0 {
			v += float64(n) * 0.5 * t.lootWorth(s, l)
		}
	}
	v += t.fighters(s, col)
	v += t.clash(s, col)
	if c.Presence > 0 {
		v += prize * t.work(s, col, &c)
	}
	return v
}

func (t *paydayTable) lootKinds() []int {
	var list []int
	for i := range t.x.kinds {
		if k := &t.x.kinds[i]; k.Type == "payday" || k.Type == "key" {
			list = append(list, i)
		}
	}
	return list
}

// work is what the heisters at a column get done in the next Update.
func (t *paydayTable) work(s *payday.State, col int, c *payday.Column) float64 {
	guarded := 0
	for j := range payday.Slots {
		if _, ok := s.OfficerAt(col, c.Gone, j); ok {
			guarded++
		}
	}
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
	v, chance := 0., 1.
	if c.Key >= 0 && !t.holds(s, col, c.Key) {
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

// fighters is what the officers of a column are worth to the Police.
func (t *paydayTable) fighters(s *payday.State, col int) float64 {
	c := s.ColumnAt(col)
	v := 0.
	near := 0.4 + 0.6*t.prize(s, col)
	for d := c.Gone; d <= c.Obstacles; d++ {
		for j := range payday.Slots {
			o, ok := s.OfficerAt(col, d, j)
			if !ok {
				continue
			}
			if o.Down && t.me == payday.Criminal {
				v -= 2
				continue
			}
			v -= officerWorth(o) * (0.75 + 0.25*near)
		}
	}
	return v
}

func officerWorth(o payday.Officer) float64 {
	return 1 + 1.1*float64(o.Damage) + 0.8*float64(o.Armor)
}
