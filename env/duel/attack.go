package duel

import "ringer/env"

func init() {
	runners[taskLevels] = runLevels
	runners[taskTargets] = runTargets
	runners[taskRolls] = runRolls
	runners[taskAttack] = runAttack
	runners[taskDefend] = runDefend
}

// runLevels lets those with the lowest score that has not had its turn act
// together, then the next ones (DUEL-27).
func runLevels(s *State, t *task) {
	d := &s.duel
	rest := d.set &^ d.done
	if rest == 0 {
		s.pop()
		return
	}
	d.group, d.waiting = s.nextLevel(rest), 0
	d.done |= d.group
	s.push(taskApply, t.m, 0, 0)
	s.push(taskRolls, t.m, 0, 0)
	if has(d.group&^d.avoiding, d.by) {
		s.push(taskTargets, t.m, 0, 0)
	}
}

// nextLevel are those of a set with the lowest score, or those who roll to avoid
// hits before anybody attacks.
func (s *State) nextLevel(rest modelSet) (group modelSet) {
	d := &s.duel
	for r := rest & d.avoiding; r != 0; r &= r - 1 {
		if m := first(r); s.rollsEarly(m) {
			group |= bit(m)
		}
	}
	if group != 0 {
		return group
	}
	low := uint8(255)
	for r := rest; r != 0; r &= r - 1 {
		switch m := first(r); {
		case d.score[m] < low:
			low, group = d.score[m], bit(m)
		case d.score[m] == low:
			group |= bit(m)
		}
	}
	return group
}

func (s *State) rollsEarly(m int8) bool {
	for _, f := range s.game.hooks.early {
		if f(s, m) {
			return true
		}
	}
	return false
}

// dodges says whether a model that avoids hits rolls before an attack on it.
func (s *State) dodges(m, by int8) bool {
	d := &s.duel
	return has(d.avoiding, m) && (d.score[m] < d.score[by] || d.score[m] != d.score[by] && s.rollsEarly(m))
}

// targets are the engaged enemies still in play that the initiator can attack.
func (s *State) targets() modelSet {
	d := &s.duel
	var set modelSet
	for rest := d.in & s.inPlay; rest != 0; rest &= rest - 1 {
		if m := first(rest); s.mayAttack(d.by, m) {
			set |= bit(m)
		}
	}
	return set
}

// runTargets lets the initiator's owner choose one target.
func runTargets(s *State, t *task) {
	d, g := &s.duel, s.game
	seat := s.owner(d.by)
	const asking, asked, aimed = 0, 1, 2
	switch t.step {
	case asked:
		d.target = g.modelOf(seat, s.answer)
		fallthrough
	case aimed:
		s.pop()
		return
	}
	set := s.targets()
	if d.target = nobody; s.models[d.by].status != standing || set == 0 {
		s.pop()
		return
	}
	if count(set) == 1 {
		d.target = first(set)
		s.pop()
		return
	}
	for _, f := range g.hooks.aims {
		if f(s, d.by) {
			t.step = aimed
			return
		}
	}
	t.step = asked
	s.forbidAll()
	for ; set != 0; set &= set - 1 {
		s.allow(g.modelID(seat, first(set)))
	}
	s.ask(nodeTarget, seat, d.by, nobody)
}

// runRolls rolls for everybody of the group: attacks first, and the defense of
// those who may still meet an attack with a higher score.
func runRolls(s *State, t *task) {
	d := &s.duel
	rest := d.group &^ (1<<uint(t.a) - 1)
	if rest == 0 || int(t.a) >= s.game.models {
		s.pop()
		return
	}
	m := first(rest)
	t.a = int16(m) + 1
	if s.models[m].status != standing {
		return
	}
	if has(d.avoiding, m) {
		if s.threatened(m) {
			s.push(taskDefend, m, 0, 0)
		}
		return
	}
	if m == d.by && d.aimed > 0 {
		s.rollDivided(m)
		return
	}
	target := d.by
	if m == d.by {
		target = d.target
	}
	if target != nobody && has(s.inPlay, target) {
		s.push(taskAttack, m, int(target), 0)
	}
}

// rollDivided rolls an attack whose dice have targets of their own, as one attack on
// each of them.
func (s *State) rollDivided(m int8) {
	d := &s.duel
	var dice [maxModels]int8
	for _, e := range d.aims[:d.aimed] {
		dice[e]++
	}
	for e := int8(s.game.models) - 1; e >= 0; e-- {
		if dice[e] > 0 {
			s.push(taskAttack, m, int(e), int(dice[e]))
		}
	}
}

// threatened says whether somebody with a higher score may still attack a model
// that tries to avoid hits (DUEL-40).
func (s *State) threatened(m int8) bool {
	d := &s.duel
	attackers := d.set &^ d.avoiding &^ d.done
	if m != d.by {
		attackers &= bit(d.by)
	}
	for rest := attackers; rest != 0; rest &= rest - 1 {
		if a := first(rest); s.models[a].status == standing && s.dodges(m, a) && (a != d.by || s.mayAttack(a, m)) {
			return true
		}
	}
	return false
}

