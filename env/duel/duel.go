package duel

func init() {
	runners[taskDuel] = runDuel
	runners[taskWeapon] = runWeapon
	runners[taskDuelEnd] = runDuelEnd
}

// A duel is the Duel under way (DUEL-27). There is never more than one: what
// would start another waits until it ends (DUEL-115).
type duel struct {
	by        int8     // initiator; nobody when there is none
	joint     bool     // the engaged set has initiated it together: joint.go
	melee     bool     // hand to hand
	avoidOnly bool     // the initiator may only avoid hits
	oneDie    bool     // the initiator rolls one die: a skirmish attack
	charge    bool     // +1 for the charger
	leaving   bool     // the initiator wants out of the melee (DUEL-57)
	evade     bool     // the others may only avoid hits
	bare      bool     // the initiator needs no arms
	chosen    bool     // the initiator has chosen a Special Attack, or none
	revealed  bool     // the scores are known
	only      int8     // the one enemy that a charge is about; nobody
	fixed     uint8    // the initiator's score under bids
	in        modelSet // the engaged set, without the initiator
	eyes      modelSet // who lends the initiator its sight (sight.go)
	lent      modelSet // enemies that they see and it does not
	dodge     modelSet // of them, those that may only avoid hits
	drawn     modelSet // of them, those drawn from a melee (DUEL-56)
	random    modelSet // of them, those whose score is a die
	reacted   modelSet // those who could move away from a ganger or rookie
	fight     modelSet // who may attack, the initiator included
	avoid     modelSet // who may try to avoid hits
	set       modelSet // whose score is set
	avoiding  modelSet // who has chosen to avoid hits
	done      modelSet // whose turn to attack or defend has come
	group     modelSet // those whose turn it is together
	scope     modelSet // initiators to whose dice an upgrade adds
	score     [maxModels]uint8
	defense   [maxModels]uint8 // lowest defense result; 0: none
	target    int8             // whom the initiator attacks
	special   skillID          // the Special Attack of the initiator
	much      uint8            // a number that it keeps
	aims      [maxDice]int8    // targets of the initiator's dice still to be rolled, where they differ
	aimed     uint8            // … of so many dice
	twice     bool             // the initiator has had the reroll of a two-handed weapon

	// the roll under way
	faces  [maxDice]uint8 // ascending
	rolled uint8
	bonus  int8  // added to each die, the score included
	aside  uint8 // dice taken out, to be rolled again

	attacks [maxModels]attack // of the group, rolled and not yet applied
	waiting uint8
	current uint8 // of them, the one that is taking effect
}

// An attack is rolled and its hits are counted.
type attack struct {
	by, at int8
	hits   uint8
	scored uint8 // the hits left when nothing stops them any more, before they go to others; none if converted
	rest   uint8 // hits beside those that something else takes the place of
	misses uint8
	ranged bool
	with   skillID // what it does instead of its hits
}

// Ways to start a Duel, as bits of task.a.
const (
	duelOneDie    = 1 << iota // a skirmish attack
	duelAvoidOnly             // after a skirmish attack, or a failed charge
	duelCharge                // of the charger against one enemy, in task.b
	duelLeaving               // out of a melee
	duelFixed                 // the score is the bid
	duelOnly                  // with one enemy alone, in task.b
	duelDodge                 // … which may only avoid hits
	duelBare                  // … in contact, whatever arms they have
)

// runDuel finds out whom the model can duel with, and how.
func runDuel(s *State, t *task) {
	if t.step == 0 {
		if t.a&duelLeaving == 0 && !s.mayInitiate(t.m) {
			s.pop()
			return
		}
		t.step = 1
		s.reach(atPlan, t.m)
		return
	}
	m, how, only, with := t.m, int(t.a), int8(t.b), t.with
	if t.step == 1 && how&^(duelOneDie|duelFixed) == 0 && !s.act.instead && len(s.game.lenders) > 0 {
		t.step, s.duel.lent, s.duel.eyes = 2, 0, 0
		s.push(taskLend, m, 0, 0)
		return
	}
	var eyes, lent modelSet
	if t.step == 2 {
		eyes, lent = s.duel.eyes, s.duel.lent
	}
	s.pop()
	if instead := s.act.instead; instead || s.models[m].status != standing {
		s.act.instead = false
		return
	}
	s.duel = duel{
		by: m, only: nobody, target: nobody, special: with, eyes: eyes, lent: lent,
		oneDie: how&duelOneDie != 0, avoidOnly: how&duelAvoidOnly != 0, charge: how&duelCharge != 0, leaving: how&duelLeaving != 0,
		evade: how&duelDodge != 0, bare: how&duelBare != 0,
	}
	if how&(duelCharge|duelOnly) != 0 {
		s.duel.only = only
	}
	if how&duelFixed != 0 {
		s.duel.fixed = s.models[m].bid
	}
	hand := s.lookUp()
	if hand|s.duel.in == 0 {
		s.duel.by = nobody
		return
	}
	s.act.duelled = s.act.duelled || s.act.m == m
	s.push(taskDuelEnd, m, 0, 0)
	s.push(taskLevels, m, 0, 0)
	s.push(taskReveal, m, 0, 0)
	s.push(taskCommit, m, 0, 0)
	s.meet(hand)
}

