package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// What a boss may be able to do besides, for Config.BossAbilities (DUEL-100).
const (
	BossAggressive   = "aggressive"               // +1 on the dice of attacks
	BossAreaOfEffect = "area_of_effect"           // one attack on everybody in contact
	BossArmour       = "armour"                   // the first hit of a round does nothing
	BossBounce       = "bounce"                   // pushes everybody in contact back after a Duel
	BossPrehensile   = "exceptionally_prehensile" // holds, or follows, who moves away
	BossRaiseDead    = "raise_dead"               // removed fighters rise on his side
	BossZverg        = "zverg"                    // spawns small helpers
)

var bossAbilities = []string{BossAggressive, BossAreaOfEffect, BossArmour, BossBounce, BossPrehensile, BossRaiseDead, BossZverg}

func init() {
	runners[taskBossFight] = runBossFight
	runners[taskBossSpawn] = runBossSpawn
	runners[taskBossGrip] = runBossGrip
	runners[taskBossFollow] = runBossFollow
	runners[taskBossBlow] = runBossBlow
}

// runBossFight lets one that has charged fight whom it has come into contact with.
func runBossFight(s *State, t *task) {
	m := t.m
	s.pop()
	if s.models[m].status == standing && s.contacts(m)&s.enemies(s.owner(m)) != 0 {
		s.boss.charged = true
		s.push(taskDuel, m, 0, 0)
	}
}

// aggression is added to the attacks of an aggressive boss, and of all zvergs.
func (s *State) aggression(r roll) int {
	g := s.game
	if r.kind == rollAttack && (g.isZverg(r.by) || r.by == g.theBoss() && g.config.boasts(BossAggressive)) {
		return 1
	}
	return 0
}

// wideBlow lets an attack of the boss count against every fighter in contact with
// him, from one roll.
func (s *State) wideBlow(m int8) {
	d, g := &s.duel, s.game
	if m != g.theBoss() || !d.melee || !g.config.boasts(BossAreaOfEffect) {
		return
	}
	target := d.attacks[d.waiting-1].at
	for rest := s.contacts(m) & s.enemies(s.owner(m)) &^ bit(target); rest != 0; rest &= rest - 1 {
		other := first(rest)
		_, bonus := s.diceOf(roll{by: m, against: other, kind: rollAttack})
		d.bonus = int8(bonus)
		s.count(m, other)
	}
}

// bossArmour lets the first hit of a round do nothing.
func (s *State) bossArmour(a *attack) {
	if a.at == s.game.theBoss() && a.hits > 0 && !s.boss.hardened && s.game.config.boasts(BossArmour) {
		s.boss.hardened = true
		a.hits--
	}
}

// bounce pushes the fighters in contact with the boss back an inch after a Duel
// that he was engaged in.
func (s *State) bounce(initiator int8) {
	g, b := s.game, s.game.theBoss()
	if !g.config.boasts(BossBounce) || !has(s.inPlay, b) || initiator != b && !has(s.duel.in, b) {
		return
	}
	for rest := s.contacts(b) & s.enemies(s.owner(b)); rest != 0; rest &= rest - 1 {
		m := first(rest)
		var room [maxModels]space.Model
		high := s.feet(m)
		to, _, _ := g.scene.Push(s.spot(m), s.models[b].at, space.Inch, &s.land, s.others(m, &room))
		if low := g.scene.Height(to, &s.land); low < high {
			s.fall(m, to, high-low)
			continue
		}
		s.models[m].at = to
	}
}

// callDead remembers whom the boss has removed, to raise them.
func (s *State) callDead(m int8) {
	if s.game.config.boasts(BossRaiseDead) && s.blame == s.game.theBoss() && !s.game.automatic(m) {
		s.boss.called |= bit(m)
	}
}

// raiseCalled places those that the boss has called next to him.
func (s *State) raiseCalled() {
	for rest := s.boss.called; rest != 0; rest &= rest - 1 {
		if m := s.game.risenOf(first(rest)); s.models[m].status == gone {
			s.push(taskBossSpawn, m, 0, 0)
		}
	}
	s.boss.called = 0
}

// spawnZvergs brings a zverg, and one more for each player, unless a fighter is in
// contact with the boss (DUEL-101).
func (s *State) spawnZvergs() {
	g, b := s.game, s.game.theBoss()
	if !g.config.boasts(BossZverg) || s.contacts(b)&s.enemies(s.owner(b)) != 0 {
		return
	}
	left := 1 + g.players
	for m := b + 1; left > 0 && g.isZverg(m); m++ {
		if s.models[m].status == gone {
			s.push(taskBossSpawn, m, 0, 0)
			left--
		}
	}
}

