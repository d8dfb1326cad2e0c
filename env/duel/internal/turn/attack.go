package turn

import "ringer/env"

// runLevels lets those with the lowest score that has not had its turn act
// together, then the next ones (DUEL-27).
func runLevels(s *State, t *Task) {
	d := &s.Duel
	rest := d.Set &^ d.done
	if rest == 0 {
		s.Pop()
		return
	}
	d.group, d.Waiting = s.nextLevel(rest), 0
	d.done |= d.group
	s.Push(taskApply, t.M)
	s.PushEach(Task{Kind: taskRolls}, d.group, s.Initiator())
	if (d.group &^ d.Avoiding).Has(d.By) {
		s.Push(taskTargets, t.M)
	}
}

// nextLevel returns the models of a set with the lowest score, or those that roll to avoid
// hits before anybody attacks.
func (s *State) nextLevel(rest ModelSet) (group ModelSet) {
	d := &s.Duel
	for r := rest & d.Avoiding; r != 0; r &= r - 1 {
		if m := r.First(); s.rollsEarly(m) {
			group |= Bit(m)
		}
	}
	if group != 0 {
		return group
	}
	low := uint8(255)
	for r := rest; r != 0; r &= r - 1 {
		switch m := r.First(); {
		case d.Score[m] < low:
			low, group = d.Score[m], Bit(m)
		case d.Score[m] == low:
			group |= Bit(m)
		}
	}
	return group
}

// rollsEarly reports whether a model avoids hits before attackers with other scores.
func (s *State) rollsEarly(m int8) bool {
	for _, f := range s.Game.Hooks.Early {
		if f(s, m) {
			return true
		}
	}
	return false
}

// dodges reports whether a model that avoids hits rolls before an attack on it.
func (s *State) dodges(m, by int8) bool {
	d := &s.Duel
	return d.Avoiding.Has(m) && (d.Score[m] < d.Score[by] || d.Score[m] != d.Score[by] && s.rollsEarly(m))
}

// Targets returns the engaged enemies still in play that the initiator can attack, or the mob
// that it duels.
func (s *State) Targets() ModelSet {
	d := &s.Duel
	var set ModelSet
	for rest := d.In; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.present(m) && s.MayAttack(d.By, m) {
			set |= Bit(m)
		}
	}
	return set
}

// Steps of taskTargets.
const (
	targetAsks  Step = iota
	targetAsked      // the owner has chosen
	targetAimed      // a rule has taken the choice over
)

// runTargets lets the initiator's owner choose one target.
func runTargets(s *State, t *Task) {
	d, g := &s.Duel, s.Game
	seat := s.Owner(d.By)
	switch t.Step {
	case targetAsked:
		d.Target = g.ModelOf(seat, s.Answer)
		fallthrough
	case targetAimed:
		s.Pop()
		return
	}
	set := s.Targets()
	if d.Target = Nobody; s.Models[d.By].Status != Standing || set == 0 {
		s.Pop()
		return
	}
	if set.Count() == 1 {
		d.Target = set.First()
		s.Pop()
		return
	}
	for _, f := range g.Hooks.Aims {
		if f(s, d.By) {
			t.Step = targetAimed
			return
		}
	}
	t.Step = targetAsked
	s.ForbidAll()
	for ; set != 0; set &= set - 1 {
		s.Allow(g.ModelID(seat, set.First()))
	}
	s.Ask(NodeTarget, seat, d.By, Nobody)
}

// runRolls rolls for one model of the group: its attack, or its defense where it may
// still meet an attack with a higher score.
func runRolls(s *State, t *Task) {
	d, m := &s.Duel, t.M
	s.Pop()
	if !s.acts(m) {
		return
	}
	if d.Avoiding.Has(m) {
		if s.threatened(m) {
			s.Push(taskDefend, m)
		}
		return
	}
	if m == d.By && d.Aimed > 0 {
		s.rollDivided(m)
		return
	}
	target := d.By
	if m == d.By {
		target = d.Target
	}
	if target != Nobody && s.present(target) {
		s.Push(taskAttack, m).Other = target
	}
}

