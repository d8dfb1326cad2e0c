package turn

import "ringer/env/duel/space"

// A Duel is the Duel under way (DUEL-27). There is never more than one: what
// would start another waits until it ends (DUEL-115).
type Duel struct {
	By        int8     // initiator; nobody when there is none
	Joint     bool     // the engaged set has initiated it together: joint.go
	Melee     bool     // hand to hand
	AvoidOnly bool     // the initiator may only avoid hits
	OneDie    bool     // the initiator rolls one die: a skirmish attack
	Charge    bool     // +1 for the charger
	Leaving   bool     // a joint Duel with a model that wants out of the melee (DUEL-57)
	evade     bool     // the others may only avoid hits
	bare      bool     // the initiator needs no arms
	chosen    bool     // the initiator has chosen a Special Attack, or none
	Revealed  bool     // the scores are known
	Only      int8     // the one enemy, or mob, that the Duel can be with; nobody
	Fixed     uint8    // the initiator's score under bids
	In        ModelSet // the engaged set, without the initiator; or a mob alone
	Eyes      ModelSet // models that lend the initiator their sight (sight.go)
	lent      ModelSet // enemies that they see and it does not
	Dodge     ModelSet // of them, those that may only avoid hits
	Drawn     ModelSet // of them, those drawn from a melee (DUEL-56)
	Chained   ModelSet // of them, the one that a chained shot has drawn in (DUEL-71)
	Random    ModelSet // of them, those whose score is a die
	Reacted   ModelSet // those who could move away from a ganger or rookie
	Fight     ModelSet // models that may attack, the initiator included
	Avoid     ModelSet // models that may try to avoid hits
	Set       ModelSet // whose score is set
	Avoiding  ModelSet // models that have chosen to avoid hits
	done      ModelSet // whose turn to attack or defend has come
	group     ModelSet // those whose turn it is together
	Scope     ModelSet // initiators to whose dice an upgrade adds
	Score     [MaxTargets]uint8
	Defense   [MaxTargets]uint8 // lowest defense result; 0: none
	Target    int8              // the model that the initiator attacks, or the mob
	Special   SkillID           // the Special Attack of the initiator
	Much      uint8             // a number that it keeps
	Aims      [MaxDice]int8     // targets of the initiator's dice still to be rolled, where they differ
	Aimed     uint8             // … of this many dice
	Twice     bool              // the initiator has had the reroll of a two-handed weapon

	// the roll under way
	Roll   Roll
	Faces  [MaxDice]uint8 // ascending
	Rolled uint8
	Bonus  int8  // added to each die, the score included
	Aside  uint8 // dice taken out, to be rolled again

	Attacks [MaxModels]Attack // of the group, rolled and not yet applied
	Waiting uint8
	Current uint8                  // of them, the one that is taking effect
	Stood   [MaxModels]space.Point // where models stood when they began to
}

// An Attack holds the counted hits of a rolled attack.
type Attack struct {
	By, At int8
	Hits   uint8
	Scored uint8 // the hits left when nothing stops them any more, before they go to others; none if converted
	rest   uint8 // hits that count beside those that something else takes the place of; once rules stop hits, the other way round
	Misses uint8
	Ranged bool
	with   SkillID // what it does instead of its hits
}

// A DuelHow holds the ways in which a Duel is initiated, as bits.
type DuelHow uint8

const (
	DuelOneDie    DuelHow = 1 << iota // a skirmish attack
	DuelAvoidOnly                     // after a skirmish attack, or a failed charge
	DuelCharge                        // of the charger against one enemy, in Task.Other
	DuelLeaving                       // of those that hold a model, which wants out of the melee
	DuelFixed                         // the score is the bid
	DuelOnly                          // with one enemy alone, in Task.Other
	DuelDodge                         // … which may only avoid hits
	DuelBare                          // … in contact, whatever arms they have
)

// plain reports whether nothing but the number of dice and the score is out of the
// ordinary: other feats may have a say in such a Duel, and it may be with a mob.
func (how DuelHow) plain() bool { return how&^(DuelOneDie|DuelFixed) == 0 }

// A Plan is a Duel that a model is about to initiate, as the rules that hook AtPlan see
// it.
type Plan struct {
	How  DuelHow
	With SkillID // the Special Attack of it
}

// Usual reports whether the plan is a Duel that may also be with a mob.
func (p Plan) Usual() bool { return p.How.plain() }

// Plain reports whether the plan is a usual Duel without a Special Attack.
func (p Plan) Plain() bool { return p.How.plain() && p.With == NoSkill }

// A Change holds what a feat has made of a Duel that a model is about to initiate.
type Change struct {
	By    int8 // the model; Nobody when there is no change
	Other int8 // the only model, or mob, that the Duel is with
	How   DuelHow
	With  SkillID
}

// Steps of TaskDuel.
const (
	duelPlans Step = iota
	duelLooks      // the rules have had their say
	duelMeets      // feats have lent the initiator their eyes
)

