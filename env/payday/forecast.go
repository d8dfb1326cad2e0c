package payday

// A forecast is what the next combat and the next Update should bring at a column
// if no more cards are played: sums that a player makes at the table, of what a seat
// can see. Nothing in the rules depends on it.
type forecast struct {
	fire      int  // damage of the officers there
	behind    int  // of those one objective behind, as far as they are seen
	kills     int  // officers whom the heisters can kill, the most dangerous first
	survivors int  // officers and guards left then
	left      int  // their damage
	falls     int  // heisters that fall when it is aimed at whoever falls first
	wounds    int  // what is left for the next
	margin    int  // and what it lacks to fall
	opens     bool // the top obstacle should go; or the Loot be taken
}

// forecast looks ahead for the heisters of crew, bits of indices into v.Heisters, as
// if they and nobody else stood at a column.
func (s *State) forecast(v *Survey, p, col int, crew uint8) forecast {
	c := &v.Columns[col]
	var f forecast
	var hurt [slots]int
	police := v.Police[col][c.Gone][:v.Posted[col][c.Gone]]
	for j := range police {
		if o := &police[j]; !o.Down {
			hurt[j] = o.Hurt
			f.fire += o.fire()
		}
	}
	if c.Gone < c.Obstacles {
		for j := range v.Posted[col][c.Gone+1] {
			if o := &v.Police[col][c.Gone+1][j]; !o.Down || p == Police {
				f.behind += o.Damage
			}
		}
	}
	f.survivors, f.left = len(police), f.fire
	if crew == 0 {
		return f
	}
	for i := range v.Crew {
		if crew>>i&1 != 0 && !v.Heisters[i].Stunned {
			f.attack(&v.Heisters[i], police, &hurt)
		}
	}
	f.suffer(v, crew)
	f.opens = s.opens(v, col, crew, f.survivors)
	return f
}

// fire is what an officer deals in a combat.
func (o *Officer) fire() int {
	if o.Stunned || o.Down {
		return 0
	}
	return o.Damage
}

// attack lets a heister kill the most dangerous whom it can kill, else wear down
// the weakest.
func (f *forecast) attack(h *Heister, police []Officer, hurt *[slots]int) {
	for range h.Targets {
		best, weakest := -1, -1
		for j := range police {
			o := &police[j]
			lacks := o.Armor - hurt[j]
			if o.Down || lacks < 0 {
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
			f.left -= police[best].fire()
			hurt[best] = police[best].Armor + 1
		} else if weakest >= 0 {
			hurt[weakest] += h.Strength
		}
	}
}

// suffer aims what damage is left at whoever falls first.
func (f *forecast) suffer(v *Survey, crew uint8) {
	damage := f.left
	for crew != 0 {
		best := -1
		for i := range v.Crew {
			if crew>>i&1 != 0 && (best < 0 || v.Heisters[i].toughness() < v.Heisters[best].toughness()) {
				best = i
			}
		}
		need := v.Heisters[best].toughness()
		if damage < need {
			f.wounds, f.margin = damage, need-damage
			return
		}
		damage -= need
		f.falls++
		crew &^= 1 << best
	}
}

// toughness is the damage of two officers that fells a heister.
func (h *Heister) toughness() int { return h.Health + 2*h.Armor }

// opens says whether the next Update should discard the top obstacle, or take the
// Loot at the end, when so many of the Police survive.
func (s *State) opens(v *Survey, col int, crew uint8, survivors int) bool {
	c := &v.Columns[col]
	if c.Gone == c.Obstacles {
		return !c.LootUp && survivors == 0
	}
	effort, presence, key := 0, 0, c.Key < 0
	for i := range v.Crew {
		if h := &v.Heisters[i]; crew>>i&1 != 0 {
			effort += h.Effort
			presence += h.Presence
			key = key || h.Loot == c.Key
		}
	}
	return c.FaceUp && key && !c.Locked && c.Progress+s.effortOf(col, effort) >= c.Needed && presence >= c.Present &&
		(!c.Clear || survivors == 0) && c.Price <= s.Cash(Criminal)
}
