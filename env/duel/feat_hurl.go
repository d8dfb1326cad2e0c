package duel

import "ringer/env/duel/space"

// Hurl's lengths, in inches: of an ally, and of an enemy for each hit.
const (
	hurlFar    = 8
	hurlPerHit = 2
)

// Hurl, a Special Attack that is channelled: the Hero throws a model in contact with
// it on a smaller base. An ally lands on its feet up to 8 inches away, where it does
// not fall, and a Duel may follow (DUEL-26). With an enemy there is a Duel at once, in
// which that one only avoids hits; each hit may be 2 inches of the throw instead, to 8
// at most, and where it lands it is placed prone and may fall. Any free point will do,
// in sight or not (DUEL-66, DUEL-78).
func init() {
	skills[featHurl] = &skill{
		channel: true, attack: true, partly: true,
		needs:      needsAvoidHits,
		far:        func(*Config) float64 { return hurlFar },
		mayUse:     func(s *State, m int8) bool { return !s.forbidsSpecials(m) && s.hurlable(m) != 0 },
		use:        func(s *State, m int8) { s.pushSkill(featHurl, m, 0, 0) },
		mayConvert: func(s *State, a *attack) bool { return s.duel.special == featHurl && a.by == s.duel.by },
		convert:    func(s *State, a *attack) { s.hurl(a.by, a.at, hurlPerHit*int(a.hits)) },
		run:        runHurl,
	}
}

// hurlable are the models that one can hurl.
func (s *State) hurlable(m int8) modelSet {
	set := s.contacts(m)
	for rest := set; rest != 0; rest &= rest - 1 {
		e := first(rest)
		if s.base(e) >= s.base(m) || has(s.allied(s.owner(m)), e) && !s.lends(featHurl, m, e) {
			set &^= bit(e)
		}
	}
	return set
}

// Steps of the task of Hurl.
const (
	hurlWhom = iota
	hurlChosen
	hurlWhere
	hurlLands
)

// hurl pushes the throw of a model by another.
func (s *State) hurl(m, e int8, inches int) {
	s.pushSkill(featHurl, m, min(inches, hurlFar), int(e)).step = hurlWhere
}

func runHurl(s *State, t *task) {
	m, e := t.m, int8(t.b)
	switch t.step {
	case hurlWhom:
		t.step = hurlChosen
		s.askWhom(featHurl, m, s.hurlable(m), false)
	case hurlChosen:
		s.pop()
		if e = s.chosen(m); has(s.allied(s.owner(m)), e) {
			s.plan(m)
			s.hurl(m, e, hurlFar)
			return
		}
		s.push(taskDuel, m, duelOnly|duelDodge|duelBare, int(e)).with = featHurl
	case hurlWhere:
		if !has(s.inPlay, e) {
			s.pop()
			return
		}
		t.step = hurlLands
		s.allowLandings(m, e, t.a)
		s.askSkill(featHurl, nodeWhere, s.owner(m), e, m)
	default:
		s.pop()
		s.lands(m, e)
	}
}

// allowLandings makes the points legal to which a model can be hurled.
func (s *State) allowLandings(m, e int8, inches int16) {
	g, at := s.game, s.models[e].at
	s.forbidAll()
	s.allowFree(e, at, space.Length(inches)*space.Inch)
	if !g.config.Falling || !has(s.allied(s.owner(m)), e) {
		return
	}
	feet, free := s.feet(e)+s.models[e].climbed, space.Inches(g.config.FallFree)
	for a := g.actions.dest; a < g.actions.edge; a++ { // an ally must be safe
		if s.legal[a>>6]>>(a&63)&1 != 0 && feet-g.scene.Height(g.destOf(at, a), &s.land) > free {
			s.forbid(a)
		}
	}
}

// lands puts a hurled model where the answer says.
func (s *State) lands(m, e int8) {
	x := &s.models[e]
	feet := s.feet(e) + x.climbed
	x.at = s.game.destOf(x.at, s.answer)
	x.climbed = 0
	s.clear(e, flagClimbing)
	if has(s.allied(s.owner(m)), e) {
		return
	}
	if x.status == standing {
		s.knock(e)
	}
	s.fall(e, x.at, feet-s.feet(e))
}
