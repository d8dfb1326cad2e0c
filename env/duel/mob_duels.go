package duel

import (
	"math"

	"ringer/env"
	"ringer/env/duel/space"
)

func init() {
	runners[taskMobChoice] = runMobChoice
	runners[taskMobDuel] = runMobDuel
	runners[taskMobReact] = runMobReact
	runners[taskMobAttack] = runMobAttack
	runners[taskMobAside] = runMobAside
}

// mobHears is how near to a Duel a mob reacts, mobFlees how far it runs, in
// inches; mobHits the die of a mob that hits.
const (
	mobHears = 6.
	mobFlees = 6.
	mobHits  = 4
)

// mayDuelMob says whether a model could duel a mob, and whether hand to hand.
func (s *State) mayDuelMob(m int8, i int) (melee, ok bool) {
	g := s.game
	if s.mob(i).size() == 0 {
		return false, false
	}
	gap := s.mobGap(s.spot(m), i)
	if g.config.Melee && s.build(m).melee != noWeapon && gap <= g.step.Inches()/2+rounding {
		return true, true
	}
	if !s.canShoot(m) || gap < g.duelFrom-rounding || !s.seesMob(m, i) {
		return false, false
	}
	return false, !g.config.WeaponRange || gap <= g.ranges[s.build(m).ranged]+rounding
}

// runMobChoice offers a fighter to duel a mob instead of its enemies (DUEL-105).
func runMobChoice(s *State, t *task) {
	g, m := s.game, t.m
	if t.step == 1 {
		s.pop()
		if s.answer != g.do(doDone) {
			s.act.instead = true
			s.push(taskMobDuel, m, int(s.answer-g.actions.mob), 0)
		}
		return
	}
	how := int(s.tasks[s.taskCount-2].a) // of the Duel
	s.forbidAll()
	if s.models[m].status == standing && s.tasks[s.taskCount-2].kind == taskDuel && how&(duelAvoidOnly|duelCharge|duelLeaving) == 0 {
		for i := range s.street.crowds {
			if _, ok := s.mayDuelMob(m, i); ok {
				s.allow(g.actions.mob + env.Action(i))
			}
		}
	}
	if !s.allowed() {
		s.pop()
		return
	}
	t.step = 1
	s.allow(g.do(doDone))
	s.ask(nodeAgainst, s.owner(m), m, nobody)
}

// runMobDuel fights a mob: the fighter's score first, then a die for the mob's. A
// mob with the lower score rolls a die a model to avoid hits; then the fighter
// attacks, and for each hit chance takes a model off the disc (DUEL-105).
func runMobDuel(s *State, t *task) {
	g, d, m, i := s.game, &s.duel, t.m, int(t.a)
	const setting, scored, answered, guarded, attacked, jamming, losing = 0, 1, 2, 3, 4, 5, 6
	switch t.step {
	case setting:
		melee, _ := s.mayDuelMob(m, i)
		*d = duel{by: m, only: nobody, target: nobody, melee: melee}
		s.street.duelled, s.street.losses = int8(i), 0
		s.set(m, flagEngaged)
		t.step = scored
		s.forbidAll()
		for face := range env.Action(scores) {
			s.allow(g.actions.score + face)
		}
		s.ask(nodeScore, s.owner(m), m, nobody)
	case scored:
		s.setScore(m, s.answer)
		d.set, d.revealed, s.secrets = bit(m), true, int32(len(s.log))
		t.step = answered
		s.chance(chanceDice, 1, nobody)
	case answered:
		score := uint8(s.answer) + 1
		t.step, t.b = guarded, int16(score)
		if score < d.score[m] {
			s.chance(chanceDice, min(s.mob(i).size(), maxDice), nobody)
			return
		}
		t.b = 0
	case guarded:
		d.defense[m] = 0
		if t.b > 0 {
			n := min(s.mob(i).size(), maxDice)
			for _, f := range throws(n)[s.answer].faces[:n] {
				if int(f)+int(t.b) >= g.config.HitOn {
					d.defense[m] = f + uint8(t.b)
					break
				}
			}
		}
		t.step = attacked
		s.throw(roll{by: m, against: nobody, kind: rollAtMob})
	case attacked:
		s.thrown()
		t.b = int16(s.mobLosses(m))
		t.step = losing
		if g.config.Jamming && !d.melee {
			s.push(taskJam, m, 0, 0)
		}
	case losing:
		s.mobLoses(t, i)
	default:
		s.removeFromMob(i, int(s.answer))
		t.step = losing
	}
}

// mobLosses is how many dice of the roll hit a mob and are not avoided: the lowest
// defense stops all that are not lower (DUEL-40).
func (s *State) mobLosses(m int8) (hits int) {
	d := &s.duel
	for _, f := range d.faces[:d.rolled] {
		if wall := int(d.defense[m]); s.hitsWith(f) && (wall == 0 || s.total(f) < wall) {
			hits++
		}
	}
	return hits
}

// mobLoses draws the next model that a mob loses; after the last the Duel is over.
func (s *State) mobLoses(t *task, i int) {
	if t.b > 0 && s.mob(i).size() > 0 {
		t.b--
		t.step = 7
		s.origin = s.mob(i).at
		s.chance(chanceCrowd, s.mob(i).size(), t.m)
		s.other = int8(i)
		return
	}
	m := t.m
	s.pop()
	s.reach(atDuelEnd, m)
	s.duel.by = nobody
}