// diceOf is the number of dice of a roll, and what is added to each.
func (s *State) diceOf(r roll) (dice, bonus int) {
	dice, bonus = s.game.diceOfKind(s.models[r.by].kind), int(s.duel.score[r.by])
	for _, f := range s.game.hooks.dice {
		dice += f(s, r)
	}
	if s.duel.oneDie && r.by == s.duel.by && r.kind == rollAttack {
		dice = 1
	}
	for _, f := range s.game.hooks.modify {
		bonus += f(s, r)
	}
	return max(1, min(dice, maxDice)), bonus
}

// throw starts a roll.
func (s *State) throw(r roll) { s.throwSome(r, maxDice) }

// throwSome starts a roll of at most so many dice.
func (s *State) throwSome(r roll, most int) {
	dice, bonus := s.diceOf(r)
	dice = min(dice, most)
	s.duel.rolled, s.duel.bonus, s.duel.faces = uint8(dice), int8(bonus), [maxDice]uint8{}
	s.chance(chanceDice, dice, r.by)
}

// land takes the dice of a roll up.
func (s *State) thrown() {
	s.duel.faces = throws(int(s.duel.rolled))[s.answer].faces
}

// total is what a die of the roll under way comes to.
func (s *State) total(face uint8) int { return int(face) + int(s.duel.bonus) }

func (s *State) hitsWith(face uint8) bool { return s.total(face) >= s.game.config.HitOn }

// runAttack rolls one attack, lets the rules have their rerolls, and counts.
func runAttack(s *State, t *task) {
	m, target := t.m, int8(t.a)
	switch t.step {
	case 0:
		t.step = 1
		r := roll{by: m, against: target, kind: rollAttack}
		if t.b > 0 { // its share of a divided attack
			s.duel.target = target
			s.duel.aimed -= uint8(t.b)
			s.throwSome(r, int(t.b))
		} else {
			s.throw(r)
		}
		s.other = target
	case 1:
		t.step = 2
		s.thrown()
		s.reach(atRolled, m)
	default:
		s.pop()
		s.count(m, target)
		s.reach(atAttacked, m)
	}
}

// count counts the hits of the attack under way. Dice that the rules let count
// for more do so also when they would miss (DUEL-82), but not when they are
// avoided.
func (s *State) count(m, target int8) {
	d := &s.duel
	a := &d.attacks[d.waiting]
	d.waiting++
	*a = attack{by: m, at: target, ranged: !d.melee}
	wall := d.defense[target]
	dodged := wall != 0 && s.dodges(target, m)
	for _, f := range d.faces[:d.rolled] {
		hits := s.hitsWith(f)
		worth := int(oneIf(hits))
		for _, h := range s.game.hooks.worth {
			worth += h(s, roll{by: m, against: target, kind: rollAttack}, f, hits)
		}
		if worth == 0 || dodged && s.total(f) >= int(wall) {
			a.misses++
			continue
		}
		a.hits += uint8(worth)
	}
	s.offerConversion(a)
}

// runDefend rolls to avoid hits: the lowest result of 7 or more stops every
// later hit that is not lower (DUEL-40).
func runDefend(s *State, t *task) {
	d := &s.duel
	switch t.step {
	case 0:
		t.step = 1
		s.throw(roll{by: t.m, against: s.attackerOf(t.m), kind: rollDefense})
		return
	case 1:
		t.step = 2
		s.thrown()
		s.reach(atDefended, t.m)
		return
	}
	d.defense[t.m] = 0
	for _, f := range d.faces[:d.rolled] {
		if s.hitsWith(f) {
			d.defense[t.m] = uint8(s.total(f))
			break
		}
	}
	s.pop()
}

// attackerOf is whose attack a model avoids: the initiator's; for the initiator
// nobody's in particular.
func (s *State) attackerOf(m int8) int8 {
	if m == s.duel.by {
		return nobody
	}
	return s.duel.by
}

// opponents are whom a roll is against: the target of an attack, and whoever may
// attack a model that avoids hits.
func (s *State) opponents(r roll) modelSet {
	if r.against != nobody {
		return bit(r.against)
	}
	return s.duel.in
}

// setAside takes a die of the roll under way, to be rolled again.
func (s *State) setAside(face uint8) {
	d := &s.duel
	for i, f := range d.faces[:d.rolled] {
		if f == face {
			copy(d.faces[i:d.rolled], d.faces[i+1:d.rolled])
			d.rolled--
			d.aside++
			return
		}
	}
	panic("duel: a die that was not rolled is rolled again")
}

// bringBack puts the dice set aside, rolled again, with the others.
func (s *State) bringBack() {
	d := &s.duel
	for _, f := range throws(int(d.aside))[s.answer].faces[:d.aside] {
		i := d.rolled
		for ; i > 0 && d.faces[i-1] > f; i-- {
			d.faces[i] = d.faces[i-1]
		}
		d.faces[i] = f
		d.rolled++
	}
	d.aside = 0
}

// dieID is the action that names a die by its face.
func (g *Game) dieID(face uint8) env.Action { return g.actions.die + env.Action(face) - 1 }
