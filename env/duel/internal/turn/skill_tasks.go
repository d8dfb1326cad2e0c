package turn

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
)

// PushSkill pushes the task of a skill.
func (s *State) PushSkill(id SkillID, m int8) *Task {
	t := s.Push(TaskSkill, m)
	t.With = id
	return t
}

// PushSkillEach pushes the task of a skill for each model of a set: see PushEach.
func (s *State) PushSkillEach(id SkillID, set ModelSet, first int8) {
	s.PushEach(Task{Kind: TaskSkill, With: id}, set, first)
}

// AskSkill asks a seat about a feat or trait. The legal set must have been
// filled.
func (s *State) AskSkill(id SkillID, n Node, seat int, subject, other int8) {
	s.Ask(n, seat, subject, other)
	s.Asked = id
}

// AskUse asks whether a skill is used; the answer is DoYes or DoNo.
func (s *State) AskUse(id SkillID, m, other int8) {
	s.ForbidAll()
	s.Allow(s.Game.Do(DoYes))
	s.Allow(s.Game.Do(DoNo))
	s.AskSkill(id, NodeUse, s.Owner(m), m, other)
}

// AskWhom asks for one model of a set; with done, for one or none.
func (s *State) AskWhom(id SkillID, m int8, set ModelSet, done bool) {
	s.ForbidAll()
	seat := s.Owner(m)
	for ; set != 0; set &= set - 1 {
		s.Allow(s.Game.ModelID(seat, set.First()))
	}
	if done {
		s.Allow(s.Game.Do(DoDone))
	}
	s.AskSkill(id, NodeWhom, seat, m, Nobody)
}

// Chosen returns the model that the answer to AskWhom names; Nobody for done.
func (s *State) Chosen(m int8) int8 {
	if s.Answer == s.Game.Do(DoDone) {
		return Nobody
	}
	return s.Game.ModelOf(s.Owner(m), s.Answer)
}

// Specials returns the Special Attacks that the initiator of a Duel can choose: on a mob none.
func (s *State) Specials(m int8) (set SkillSet) {
	if _, mob := s.Duel.Mob(); mob {
		return 0
	}
	if s.Duel.Joint && !s.Duel.alone() {
		return 0 // it would be everybody's
	}
	for _, id := range s.Game.specials {
		if s.Bears(m, id) && !s.ForbidsSpecials(m) && (s.Game.Skills[id].MaySpecial == nil || s.Game.Skills[id].MaySpecial(s, m)) {
			set |= 1 << id
		}
	}
	return set
}

// ForbidsSpecials reports whether a rule keeps a model from using Special Attacks.
func (s *State) ForbidsSpecials(m int8) bool {
	for _, f := range s.Game.Hooks.Plainly {
		if f(s, m) {
			return true
		}
	}
	return false
}

// Strikes reports whether an attack may be a Special Attack that is chosen when it has
// been rolled: the initiator's, and the only one of the Duel (DUEL-28). Of those who
// retaliate each has initiated a Duel, so each attack may be one (DUEL-57).
func (s *State) Strikes(id SkillID, a *Attack) bool {
	d := &s.Duel
	return s.Initiates(a.By) && (!d.Joint || d.Leaving) && (d.Special == NoSkill || d.Special == id) && !s.ForbidsSpecials(a.By)
}

// runSpecial lets the initiator choose one Special Attack for the Duel, or none
// (DUEL-27).
func runSpecial(s *State, t *Task) {
	g := s.Game
	if t.Step == Answered {
		m := t.M
		s.Pop()
		if id, ok := g.SkillOf(s.Answer); ok {
			s.Duel.Special = id
			g.Skills[id].Special(s, m)
		}
		return
	}
	set := s.Specials(t.M)
	if set == 0 || s.Duel.Special != NoSkill || s.Duel.chosen {
		s.Pop()
		return
	}
	t.Step, s.Duel.chosen = Answered, true
	s.ForbidAll()
	s.Allow(g.Do(DoDone))
	for _, id := range g.specials {
		if set.Has(id) {
			s.Allow(g.SkillAction(id))
		}
	}
	s.Ask(NodeSpecial, s.Owner(t.M), t.M, Nobody)
}

// offerConversion asks what an attack does instead of its hits (DUEL-28).
func (s *State) offerConversion(a *Attack) {
	if a.Hits == 0 {
		return
	}
	for _, id := range s.Game.conversions {
		if s.converts(a, id) {
			s.Push(taskConvert, a.By).Number = int16(s.Duel.Waiting) - 1
			return
		}
	}
}

func (s *State) converts(a *Attack, id SkillID) bool {
	return s.Bears(a.By, id) && s.Game.Skills[id].MayConvert(s, a)
}

// Steps of taskConvert. Its Number names the attack.
const (
	convertAsks Step = iota
	convertChosen
	convertCounted
)

// runConvert asks what an attack does instead of its hits, and instead of how many.
func runConvert(s *State, t *Task) {
	g := s.Game
	a := &s.Duel.Attacks[t.Number]
	switch t.Step {
	case convertChosen:
		id, ok := g.SkillOf(s.Answer)
		if a.with = id; ok && g.Skills[id].Partly && a.Hits > 1 {
			t.Step = convertCounted
			s.ForbidAll()
			s.AllowNumbers(1, int(a.Hits))
			s.AskSkill(id, NodeHow, s.Owner(a.By), a.By, a.At)
			return
		}
		s.Pop()
		return
	case convertCounted:
		n := uint8(s.DoHow())
		s.Pop()
		a.Hits, a.rest = n, a.Hits-n
		return
	}
	t.Step = convertChosen
	s.ForbidAll()
	s.Allow(g.Do(DoDone))
	for _, id := range g.conversions {
		if s.converts(a, id) {
			s.Allow(g.SkillAction(id))
		}
	}
	s.Ask(NodeConvert, s.Owner(a.By), a.By, a.At)
}