// removeFromMob takes the k-th model off a disc: civilians first, then fighters,
// who are removed outright.
func (s *State) removeFromMob(i, k int) {
	c := s.mob(i)
	s.street.losses++
	if k < int(c.civilians) {
		c.civilians--
		s.discs()
		return
	}
	s.remove(s.memberOf(i, k))
}

// memberOf is the fighter that the k-th model of a mob is.
func (s *State) memberOf(i, k int) int8 {
	rest := s.mob(i).members
	for k -= int(s.mob(i).civilians); k > 0; k-- {
		rest &= rest - 1
	}
	return first(rest)
}

// upsetMobs lets every mob react that sees, within six inches, who has initiated
// the Duel, and the one that it was with, in chance order (DUEL-105).
func (s *State) upsetMobs(m int8) {
	duelled := int(s.street.duelled)
	s.street.duelled = nobody
	if !has(s.inPlay, m) {
		return
	}
	n := 0
	for i := range s.street.crowds {
		if s.mob(i).size() > 0 && (i == duelled || s.mobGap(s.spot(m), i) <= mobHears+rounding && s.seesMob(m, i)) {
			s.street.turn[n] = int8(i)
			n++
		}
	}
	if n > 0 {
		s.push(taskMobReact, m, n, duelled+1)
	}
}

// runMobReact rolls for the mobs, one after the other: indifferent, aggressive or
// in panic; each loss of the one that was duelled adds 1.
func runMobReact(s *State, t *task) {
	const sorting, sorted, next, rolled = 0, 1, 2, 3
	m, n := t.m, int(t.a)
	switch t.step {
	case sorting:
		if t.step = next; n > 1 {
			t.step = sorted
			s.chance(chanceTie, factorial(n), nobody)
			return
		}
	case sorted:
		s.street.turn = permuted(s.street.turn, n, int(s.answer))
		t.step = next
	case rolled:
		i := int(s.street.turn[0])
		copy(s.street.turn[:], s.street.turn[1:])
		t.a--
		t.step = next
		die := int(s.answer) + 1
		if i == int(t.b)-1 {
			die = min(6, die+int(s.street.losses))
		}
		switch {
		case die >= 5:
			s.panic(i, m)
		case die >= 3:
			s.rush(i, m)
		}
		return
	}
	for ; t.a > 0 && (s.mob(int(s.street.turn[0])).size() == 0 || !has(s.inPlay, m)); t.a-- {
		copy(s.street.turn[:], s.street.turn[1:])
	}
	if t.a == 0 {
		s.pop()
		return
	}
	t.step = rolled
	s.chance(chanceDice, 1, nobody)
	s.origin = s.mob(int(s.street.turn[0])).at
}

// between is the way from a mob's disc to a model.
func (s *State) between(i int, m int8) (dx, dy float64) {
	o := s.models[m].at.Sub(s.mob(i).at)
	return float64(o.X), float64(o.Y)
}

// rush moves an aggressive mob into contact with a model, and attacks it. One that
// it cannot get at makes it panic. Others in its way become part of it.
func (s *State) rush(i int, m int8) {
	if s.feet(m) > space.Inch/2 {
		s.panic(i, m)
		return
	}
	dx, dy := s.between(i, m)
	if s.slide(i, dx, dy, math.Ceil(mobHears), m, func(other int8) { s.join(other, i) }) {
		s.push(taskMobAttack, m, i, 0)
	}
}

// panic moves a mob straight away from a model, over whoever is in the way: those
// are attacked, and who is under the disc in the end gets out of it.
func (s *State) panic(i int, m int8) {
	dx, dy := s.between(i, m)
	var run modelSet
	s.slide(i, -dx, -dy, mobFlees, nobody, func(other int8) { run |= bit(other) })
	for rest := run; rest != 0; rest &= rest - 1 {
		other := first(rest)
		if s.onDisc(s.spot(other), i) {
			s.push(taskMobAside, other, i, 0)
		}
	}
	for ; run != 0; run &= run - 1 {
		s.push(taskMobAttack, first(run), i, 0)
	}
}

// runMobAttack rolls a die for each model on a disc against one fighter: 4 or more,
// with what the fighter's protection makes of it, is a hit.
func runMobAttack(s *State, t *task) {
	m := t.m
	n := min(s.mob(int(t.a)).size(), maxDice)
	if !has(s.inPlay, m) {
		s.pop()
		return
	}
	if t.step == 0 {
		t.step = 1
		s.chance(chanceDice, n, m)
		return
	}
	s.pop()
	hits := 0
	for _, f := range throws(n)[s.answer].faces[:n] {
		if int(f)+int(s.build(m).protection) >= mobHits {
			hits++
		}
	}
	s.hurt(m, hits)
}

// runMobAside lets the owner of a fighter under a disc place it next to it.
func runMobAside(s *State, t *task) {
	g, m, i := s.game, t.m, int(t.a)
	if t.step == 1 {
		s.pop()
		s.models[m].at = g.destOf(s.mob(i).at, s.answer)
		return
	}
	if !has(s.inPlay, m) || !s.onDisc(s.spot(m), i) {
		s.pop()
		return
	}
	if !s.allowBeside(m, i) {
		s.pop() // no room: it becomes part of the mob (DUEL-121)
		return
	}
	t.step = 1
	s.ask(nodeAside, s.owner(m), m, nobody)
}