// rollDivided rolls an attack whose dice have targets of their own, as one attack on
// each of them.
func (s *State) rollDivided(m int8) {
	d := &s.Duel
	var dice [MaxModels]int8
	var set ModelSet
	for _, e := range d.Aims[:d.Aimed] {
		dice[e]++
		set |= Bit(e)
	}
	var order [MaxDice]int8
	n := 0
	for set != 0 {
		order[n] = s.Around(set, m)
		set &^= Bit(order[n])
		n++
	}
	for ; n > 0; n-- { // the last on top of the stack is the first to be rolled
		t := s.Push(taskAttack, m)
		t.Other, t.Number = order[n-1], int16(dice[order[n-1]])
	}
}

// unaim forgets the dice that are aimed at a model: they are rolled.
func (d *Duel) unaim(m int8) {
	n := uint8(0)
	for _, e := range d.Aims[:d.Aimed] {
		if e != m {
			d.Aims[n] = e
			n++
		}
	}
	d.Aimed = n
}

// AimedAt returns how many of the initiator's dice are to be rolled against a model of
// those that have targets of their own.
func (d *Duel) AimedAt(m int8) (dice int) {
	for _, e := range d.Aims[:d.Aimed] {
		if e == m {
			dice++
		}
	}
	return dice
}

// threatened reports whether somebody with a higher score may still attack a model
// that tries to avoid hits (DUEL-40).
func (s *State) threatened(m int8) bool {
	d := &s.Duel
	attackers := d.Set &^ d.Avoiding &^ d.done
	if m != d.By {
		attackers &= Bit(d.By)
	}
	for rest := attackers; rest != 0; rest &= rest - 1 {
		if a := rest.First(); s.Models[a].Status == Standing && s.dodges(m, a) && (a != d.By || s.MayAttack(a, m)) {
			return true
		}
	}
	return false
}

// DiceOf returns the number of dice of a roll, and what is added to each.
func (s *State) DiceOf(r Roll) (dice, bonus int) {
	if dice, bonus = 0, int(s.Duel.Score[r.By]); r.By >= MaxModels {
		dice = s.Crowd(r.By).Size()
	} else {
		dice = s.Game.DiceOfKind(s.Models[r.By].Kind)
	}
	for _, f := range s.Game.Hooks.Dice {
		dice += f(s, r)
	}
	if s.Duel.OneDie && r.By == s.Duel.By && r.Kind == RollAttack {
		dice = 1
	}
	for _, f := range s.Game.Hooks.Modify {
		bonus += f(s, r)
	}
	return max(1, min(dice, MaxDice)), bonus
}

// Throw starts a roll.
func (s *State) Throw(r Roll) { s.throwSome(r, MaxDice) }

// throwSome starts a roll of at most this many dice.
func (s *State) throwSome(r Roll, most int) {
	dice, bonus := s.DiceOf(r)
	dice = min(dice, most)
	s.Duel.Roll, s.Duel.Rolled, s.Duel.Bonus, s.Duel.Faces = r, uint8(dice), int8(bonus), [MaxDice]uint8{}
	s.Chance(ChanceDice, dice, r.By)
}

// Thrown takes up the dice that chance has thrown.
func (s *State) Thrown() {
	s.Duel.Faces = Throws(int(s.Duel.Rolled))[s.Answer].Faces
}

// Total returns the result of a die of the roll under way, with what is added to it.
func (s *State) Total(face uint8) int { return int(face) + int(s.Duel.Bonus) }

// Scores returns how many hits a die of the roll under way counts for; 0 of a die that misses.
// Of a roll to avoid hits it is 1 for a defense. It is the one definition of a hit: rules let a
// die count for more, also one that would miss (DUEL-82), and what is rolled again as a hit or
// a miss goes by it.
func (s *State) Scores(face uint8) (hits int) {
	if s.Total(face) >= s.Game.Config.HitOn {
		hits = 1
	}
	if s.Duel.Roll.Kind == RollAttack {
		for _, f := range s.Game.Hooks.Worth {
			hits = f(s, s.Duel.Roll, face, hits)
		}
	}
	return hits
}

