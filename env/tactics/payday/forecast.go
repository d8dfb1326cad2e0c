package payday

import "ringer/env/payday"

// forecast holds the expected result of the next combat and the next Update at a
// column when no more cards are played: sums over the cards that a seat can see,
// as a player makes them at the table.
type forecast struct {
	fire      int  // damage of the officers there
	behind    int  // damage of those one objective behind, as far as they are seen
	kills     int  // officers that the heisters can kill, the most dangerous first
	survivors int  // officers and guards that are left then
	left      int  // damage of the survivors
	falls     int  // heisters that fall when that damage is aimed at the weakest first
	wounds    int  // damage that is left for the next heister
	margin    int  // damage that is missing for the next heister to fall
	opens     bool // the top obstacle should go, the Loot be turned up, or a PAYDAY on the floor be taken
}

// outlook holds the data that all forecasts of one state share.
type outlook struct {
	payday.Survey
	fronts [payday.MaxColumns]front
	order  [payday.MaxHeisters]int // indices into Heisters, the weakest first
}

// front is the top of a column as heisters find it there.
type front struct {
	police       []payday.Officer
	hurt         [payday.Slots]int // damage of this combat; beyond the armor of an officer that cannot be hit
	fire, behind int               // as in a forecast
	lost         int               // progress that heisters lose there
	blocked      bool              // they make none
	ready        bool              // the obstacle is open to work, and its price is there
	payday       bool              // a PAYDAY lies on the floor
}

// look reads every column as seat p sees it. loot is the kind of PAYDAY.
func (x *outlook) look(s *payday.State, p, loot int) {
	s.Survey(&x.Survey)
	for i := range x.Crew {
		j := i
		for ; j > 0 && toughness(&x.Heisters[x.order[j-1]]) > toughness(&x.Heisters[i]); j-- {
			x.order[j] = x.order[j-1]
		}
		x.order[j] = i
	}
	for col := range s.Columns() {
		c, f := &x.Columns[col], &x.fronts[col]
		*f = front{police: x.Police[col][c.Gone][:x.Posted[col][c.Gone]], payday: s.Lying(col, loot) > 0}
		for j := range f.police {
			o := &f.police[j]
			f.hurt[j] = o.Hurt
			if o.Down {
				f.hurt[j] = o.Armor + 1
			}
			f.fire += fire(o)
		}
		if c.Gone == c.Obstacles {
			continue
		}
		for j := range x.Posted[col][c.Gone+1] {
			if o := &x.Police[col][c.Gone+1][j]; !o.Down || p == payday.Police {
				f.behind += o.Damage
			}
		}
		if f.ready = c.FaceUp && !c.Locked && c.Price <= s.Cash(payday.Criminal); f.ready {
			f.lost, f.blocked = s.Slowed(col)
		}
	}
}

// forecast looks ahead into f for the heisters of crew, bits of indices into
// Heisters, as if they and nobody else stood at a column.
func (x *outlook) forecast(f *forecast, col int, crew uint8) {
	front := &x.fronts[col]
	*f = forecast{fire: front.fire, behind: front.behind, survivors: len(front.police), left: front.fire}
	if crew == 0 {
		return
	}
	if len(front.police) > 0 {
		hurt := front.hurt
		for i := range x.Crew {
			if crew>>i&1 != 0 && !x.Heisters[i].Stunned {
				f.attack(&x.Heisters[i], front.police, &hurt)
			}
		}
	}
	x.suffer(f, crew)
	f.opens = x.opens(col, crew, f.survivors)
}

// fire returns the damage that an officer deals in a combat.
func fire(o *payday.Officer) int {
	if o.Stunned || o.Down {
		return 0
	}
	return o.Damage
}

// attack lets a heister kill the most dangerous officer that it can kill, else wear
// down the weakest.
func (f *forecast) attack(h *payday.Heister, police []payday.Officer, hurt *[payday.Slots]int) {
	for range h.Targets {
		best, weakest := -1, -1
		for j := range police {
			o := &police[j]
			lacks := o.Armor - hurt[j]
			if lacks < 0 {
				continue
			}
			if h.Strength > lacks && (best < 0 || o.Damage > police[best].Damage) {
				best = j
			}
			if weakest < 0 || lacks < police[weakest].Armor-hurt[weakest] {
				weakest = j
			}
		}
		if best >= 0 {
			f.kills++
			f.survivors--
			f.left -= fire(&police[best])
			hurt[best] = police[best].Armor + 1
		} else if weakest >= 0 {
			hurt[weakest] += h.Strength
		}
	}
}

// suffer aims the damage that is left at the weakest heisters first.
func (x *outlook) suffer(f *forecast, crew uint8) {
	damage := f.left
	for _, i := range x.order[:x.Crew] {
		if crew>>i&1 == 0 {
			continue
		}
		need := toughness(&x.Heisters[i])
		if damage < need {
			f.wounds, f.margin = damage, need-damage
			return
		}
		damage -= need
		f.falls++
	}
}

// toughness returns the damage of two officers that fells a heister.
func toughness(h *payday.Heister) int { return h.Health + 2*h.Armor }

// opens reports whether the next Update should discard the top obstacle, turn the
// Loot up or bring a PAYDAY on the floor into free hands, when this many of the
// Police survive.
func (x *outlook) opens(col int, crew uint8, survivors int) bool {
	c, front := &x.Columns[col], &x.fronts[col]
	effort, presence, key, free := 0, 0, c.Key < 0, false
	for i := range x.Crew {
		if h := &x.Heisters[i]; crew>>i&1 != 0 {
			effort += h.Effort
			presence += h.Presence
			key = key || h.Loot == c.Key
			free = free || !h.Loaded
		}
	}
	if survivors == 0 && front.payday && free {
		return true
	}
	if c.Gone == c.Obstacles {
		return survivors == 0 && !c.LootUp
	}
	if front.blocked {
		effort = 0
	}
	return front.ready && (!c.Clear || survivors == 0) && key &&
		c.Progress+max(0, effort-front.lost) >= c.Needed && presence >= c.Present
}
