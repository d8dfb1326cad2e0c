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
	add(&l.targets, -maxShown, maxShown, "local_officers", "row: a slot of the place that the question is about: present and face up, damage / 5, armor left / 5, dies if the asking heister attacks it, moved or attacked already", slots, localWidth)
	add(&l.crew, -maxShown, maxShown, "local_heisters", "row: a heister's slot, in the column that the question is about: present, health left / 5, armor / 5, what the asking officer would deal / 5, it would fall", maxHeisters, localWidth)
}

// observeForecasts writes them.
func (s *State) observeForecasts(v *Survey, p int, dst []float32) {
	l := &s.game.layout
	var at [maxColumns]uint8 // the crew by column, as bits
	for i := range v.Crew {
		at[v.Heisters[i].Column] |= 1 << i
	}
	var now [maxColumns]forecast
	for col := range s.columns() {
		f := s.forecast(v, p, col, at[col])
		now[col] = f
		r := dst[l.forecasts+col*forecastWidth:][:forecastWidth]
		r[0], r[1], r[2] = scaled(f.fire, 10), scaled(f.behind, 10), scaled(f.kills, slots)
		r[3], r[4], r[5] = scaled(f.survivors, slots), scaled(f.left, 10), scaled(f.falls, 4)
		r[6], r[7], r[8] = scaled(f.wounds, 10), scaled(f.margin, 10), one(f.opens)
	}
	n := s.game.config.columns()
	for i := range v.Crew {
		h := &v.Heisters[i]
		f := s.forecast(v, p, h.Column, at[h.Column]&^(1<<i))
		f.write(dst[l.without+h.Slot*prospectWidth:])
		for col := range s.columns() {
			f := now[col]
			if col != h.Column {
				f = s.forecast(v, p, col, at[col]|1<<i)
			}
			f.write(dst[l.prospects+(h.Slot*n+col)*prospectWidth:])
		}
	}
	s.observeSubject(v, p, dst)
}

func (f *forecast) write(r []float32) {
	r = r[:prospectWidth]
	r[0], r[1], r[2] = scaled(f.survivors, slots), scaled(f.left, 10), scaled(f.falls, 4)
	r[3], r[4] = scaled(f.margin, 10), one(f.opens)
}

// observeSubject shows the place that the question is about once more, where it can
// be found whatever its column and depth are.
func (s *State) observeSubject(v *Survey, p int, dst []float32) {
	l := &s.game.layout
	col, depth := int(s.battle), 0
	strength, damage := 0, 0
	r := dst[l.subject:][:subjectWidth]
	who := target{slot: -1}
	switch s.node {
	case nodeMoveWho:
		col, depth = int(s.from.col), int(s.from.depth)
	case nodeMoveTo:
		who = s.who
		col, depth = int(who.col), int(who.depth)
	case nodeRedeploy:
		who = s.frame.officer
		col, depth = int(who.col), int(who.depth)
	case nodeRegroup:
		who = s.who // its objective is gone: it is not in the survey
		r[0], r[1] = scaled(s.damageOf(int(who.col), int(who.depth), int(who.slot)), 5), scaled(s.armorOf(int(who.col), int(who.depth), int(who.slot)), 5)
		r[3+s.kindOf(s.at(who).kind).subtype] = 1
		return
	default:
		if s.battle < 0 {
			return
		}
		depth = int(s.cols[col].top)
	}
	if s.node == nodeFire {
		who = target{col: s.battle, depth: int8(depth), slot: s.firing}
		damage = s.FiringDamage()
	}
	for i := range v.Crew {
		h := &v.Heisters[i]
		if s.node == nodeAttack && h.Slot == int(s.attacker) {
			strength = h.Strength
			r[0], r[1], r[2] = scaled(strength, 5), scaled(h.Armor, 5), scaled(h.Targets-s.attackedCount(), 3)
		}
	}
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
		if int(who.slot) == j {
			r[0], r[1] = scaled(x.Damage, 5), float32(x.Armor-x.Hurt)/5
			r[3+s.kindOf(o.kind).subtype] = 1
		}
		f := dst[l.targets+j*localWidth:][:localWidth]
		f[0], f[1], f[2] = 1, scaled(x.Damage, 5), float32(x.Armor-x.Hurt)/5
		f[3] = one(strength > x.Armor-x.Hurt)
		f[4] = one(s.node == nodeMoveWho && o.moved || s.node == nodeAttack && s.attacked>>j&1 != 0)
	}
	for i := range v.Crew {
		h := &v.Heisters[i]
		if h.Column != col {
			continue
		}
		f := dst[l.crew+h.Slot*localWidth:][:localWidth]
		deals := max(0, damage-h.Armor)
		f[0], f[1], f[2] = 1, float32(h.Health)/5, scaled(h.Armor, 5)
		f[3], f[4] = scaled(deals, 5), one(deals >= h.Health && deals > 0)
	}
}
