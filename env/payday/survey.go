package payday

// A Survey is all that HeisterAt, ColumnAt and OfficerAt say of a state, found in
// one go, for players that judge many tables.
type Survey struct {
	Income   [2]int                             // as State.Income
	Crew     int                                // heisters on the table
	Heisters [MaxHeisters]Heister               // the first Crew, in the order of their slots
	Columns  [maxColumns]Column                 // the first State.Columns()
	Posted   [maxColumns][Places]int            // officers at each objective that is left
	Police   [maxColumns][Places][Slots]Officer // the first Posted of each, in the order of their slots
}

// crewSums are what lasting operations add to each heister, by stat: those up to
// statPresence.
type crewSums [maxHeisters][statPresence + 1]int

// Survey fills dst. Face-down guards are in it: what they are only the Police know.
func (s *State) Survey(dst *Survey) {
	var sums crewSums
	var effort, presence [maxColumns]int
	s.sumCrew(&sums)
	dst.Crew, dst.Income = 0, [2]int{s.income(Criminal), 0}
	for i := range s.heisters {
		if s.heisters[i].kind == none {
			continue
		}
		x := &dst.Heisters[dst.Crew]
		dst.Crew++
		s.lookAtHeister(i, &sums[i], x)
		effort[x.Column] += x.Effort
		presence[x.Column] += x.Presence
	}
	for col := range s.columns() {
		c := &dst.Columns[col]
		s.lookAtColumn(col, s.effortOf(col, effort[col]), presence[col], c)
		dst.Posted[col] = [Places]int{}
		for d := c.Gone; d <= c.Obstacles; d++ {
			lasts := s.placeLasts(col, d)
			dst.Posted[col][d] = s.surveyPlace(col, d, lasts, &dst.Police[col][d])
			if lasts>>statIncome&1 != 0 {
				dst.Income[Police] += s.sumPlace(col, d, statIncome, scopeTeam)
			}
		}
	}
}

// surveyPlace fills in the officers of a place and counts them. lasts are its
// placeLasts.
func (s *State) surveyPlace(col, depth int, lasts uint16, dst *[slots]Officer) int {
	damage, armor := 0, 0
	if lasts |= s.game.deck.crewLasts[scopeFoes]; lasts>>statDamage&1 != 0 {
		damage = s.sumPosted(col, depth, statDamage)
	}
	if lasts>>statArmor&1 != 0 {
		armor = s.sumPosted(col, depth, statArmor)
	}
	n := 0
	posted := &s.cols[col].places[depth].officers
	for j := range posted {
		if posted[j].kind == none {
			continue
		}
		s.lookAtOfficer(&posted[j], damage, armor, &dst[n])
		n++
	}
	return n
}

// sumCrew adds up the stats of all heisters at once, as sum does one by one.
func (s *State) sumCrew(sums *crewSums) {
	d := &s.game.deck
	for j := range s.heisters {
		if s.crewLasts(j)&(1<<(statPresence+1)-1) == 0 {
			continue
		}
		h := &s.heisters[j]
		for _, k := range h.carried() {
			if d.lasts[k] == 0 {
				continue
			}
			for _, p := range d.kinds[k].passives {
				if p.stat <= statPresence {
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
		touched := d.policeLasts[scopeFoes] & s.placeLasts(col, top)
		for stat := uint8(0); touched != 0; stat, touched = stat+1, touched>>1 {
			if touched&1 != 0 {
				sums[i][stat] += s.sumPlace(col, top, stat, scopeFoes)
			}
		}
	}
}

// spread adds a lasting operation of the heister in slot j to all whom it helps.
func (s *State) spread(p passive, j int, sums *crewSums) {
	if p.scope == scopeSelf {
		if s.holdsFor(p.cond, j, none) {
			sums[j][p.stat] += int(p.amount)
		}
		return
	}
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind != none && (p.scope == scopeTeam || p.scope == scopeHere && h.col == s.heisters[j].col) && s.holdsFor(p.cond, i, none) {
			sums[i][p.stat] += int(p.amount)
		}
	}
}