// runBossSpawn places a helper in contact with the boss, wherever chance says;
// without room there it does not come.
func runBossSpawn(s *State, t *task) {
	g, m := s.game, t.m
	b := g.theBoss()
	at := s.models[b].at
	if t.step == 1 {
		s.pop()
		s.models[m].flags &^= flagActed | flagEngaged | flagRested
		s.enter(m, g.destOf(at, s.answer))
		return
	}
	t.step = 1
	s.forbidAll()
	var points [64]space.Point
	var room [maxModels]space.Model
	for _, p := range g.scene.ContactPoints(s.spot(b), s.base(m), &s.land, s.others(nobody, &room), points[:0]) {
		s.allow(g.destID(at, p))
	}
	if !s.allowed() {
		s.pop()
		return
	}
	s.origin = at
	s.ask(nodePlace, s.owner(m), m, nobody)
}

// gripped has who wants to move away from a prehensile boss set a score and roll a
// die, instead of the boss's blow (DUEL-100).
func (s *State) gripped(m int8, a env.Action) bool {
	g := s.game
	if a != g.do(doDisengage) || !g.config.boasts(BossPrehensile) || !s.heldByBoss(m) {
		return false
	}
	s.push(taskBossGrip, m, 0, 0)
	return true
}

func (s *State) heldByBoss(m int8) bool {
	b := s.game.theBoss()
	return s.models[b].status == standing && s.inContact(m, b)
}

// looseGrip keeps a prehensile boss out of the blows at who moves away.
func (s *State) looseGrip(int8) {
	if s.duel.leaving && s.game.config.boasts(BossPrehensile) {
		s.duel.in &^= bit(s.game.theBoss())
	}
}

// runBossGrip compares a fighter's score with a die: equal, and it may go; the die
// higher, and it stays, and the boss attacks; lower, and it goes, the boss after it,
// and he attacks there.
func runBossGrip(s *State, t *task) {
	g, m := s.game, t.m
	switch t.step {
	case 0:
		t.step = 1
		s.forbidAll()
		for face := range env.Action(scores) {
			s.allow(g.actions.score + face)
		}
		s.ask(nodeScore, s.owner(m), m, g.theBoss())
		return
	case 1:
		t.step, t.a = 2, int16(s.answer-g.actions.score)+1
		s.secrets = int32(len(s.log))
		s.chance(chanceDice, 1, m)
		return
	}
	die := int16(s.answer) + 1
	s.pop()
	if die > t.a {
		s.plan(m)
		s.push(taskBossBlow, m, 0, 0)
		return
	}
	s.boss.follows = die < t.a
	s.push(taskDisengage, m, 0, 0)
	s.push(taskDuel, m, duelAvoidOnly|duelLeaving, 0)
}

// followUp lets the boss come after who has moved away from him.
func (s *State) followUp(m int8) {
	if s.boss.follows && s.act.m == m {
		s.boss.follows = false
		s.push(taskBossFollow, m, 0, 0)
	}
}

// runBossFollow puts the boss next to who has moved away from him, and lets him
// attack.
func runBossFollow(s *State, t *task) {
	g, m := s.game, t.m
	b := g.theBoss()
	s.pop()
	if !has(s.inPlay, m) || s.models[b].status != standing {
		return
	}
	var points [64]space.Point
	var room [maxModels]space.Model
	best, far := space.Nowhere, 0.
	for _, p := range g.scene.ContactPoints(s.spot(m), s.base(b), &s.land, s.others(b, &room), points[:0]) {
		if d := g.scene.Distance(p, s.models[b].at); best == space.Nowhere || d < far {
			best, far = p, d
		}
	}
	if best != space.Nowhere { // else there is no room for him (DUEL-121)
		s.models[b].at = best
		s.push(taskBossBlow, m, 0, 0)
	}
}

// runBossBlow is an attack of the boss without a Duel: a die is his score.
func runBossBlow(s *State, t *task) {
	b, m := s.game.theBoss(), t.m
	if s.models[b].status != standing || !has(s.inPlay, m) || !s.inContact(b, m) {
		s.pop()
		return
	}
	if t.step == 0 {
		t.step = 1
		s.chance(chanceDice, 1, b)
		return
	}
	s.pop()
	d := &s.duel
	*d = duel{by: b, only: nobody, target: m, melee: true, revealed: true, in: bit(m), set: bit(b), fight: bit(b)}
	d.score[b] = uint8(s.answer) + 1
	s.push(taskDuelEnd, b, 0, 0)
	s.push(taskLevels, b, 0, 0)
}
