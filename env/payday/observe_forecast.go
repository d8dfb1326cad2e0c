package payday

import "ringer/env"

// This file is the part of the observation that looks ahead: sums over what the
// seat can see, so that a network need not learn to add them up.

// layForecasts lists these fields for n columns.
func (l *fields) layForecasts(n int, add func(place *int, low, high float32, name, doc string, shape ...int) *env.Field) {
	add(&l.forecasts, 0, maxShown, "forecasts", "row: a column, its next combat and Update without further cards: damage of the officers at the top / 10, of those one behind / 10, kills / 6, survivors / 6, their damage / 10, heisters that fall / 4, damage on the next / 10, what it lacks to fall / 10, the obstacle goes or the Loot is taken", n, forecastWidth)
	add(&l.without, 0, maxShown, "without", "row: a heister's slot, the forecast of its column without it: survivors / 6, their damage / 10, heisters that fall / 4, what the next lacks to fall / 10, the obstacle goes or the Loot is taken", maxHeisters, prospectWidth)
	add(&l.prospects, 0, maxShown, "prospects", "row: a heister's slot and a column, the forecast with it there: as in without", maxHeisters*n, prospectWidth)
	add(&l.subject, -maxShown, maxShown, "subject", "the officer or heister that the question is about: damage / 5, armor left / 5, targets left / 3, one-hot of an officer's subtype", subjectWidth)
	add(&l.officersHere, -maxShown, maxShown, "local_officers", "row: a slot of the place that the question is about: present and face up, damage / 5, armor left / 5, dies if the asking heister attacks it, moved or attacked already", slots, localWidth)
	add(&l.heistersHere, -maxShown, maxShown, "local_heisters", "row: a heister's slot, in the column that the question is about: present, health left / 5, armor / 5, what the asking officer would deal / 5, it would fall", maxHeisters, localWidth)
}

// observeForecasts writes them.
func (s *State) observeForecasts(v *Survey, p int, dst []float32) {
	l := &s.game.layout
	var at [maxColumns]uint8 // the crew by column, as bits
	for i := range v.Crew {
		at[v.Heisters[i].Column] |= 1 << i
	}
	x := outlook{Survey: v}
	x.look(s, p)
	var now [maxColumns]forecast
	for col := range s.columns() {
		f := &now[col]
		x.forecast(f, col, at[col])
		r := dst[l.forecasts+col*forecastWidth:][:forecastWidth]
		r[0], r[1], r[2] = scaled(f.fire, 10), scaled(f.behind, 10), scaled(f.kills, slots)
		r[3], r[4], r[5] = scaled(f.survivors, slots), scaled(f.left, 10), scaled(f.falls, 4)
		r[6], r[7], r[8] = scaled(f.wounds, 10), scaled(f.margin, 10), one(f.opens)
	}
	n := s.game.config.columns()
	var then forecast
	for i := range v.Crew {
		h := &v.Heisters[i]
		x.forecast(&then, h.Column, at[h.Column]&^(1<<i))
		then.write(dst[l.without+h.Slot*prospectWidth:])
		for col := range s.columns() {
			f := &now[col]
			if col != h.Column {
				f = &then
				x.forecast(f, col, at[col]|1<<i)
			}
			f.write(dst[l.prospects+(h.Slot*n+col)*prospectWidth:])
		}
	}
	s.observeSubject(v, dst)
}

func (f *forecast) write(r []float32) {
	r = r[:prospectWidth]
	r[0], r[1], r[2] = scaled(f.survivors, slots), scaled(f.left, 10), scaled(f.falls, 4)
	r[3], r[4] = scaled(f.margin, 10), one(f.opens)
}

// observeSubject shows the place that the question is about once more, where it can
// be found whatever its column and objective are.
func (s *State) observeSubject(v *Survey, dst []float32) {
	if s.node == nodeRegroup { // its objective is gone, and not in the survey
		s.observeOfficer(s.who, dst)
		return
	}
	col, depth, who := s.subject()
	if col < 0 {
		return
	}
	if who.slot >= 0 {
		s.observeOfficer(who, dst)
	}
	strength := 0
	if s.node == nodeAttack {
		for i := range v.Crew {
			if h := &v.Heisters[i]; h.Slot == int(s.attacker) {
				strength = h.Strength
				r := dst[s.game.layout.subject:][:subjectWidth]
				r[0], r[1], r[2] = scaled(strength, 5), scaled(h.Armor, 5), scaled(h.Targets-s.attackedCount(), 3)
			}
		}
	}
	s.observeLocals(v, col, depth, strength, dst)
}

// subject is the place that the question is about, with its column -1 for none, and
// the officer, with its slot -1.
func (s *State) subject() (col, depth int, who target) {
	who = target{slot: -1}
	switch s.node {
	case nodeMoveWho:
		return int(s.from.col), int(s.from.depth), who
	case nodeMoveTo:
		who = s.who
	case nodeRedeploy:
		who = s.frame.officer
	case nodeFire:
		who = target{col: s.battle, depth: s.cols[s.battle].top, slot: s.firing}
	default:
		if s.battle < 0 {
			return -1, 0, who
		}
		return int(s.battle), int(s.cols[s.battle].top), who
	}
	return int(who.col), int(who.depth), who
}

// observeOfficer writes the subject when it is an officer.
func (s *State) observeOfficer(who target, dst []float32) {
	col, depth, slot := int(who.col), int(who.depth), int(who.slot)
	o := s.at(who)
	r := dst[s.game.layout.subject:][:subjectWidth]
	r[0], r[1] = scaled(s.damageOf(col, depth, slot), 5), float32(s.armorOf(col, depth, slot)-int(o.hurt))/5
	r[3+s.kindOf(o.kind).subtype] = 1
}

// observeLocals writes who stands at a place and before it. strength is that of the
// heister who attacks.
func (s *State) observeLocals(v *Survey, col, depth, strength int, dst []float32) {
	l := &s.game.layout
	n := 0
	for j := range slots {
		o := s.officer(col, depth, j)
		if o.kind == none {
			continue
		}
		x := &v.Police[col][depth][n]
		n++
		if o.down {
			continue
		}
		f := dst[l.officersHere+j*localWidth:][:localWidth]
		f[0], f[1], f[2] = 1, scaled(x.Damage, 5), float32(x.Armor-x.Hurt)/5
		f[3] = one(strength > x.Armor-x.Hurt)
		f[4] = one(s.node == nodeMoveWho && o.moved || s.node == nodeAttack && s.attacked>>j&1 != 0)
	}
	damage := s.FiringDamage()
	for i := range v.Crew {
		h := &v.Heisters[i]
		if h.Column != col {
			continue
		}
		f := dst[l.heistersHere+h.Slot*localWidth:][:localWidth]
		deals := max(0, damage-h.Armor)
		f[0], f[1], f[2] = 1, float32(h.Health)/5, scaled(h.Armor, 5)
		f[3], f[4] = scaled(deals, 5), one(deals >= h.Health && deals > 0)
	}
}
