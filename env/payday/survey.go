package payday

import "ringer/env/payday/internal/cards"

// A Survey is all that HeisterAt, ColumnAt and OfficerAt say of a state, found in
// one go, for judges and agents that look at many tables.
type Survey struct {
	Income   [2]int                             // as State.Income
	Crew     int                                // heisters on the table
	Heisters [MaxHeisters]Heister               // the first Crew, in the order of their slots
	Columns  [MaxColumns]Column                 // the first State.Columns()
	Posted   [MaxColumns][Places]int            // officers at each objective that is left
	Police   [MaxColumns][Places][Slots]Officer // the first Posted of each, in the order of their slots
}

// Survey fills dst, and allocates nothing. Face-down guards are in it: only the
// Police know what they are.
func (s *State) Survey(dst *Survey) {
	var c crew
	s.lookAtCrew(&c)
	dst.Crew, dst.Income = c.count, [2]int{s.income(Criminal), 0}
	copy(dst.Heisters[:], c.heisters[:c.count])
	for col := range s.columns() {
		x := &dst.Columns[col]
		s.lookAtColumn(col, s.effortOf(col, c.effort[col]), c.presence[col], x)
		dst.Posted[col] = [Places]int{}
		for d := x.Gone; d <= x.Obstacles; d++ {
			lasts := s.placeLasts(col, d)
			dst.Posted[col][d] = s.surveyPlace(col, d, lasts, &dst.Police[col][d])
			if lasts>>cards.StatIncome&1 != 0 {
				dst.Income[Police] += s.sumPlace(col, d, cards.StatIncome, cards.ScopeTeam)
			}
		}
	}
}

// surveyPlace fills in the officers of a place and counts them. lasts are its
// placeLasts.
func (s *State) surveyPlace(col, depth int, lasts uint16, dst *[slots]Officer) int {
	help := s.helpAt(col, depth, lasts)
	n := 0
	posted := &s.cols[col].places[depth].officers
	for j := range posted {
		if posted[j].kind == none {
			continue
		}
		s.lookAtOfficer(&posted[j], help.damage, help.armor, &dst[n])
		n++
	}
	return n
}

// help is the damage and armor that others add to each officer of a place.
type help struct{ damage, armor int }

// helpAt returns the help of a place whose placeLasts are lasts.
func (s *State) helpAt(col, depth int, lasts uint16) (h help) {
	if lasts |= s.game.deck.CrewLasts[cards.ScopeFoes]; lasts>>cards.StatDamage&1 != 0 {
		h.damage = s.sumPosted(col, depth, cards.StatDamage)
	}
	if lasts>>cards.StatArmor&1 != 0 {
		h.armor = s.sumPosted(col, depth, cards.StatArmor)
	}
	return h
}

// A crew is the heisters on the table, with what they do together in each column.
type crew struct {
	count            int
	heisters         [maxHeisters]Heister // the first count, in the order of their slots
	effort, presence [maxColumns]int      // slowing left out
}

// lookAtCrew fills an empty crew.
func (s *State) lookAtCrew(c *crew) {
	var sums crewSums
	s.sumCrew(&sums)
	for i := range s.heisters {
		if s.heisters[i].kind == none {
			continue
		}
		x := &c.heisters[c.count]
		c.count++
		s.lookAtHeister(i, &sums[i], x)
		c.effort[x.Column] += x.Effort
		c.presence[x.Column] += x.Presence
	}
}

// crewSums is the sum of the lasting operations on each heister, by stat: those up to
// statPresence.
type crewSums [maxHeisters][cards.StatPresence + 1]int

// sumCrew adds up the stats of all heisters at once, as sum does one by one.
func (s *State) sumCrew(sums *crewSums) {
	d := &s.game.deck
	for j := range s.heisters {
		if s.crewLasts(j)&(1<<(cards.StatPresence+1)-1) == 0 {
			continue
		}
		h := &s.heisters[j]
		for _, k := range h.carried() {
			if d.Lasts[k] == 0 {
				continue
			}
			for _, p := range d.Kinds[k].Passives {
				if p.Stat <= cards.StatPresence {
					s.spread(p, j, sums)
				}
			}
		}
	}
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind == none {
			continue
		}
		col, top := int(h.col), int(s.cols[h.col].top)
		touched := d.PoliceLasts[cards.ScopeFoes] & s.placeLasts(col, top)
		for stat := uint8(0); touched != 0; stat, touched = stat+1, touched>>1 {
			if touched&1 != 0 {
				sums[i][stat] += s.sumPlace(col, top, stat, cards.ScopeFoes)
			}
		}
	}
}

// spread adds a lasting operation of the heister in slot j to every heister that it helps.
func (s *State) spread(p cards.Passive, j int, sums *crewSums) {
	if p.Scope == cards.ScopeSelf {
		if s.holdsFor(p.Cond, j, none) {
			sums[j][p.Stat] += int(p.Amount)
		}
		return
	}
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind != none && (p.Scope == cards.ScopeTeam || p.Scope == cards.ScopeHere && h.col == s.heisters[j].col) && s.holdsFor(p.Cond, i, none) {
			sums[i][p.Stat] += int(p.Amount)
		}
	}
}