// runDuel finds the models that the initiator can duel with, and how.
func runDuel(s *State, t *Task) {
	if t.How&DuelLeaving != 0 {
		s.Pop()
		s.retaliate(t.M)
		return
	}
	if t.Step == duelPlans {
		if !s.MayInitiate(t.M) {
			s.Pop()
			return
		}
		t.Step = duelLooks
		s.Planned = Plan{How: t.How, With: t.With}
		s.Reach(AtPlan, t.M)
		return
	}
	if x := &s.Change; x.By == t.M {
		t.How, t.Other, t.With = t.How|x.How, x.Other, x.With
		x.By = Nobody
	}
	if t.How&DuelCharge != 0 && s.Act.failed {
		t.How |= DuelAvoidOnly
	}
	m, how, only, with := t.M, t.How, t.Other, t.With
	if t.Step == duelLooks && how.plain() && !s.Act.Declined && len(s.Game.lenders) > 0 {
		t.Step, s.Duel.lent, s.Duel.Eyes = duelMeets, 0, 0
		s.Push(taskLend, m)
		return
	}
	var eyes, lent ModelSet
	if t.Step == duelMeets {
		eyes, lent = s.Duel.Eyes, s.Duel.lent
	}
	s.Pop()
	if declined := s.Act.Declined; declined || s.Models[m].Status != Standing {
		s.Act.Declined = false
		return
	}
	s.Duel = Duel{
		By: m, Only: Nobody, Target: Nobody, Special: with, Eyes: eyes, lent: lent,
		OneDie: how&DuelOneDie != 0, AvoidOnly: how&DuelAvoidOnly != 0, Charge: how&DuelCharge != 0,
		evade: how&DuelDodge != 0, bare: how&DuelBare != 0,
	}
	if how&(DuelCharge|DuelOnly) != 0 {
		s.Duel.Only = only
	}
	if how&DuelFixed != 0 {
		s.Duel.Fixed = s.Models[m].Bid
	}
	hand := s.lookUp()
	if hand|s.Duel.In == 0 {
		s.Duel.By = Nobody
		return
	}
	s.Act.Duelled = s.Act.Duelled || s.Act.M == m
	s.Push(TaskDuelEnd, m)
	s.Push(TaskLevels, m)
	s.Push(taskReveal, m)
	s.Push(taskCommit, m)
	s.meet(hand)
}

// duellable returns the enemies that the initiator can have a Duel of its kind with by
// its own sight: hand to hand, and at a distance.
func (s *State) duellable() (hand, shot ModelSet) {
	d := &s.Duel
	if d.Only >= MaxModels {
		return s.mobDuellable(d.By, d.Only)
	}
	hand, shot = s.HandToHand(d.By), s.Shootable(d.By)
	switch {
	case d.Charge && d.AvoidOnly: // a failed charge: the enemy may return fire
		return 0, shot & Bit(d.Only)
	case d.Charge:
		return hand & Bit(d.Only), 0
	case d.bare:
		return Bit(d.Only) & s.InPlay, 0
	case d.Only != Nobody:
		return hand & Bit(d.Only), shot & Bit(d.Only)
	}
	return hand, shot
}

// lookUp finds the models that the initiator can duel hand to hand, and puts those
// at a distance into the engaged set.
func (s *State) lookUp() (hand ModelSet) {
	d := &s.Duel
	hand, d.In = s.duellable()
	d.Dodge, d.Drawn, d.Random, d.Melee = 0, 0, 0, false
	if d.evade {
		d.Dodge = hand | d.In
	}
	if d.lent != 0 {
		lent := d.lent & s.allLent(d.By)
		d.In |= lent
		d.Dodge |= s.Blind(lent, d.By)
	}
	return hand
}

// meet asks whether the initiator fights hand to hand or shoots, when it can do
// both, and goes on with the Duel.
func (s *State) meet(hand ModelSet) {
	m := s.Duel.By
	switch {
	case hand == 0:
		s.aim()
	case s.Duel.In != 0 && !s.Duel.AvoidOnly && s.CanShoot(m):
		s.Push(taskWeapon, m)
	default:
		s.Duel.Melee, s.Duel.In = true, hand
		s.Engage()
	}
}

// MeetAnew begins a Duel again, before the scores, after somebody in it has moved.
func (s *State) MeetAnew() {
	if s.Duel.Joint {
		s.meetTogether()
		return
	}
	if d := &s.Duel; d.Charge && !d.AvoidOnly && !s.InContact(d.By, d.Only) {
		s.missCharge()
	}
	if hand := s.lookUp(); hand|s.Duel.In != 0 {
		s.meet(hand)
	}
}

// aim goes on with a ranged Duel: where there are melees, shots may go into
// them.
func (s *State) aim() {
	if sift := s.Game.Hooks.Sift; len(sift) > 0 {
		sift[0](s)
		return
	}
	s.Engage()
}

// runWeapon asks a model in contact whether it fights there or shoots at
// others (DUEL-34).
func runWeapon(s *State, t *Task) {
	g := s.Game
	if t.Step == Asking {
		t.Step = Answered
		s.ForbidAll()
		s.Allow(g.Do(DoShoot))
		s.Allow(g.Do(DoFight))
		s.Ask(NodeWeapon, s.Owner(t.M), t.M, Nobody)
		return
	}
	m := t.M
	s.Pop()
	if s.Answer == g.Do(DoShoot) {
		s.aim()
		return
	}
	s.Duel.Melee, s.Duel.In = true, s.HandToHand(m)
	s.Engage()
}

// runDuelEnd ends a Duel, and has what has waited for that follow.
func runDuelEnd(s *State, t *Task) {
	m := s.Initiator()
	s.Pop()
	if s.Game.Config.Heroes && !s.resolving() {
		s.Push(taskTrigger, Nobody) // after what the end of the Duel itself brings
	}
	s.Reach(AtDuelEnd, m)
	s.Duel.By = Nobody
}

// missCharge lets a charge fail whose target has moved out of contact: the charger
// has gone no further than a Move, and may only avoid hits (DUEL-43).
func (s *State) missCharge() {
	m, g := s.Duel.By, s.Game
	s.Duel.AvoidOnly = true
	x, far := &s.Models[m], s.Allowance(m, g.Config.Move).Inches()
	if g.Scene.Distance(s.Act.From, x.At) > far {
		var room [MaxModels]space.Model
		way := append(s.path[:0], s.Act.From, x.At)
		x.At = g.Scene.Along(way, far, s.Spot(m), &s.Land, s.Others(m, &room))
		s.path = way
	}
}