// voided reports whether the attack under way does nothing to its target.
func (s *State) voided() bool {
	for _, f := range s.Game.Hooks.Voids {
		if f(s, s.Duel.Roll) {
			return true
		}
	}
	return false
}

// Steps of taskAttack and taskDefend.
const (
	rollThrows Step = iota
	rollThrown
	rollCounts // the rerolls are over
)

// runAttack rolls one attack, lets the rules have their rerolls, and counts.
func runAttack(s *State, t *Task) {
	m, target := t.M, t.Other
	switch t.Step {
	case rollThrows:
		t.Step = rollThrown
		r := Roll{By: m, Against: target, Kind: RollAttack}
		if t.Number > 0 { // its share of a divided attack
			s.Duel.Target = target
			s.Duel.unaim(target)
			s.throwSome(r, int(t.Number))
		} else {
			s.Throw(r)
		}
		s.Other = model(target)
	case rollThrown:
		t.Step = rollCounts
		s.Thrown()
		s.Reach(AtRolled, m)
	default:
		s.Pop()
		s.Count(m, target)
		s.Reach(AtAttacked, m)
	}
}

// Count counts the hits of the attack under way, of a die that is avoided none.
func (s *State) Count(m, target int8) {
	d := &s.Duel
	a := &d.Attacks[d.Waiting]
	d.Waiting++
	*a = Attack{By: m, At: target, Ranged: !d.Melee}
	wall := d.Defense[target]
	dodged := wall != 0 && s.dodges(target, m)
	d.Roll.Against = target
	void := s.voided()
	for _, f := range d.Faces[:d.Rolled] {
		hits := s.Scores(f)
		if hits == 0 || void || dodged && s.Total(f) >= int(wall) {
			a.Misses++
			continue
		}
		a.Hits += uint8(hits)
	}
	if target < MaxModels {
		s.offerConversion(a)
	}
}

// runDefend rolls to avoid hits: the lowest result of 7 or more stops every
// later hit that is not lower (DUEL-40).
func runDefend(s *State, t *Task) {
	d := &s.Duel
	switch t.Step {
	case rollThrows:
		t.Step = rollThrown
		s.Throw(Roll{By: t.M, Against: s.attackerOf(t.M), Kind: RollDefense})
		return
	case rollThrown:
		t.Step = rollCounts
		s.Thrown()
		s.Reach(AtDefended, t.M)
		return
	}
	d.Defense[t.M] = 0
	for _, f := range d.Faces[:d.Rolled] {
		if s.Scores(f) > 0 {
			d.Defense[t.M] = uint8(s.Total(f))
			break
		}
	}
	s.Pop()
}

// attackerOf returns the model whose attack another avoids: the initiator; Nobody for
// the initiator itself.
func (s *State) attackerOf(m int8) int8 {
	if m == s.Duel.By {
		return Nobody
	}
	return s.Duel.By
}

// Opponents returns the models that a roll is against: the target of an attack, or
// those that may attack a model that avoids hits. A mob is none.
func (s *State) Opponents(r Roll) ModelSet {
	if r.Against != Nobody {
		return Bit(r.Against) &^ mobs
	}
	return s.Duel.In &^ mobs
}

// SetAside takes a die of the roll under way, to be rolled again.
func (s *State) SetAside(face uint8) {
	d := &s.Duel
	for i, f := range d.Faces[:d.Rolled] {
		if f == face {
			copy(d.Faces[i:d.Rolled], d.Faces[i+1:d.Rolled])
			d.Rolled--
			d.Aside++
			return
		}
	}
	panic("duel: a die that was not rolled is rolled again")
}

// BringBack puts the dice set aside, rolled again, with the others.
func (s *State) BringBack() {
	d := &s.Duel
	for _, f := range Throws(int(d.Aside))[s.Answer].Faces[:d.Aside] {
		i := d.Rolled
		for ; i > 0 && d.Faces[i-1] > f; i-- {
			d.Faces[i] = d.Faces[i-1]
		}
		d.Faces[i] = f
		d.Rolled++
	}
	d.Aside = 0
}

// DieID returns the action that names a die by its face.
func (g *Game) DieID(face uint8) env.Action { return g.Actions.Die + env.Action(face) - 1 }