// duellable are the enemies whom the initiator of a Duel of its kind can have it with
// by its own sight: hand to hand, and at a distance.
func (s *State) duellable() (hand, shot modelSet) {
	d := &s.duel
	hand, shot = s.handToHand(d.by), s.shootable(d.by)
	switch {
	case d.charge && d.avoidOnly: // a failed charge: the enemy may return fire
		return 0, shot & bit(d.only)
	case d.charge:
		return hand & bit(d.only), 0
	case d.leaving:
		return hand, 0
	case d.bare:
		return bit(d.only) & s.inPlay, 0
	case d.only != nobody:
		return hand & bit(d.only), shot & bit(d.only)
	}
	return hand, shot
}

// lookUp finds whom the initiator can duel with hand to hand, and puts those at a
// distance into the engaged set.
func (s *State) lookUp() (hand modelSet) {
	d := &s.duel
	hand, d.in = s.duellable()
	d.dodge, d.drawn, d.random, d.melee = 0, 0, 0, false
	if d.evade {
		d.dodge = hand | d.in
	}
	if d.lent != 0 {
		lent := d.lent & s.allLent(d.by)
		d.in |= lent
		d.dodge |= s.blind(lent, d.by)
	}
	return hand
}

// meet goes on with whom the initiator duels, which it chooses when it can fight
// hand to hand and shoot.
func (s *State) meet(hand modelSet) {
	m := s.duel.by
	switch {
	case hand == 0:
		s.aim()
	case s.duel.in != 0 && !s.duel.avoidOnly && s.canShoot(m):
		s.push(taskWeapon, m, 0, 0)
	default:
		s.duel.melee, s.duel.in = true, hand
		s.engage()
	}
}

// meetAnew begins a Duel again, before the scores, after somebody in it has moved.
func (s *State) meetAnew() {
	if s.duel.joint {
		s.meetTogether()
		return
	}
	if d := &s.duel; d.charge && !d.avoidOnly && !s.inContact(d.by, d.only) {
		s.missCharge()
	}
	if hand := s.lookUp(); hand|s.duel.in != 0 {
		s.meet(hand)
	}
}

// aim goes on with a ranged Duel: where there are melees, shots may go into
// them.
func (s *State) aim() {
	if s.game.config.Melee {
		s.push(taskMelees, s.duel.by, 0, 0)
		return
	}
	s.engage()
}

// runWeapon asks a model in contact whether it fights there or shoots at
// others (DUEL-34).
func runWeapon(s *State, t *task) {
	g := s.game
	if t.step == 0 {
		t.step = 1
		s.forbidAll()
		s.allow(g.do(doShoot))
		s.allow(g.do(doFight))
		s.ask(nodeWeapon, s.owner(t.m), t.m, nobody)
		return
	}
	m := t.m
	s.pop()
	if s.answer == g.do(doShoot) {
		s.aim()
		return
	}
	s.duel.melee, s.duel.in = true, s.handToHand(m)
	s.engage()
}

// shootable are the enemies, standing or prone, that a model can have a ranged
// Duel with: in sight, far enough, one of the two in the other's reach.
func (s *State) shootable(by int8) modelSet {
	var set modelSet
	for rest := s.enemies(s.owner(by)); rest != 0; rest &= rest - 1 {
		if m := first(rest); s.engageable(by, m) && (s.shootsAt(by, m) || s.sees(by, m)) &&
			(s.reaches(by, m) || s.models[m].status == standing && s.reaches(m, by)) {
			set |= bit(m)
		}
	}
	return set
}