// A skillBonus is added to each die of the bearers of a feat or trait.
type skillBonus struct {
	id    SkillID
	bonus int
}

// skillBonuses returns the sum that a roll gains from the bonuses of the feats and traits
// of the one who rolls.
func skillBonuses(s *State, r Roll) (sum int) {
	for _, x := range s.Game.bonuses {
		if s.Bears(r.By, x.id) {
			sum += x.bonus
		}
	}
	return sum
}

// equip files the skills that somebody in the game can have under what the
// machinery asks them.
func (g *Game) equip() {
	for id := NoSkill + 1; id < SkillIDs; id++ {
		g.prices[id] = int16(g.Config.OfSkill(id.String(), id.Trait(), config.Price))
		g.limits[id] = int16(g.Config.OfSkill(id.String(), id.Trait(), config.Limit))
		if x := g.Config.OfSkill(id.String(), id.Trait(), config.Bonus); x != 0 && g.InGame.Has(id) {
			g.bonuses = append(g.bonuses, skillBonus{id, x})
		}
	}
	if len(g.bonuses) > 0 {
		g.Hooks.Modify.Add(skillBonuses)
	}
	for id, k := range g.Skills {
		if k == nil || !g.InGame.Has(SkillID(id)) {
			continue
		}
		g.Hooks.add(k.Hook)
		if k.Ready != nil {
			k.Ready(g)
		}
		file := func(list *[]SkillID, there bool) {
			if there {
				*list = append(*list, SkillID(id))
			}
		}
		file(&g.Usable, k.Use != nil)
		file(&g.specials, k.Special != nil)
		file(&g.conversions, k.Convert != nil)
		file(&g.redirects, k.Redirect != nil)
		file(&g.interrupters, k.Interrupt != nil)
		file(&g.lenders, k.Eyes != nil)
		file(&g.Designators, k.Designate != nil)
	}
}

// DoHow returns the number that the answer to NodeHow names.
func (s *State) DoHow() int { return int(s.Answer - s.Game.Actions.Number) }

// AllowNumbers makes the numbers of a range legal.
func (s *State) AllowNumbers(from, to int) {
	for n := from; n <= min(to, MaxNumber); n++ {
		s.Allow(s.Game.Actions.Number + env.Action(n))
	}
}

// Forbid makes an action illegal again.
func (s *State) Forbid(a env.Action) { s.known()[a>>6] &^= 1 << (a & 63) }

// runSkill runs the task of a feat or trait.
func runSkill(s *State, t *Task) { s.Game.Skills[t.With].Run(s, t) }

// What Duels bring, Moves and further Duels, waits in a queue and happens one after the
// other (DUEL-115). While one of them happens, what it brings in turn joins the queue: a
// Duel in the middle of a Move that a feat has given does not begin another such Move
// before that one is over. So however long a chain is, the stack is not.

// triggering is how many feats wait for Duels to end: Daemon, Tactical Movement and
// Valorous. A model waits with each of them once at most.
const triggering = 3

// A trigger is something that a skill does when the Duel under way is over, this many
// times.
type trigger struct {
	id       SkillID
	m, about int8
	times    uint8
}

// Trigger lets a skill do something as soon as no Duel is under way, once for a
// Hero within one activation of anybody's (DUEL-115).
func (s *State) Trigger(id SkillID, m, about int8) {
	x := &s.Models[m]
	if x.Used.Has(id) {
		return
	}
	x.Used |= 1 << id
	s.Await(id, m, about)
}

// Await does the same as Trigger without the bound: its caller must have one of its own.
// What a model waits for already happens once more, about the same as before.
func (s *State) Await(id SkillID, m, about int8) {
	for i := range s.queue[:s.queued] {
		if x := &s.queue[i]; x.id == id && x.m == m {
			x.times++
			return
		}
	}
	s.queue[s.queued] = trigger{id, m, about, 1}
	s.queued++
	if s.Duel.By == Nobody && !s.resolving() {
		s.Push(taskTrigger, Nobody)
	}
}

// resolving reports whether the queue is being gone through, or is about to be.
func (s *State) resolving() bool {
	for i := range s.tasks[:s.taskCount] {
		if s.tasks[i].Kind == taskTrigger {
			return true
		}
	}
	return false
}

// runTrigger lets what has waited happen, first come, first served.
func runTrigger(s *State, _ *Task) {
	if s.queued == 0 {
		s.Pop()
		return
	}
	x := s.queue[0]
	if s.queue[0].times--; s.queue[0].times == 0 {
		s.queued--
		copy(s.queue[:], s.queue[1:s.queued+1])
	}
	s.Game.Skills[x.id].Triggered(s, x.m, x.about)
}

// EndMove ends a model's Move that was interrupted: there is nothing left of it.
func (s *State) EndMove(m int8) {
	for i := int(s.taskCount) - 1; i >= 0; i-- {
		if t := &s.tasks[i]; t.Kind == TaskGo || t.Kind == taskTravel {
			if t.M == m {
				s.Act.Left = 0
			}
			return
		}
	}
}
