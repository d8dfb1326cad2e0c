package duel

func init() { runners[taskCoverReroll] = runCoverReroll }

// How well a target is hidden.
type coverLevel uint8

const (
	coverNone coverLevel = iota
	coverLight
	coverHeavy
)

// Against a target in cover, one die that hit must be rolled again, the
// attacker's choice; against heavy cover two of at least two, when the target
// tries to avoid hits and is no rookie. It is the last reroll (DUEL-45). A two-handed weapon
// gives neither reroll against cover (DUEL-39).
var coverRule = rule{
	name: "cover",
	on: [points]func(s *State, m int8){
		atRolled: func(s *State, m int8) {
			target := s.targetOf(m)
			level := s.coverOf(m, target)
			if level == coverNone || s.game.config.Armory && s.usesTwoHands(m) {
				return
			}
			most := 1
			if level == coverHeavy && has(s.duel.avoiding, target) && s.models[target].status == standing && s.models[target].kind != rookie {
				most = 2
			}
			s.push(taskCoverReroll, m, most, 0)
		},
	},
}

// runCoverReroll sets aside dice that hit, asking which when it matters, and
// rolls them again together.
func runCoverReroll(s *State, t *task) {
	g, d := s.game, &s.duel
	const counting, choosing, rolling = 0, 1, 2
	switch t.step {
	case counting:
		hits := 0
		for _, f := range d.faces[:d.rolled] {
			if s.hitsWith(f) {
				hits++
			}
		}
		if t.a = int16(min(int(t.a), hits)); t.a == 0 {
			s.pop()
			return
		}
		t.step = choosing
	case choosing:
		s.setAside(uint8(s.answer-g.actions.die) + 1)
	case rolling:
		s.bringBack()
		s.pop()
		return
	}
	for d.aside < uint8(t.a) {
		s.forbidAll()
		for _, f := range d.faces[:d.rolled] {
			if s.hitsWith(f) {
				s.allow(g.dieID(f))
			}
		}
		if a, one := s.sole(); one {
			s.setAside(uint8(a-g.actions.die) + 1)
			continue
		}
		s.ask(nodeCover, s.owner(t.m), t.m, s.targetOf(t.m))
		return
	}
	t.step = rolling
	s.chance(chanceDice, int(d.aside), t.m)
}

// coverOf says how well a target is hidden from an attacker, as far as the
// rules of cover are on: a shield is light cover.
func (s *State) coverOf(by, target int8) coverLevel {
	if s.game.config.Cover == CoverOff {
		return coverNone
	}
	level := s.terrainCover(by, target)
	if level == coverNone && (s.shielded(by, target) || s.swims(by, target) || s.sheltered(by, target)) {
		level = coverLight
	}
	if level == coverHeavy && s.game.config.Cover == CoverSimple {
		level = coverLight
	}
	return level
}

// sheltered says whether a rule puts a target into cover.
func (s *State) sheltered(by, target int8) bool {
	for _, f := range s.game.hooks.covered {
		if f(s, by, target) {
			return true
		}
	}
	return false
}