// handToHand are the enemies in contact that a model can have a melee with.
func (s *State) handToHand(by int8) modelSet {
	if !s.game.config.Melee {
		return 0
	}
	set := s.contacts(by) & s.enemies(s.owner(by))
	if s.build(by).melee != noWeapon {
		return set
	}
	var armed modelSet
	for rest := set; rest != 0; rest &= rest - 1 {
		if m := first(rest); s.models[m].status == standing && s.build(m).melee != noWeapon {
			armed |= bit(m)
		}
	}
	return armed
}

func (s *State) mayInitiate(m int8) bool {
	for _, f := range s.game.hooks.mayInitiate {
		if !f(s, m) {
			return false
		}
	}
	return true
}

func (s *State) engageable(by, m int8) bool {
	for _, f := range s.game.hooks.mayEngage {
		if !f(s, by, m) {
			return false
		}
	}
	return true
}

// canShoot says whether a model has a ranged weapon that works.
func (s *State) canShoot(m int8) bool {
	return s.build(m).ranged != noWeapon && !s.is(m, flagJammed)
}

// reaches says whether a model's ranged weapon can be used on another, at its
// distance.
func (s *State) reaches(m, target int8) bool {
	if !s.canShoot(m) || !s.farEnough(m, target) {
		return false
	}
	for _, f := range s.game.hooks.reaches {
		if !f(s, m, target) {
			return s.shootsAt(m, target)
		}
	}
	return true
}

// shootsAt says whether a rule lets a model shoot at another wherever it is.
func (s *State) shootsAt(by, m int8) bool {
	for _, f := range s.game.hooks.shootsAt {
		if f(s, by, m) {
			return true
		}
	}
	return false
}

// farEnough says whether a shot at a model is not too short (DUEL-7); rules may
// exempt a weapon.
func (s *State) farEnough(m, target int8) bool {
	if !s.nearer(m, target, s.game.duelFrom) {
		return true
	}
	for _, f := range s.game.hooks.pointBlank {
		if f(s, m, target) {
			return true
		}
	}
	return false
}

// engage fixes the engaged set and who may do what.
func (s *State) engage() {
	d := &s.duel
	if d.in == 0 {
		return
	}
	for rest := d.in | bit(d.by); rest != 0; rest &= rest - 1 {
		s.set(first(rest), flagEngaged)
	}
	for rest := s.initiators(); rest != 0; rest &= rest - 1 {
		s.reach(atEngaged, first(rest))
	}
}

// sort out who may attack and who may avoid, once the engaged set is final.
func (s *State) sides() {
	d := &s.duel
	d.fight, d.avoid = 0, 0
	if d.in == 0 {
		return
	}
	avoids := s.game.config.AvoidHits
	up := s.models[d.by].status == standing
	if up && !d.avoidOnly {
		for rest := d.in; rest != 0; rest &= rest - 1 {
			if s.mayAttack(d.by, first(rest)) {
				d.fight |= bit(d.by)
				break
			}
		}
	}
	if up && avoids {
		d.avoid |= bit(d.by)
	}
	for rest := d.in; rest != 0; rest &= rest - 1 {
		m := first(rest)
		if s.models[m].status != standing {
			continue
		}
		if !has(d.dodge, m) && s.mayAttack(m, d.by) {
			d.fight |= bit(m)
		}
		if avoids {
			d.avoid |= bit(m)
		}
	}
}

// mayAttack says whether m has the arms to attack target in the running Duel.
func (s *State) mayAttack(m, target int8) bool {
	if s.duel.bare {
		return m == s.duel.by
	}
	if s.duel.melee {
		if s.build(m).melee == noWeapon {
			return false
		}
	} else if !s.reaches(m, target) {
		return false
	}
	for _, f := range s.game.hooks.mayFight {
		if !f(s, m, target) {
			return false
		}
	}
	return true
}

func runDuelEnd(s *State, t *task) {
	m := s.initiator()
	s.pop()
	if s.game.config.Heroes && !s.triggering() {
		s.push(taskTrigger, nobody, 0, 0) // after what the end of the Duel itself brings
	}
	s.reach(atDuelEnd, m)
	s.duel.by = nobody
}
