package turn

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// An Activation holds what the acting model has done so far.
type Activation struct {
	M          int8         // nobody outside activations
	Left       space.Length // of the Move under way
	Moved      space.Length // of it
	Crossed    uint64       // lasers that have hit a model that is passing them
	Crosser    int8         // that model
	NoDuel     bool         // no Duel follows (DUEL-26)
	Again      bool         // a brawler has had its extra Move
	Exhausting bool         // two actions, then prone
	Long       bool         // … of which the long one is spent
	Declined   bool         // its owner lets the Duel be that it could initiate
	More       uint8        // actions to come before the Duel
	Second     bool         // the last of more than one
	Free       bool         // it has disengaged for the Move under way
	Given      bool         // by a feat or trait of another, or of its own (DUEL-114)
	Brief      bool         // it is one Move that a feat gives, or a way out of a mob
	failed     bool         // its charge did not arrive
	Duelled    bool         // the model has initiated a Duel
	From       space.Point  // where its charge began
}

// Steps of TaskActivate: how it begins.
const (
	ActivationOwn   Step = iota // the model's own of the round
	ActivationGiven             // a feat or trait gives it
)

// Plain reports whether the action to come is one of several: what replaces all of
// them is not offered then.
func (a *Activation) Plain() bool { return a.Exhausting || a.Second }

// runActivate activates a model: its action, the Duel, and the end of it.
func runActivate(s *State, t *Task) {
	m, given := t.M, t.Step == ActivationGiven
	s.Pop()
	s.Set(m, FlagActed)
	s.Clear(m, FlagFresh)
	s.Act = Activation{M: m, Given: given}
	s.Rearm()
	s.Push(taskFinish, m)
	if s.Models[m].Status == Waiting {
		s.Push(taskPlace, m)
		return
	}
	for _, f := range s.Game.Hooks.Activate {
		if f(s, m) {
			return
		}
	}
	s.Push(TaskAct, m)
	s.Reach(AtActivate, m)
}

// Rearm lets the feats that work once within an activation work again (DUEL-115).
func (s *State) Rearm() {
	for i := range s.Game.Models {
		s.Models[i].Used = 0
	}
}

// Stir begins an activation that is a single Move, which a feat gives: what lasts until the
// next activation of a model is over (DUEL-72, DUEL-87, DUEL-92).
func (s *State) Stir(m int8) {
	act := s.Act
	s.Act = Activation{M: m, Given: true, Brief: true}
	s.Reach(AtActivate, m)
	s.Act = act
}

// runFinish ends an activation.
func runFinish(s *State, t *Task) {
	m := t.M
	s.Pop()
	s.Reach(AtActivationEnd, m)
	s.Act.M = Nobody
}

// runAct offers the actions of the acting model: a Move (its destination or an
// edge), and what the scenario and the optional rules add.
func runAct(s *State, t *Task) {
	m := t.M
	if t.Step == Answered {
		s.Pop()
		s.doAction(m, s.Answer)
		return
	}
	if s.Models[m].Status != Standing {
		s.Pop()
		return
	}
	t.Step, s.Act.Free = Answered, false
	s.ForbidAll()
	s.Act.Left, s.Act.Moved = s.Allowance(m, s.BaseMove()), 0
	s.allowMoves(m, s.Act.Left, s.Holders(m))
	for _, f := range s.Game.Hooks.Offer {
		f(s, m)
	}
	s.Ask(NodeAct, s.Owner(m), m, Nobody)
}

// Do returns the id of a generic action.
func (g *Game) Do(x Generic) env.Action { return g.Actions.Generic + env.Action(x) }

// doAction carries out the choice of an action, or has the rule do so that added it.
func (s *State) doAction(m int8, a env.Action) {
	g := s.Game
	if !g.isMove(a) {
		s.Act.More = 0
	}
	for _, f := range g.Hooks.Acted {
		if f(s, m, a) {
			return
		}
	}
	switch {
	case a >= g.Actions.Dest && a < g.Actions.Edge:
		s.Plan(m)
		to := g.DestOf(s.Models[m].At, a)
		s.lengthen(m, to)
		s.Travel(m, to, GoMove)
	case a >= g.Actions.Edge && a < g.Actions.Edge+space.Edges:
		s.leave(m, space.Edge(a-g.Actions.Edge))
	default:
		panic("duel: an action that no rule carries out")
	}
}

// isMove reports whether an action is a Move or Interact: of these a model may be
// able to do several.
func (g *Game) isMove(a env.Action) bool {
	switch a {
	case g.Do(DoInteract), g.Do(DoSkirmish), g.Do(DoClimb), g.Do(DoDisengage):
		return true
	}
	if id, ok := g.SkillOf(a); ok {
		return g.Skills[id].Move
	}
	return a >= g.Actions.Dest && a < g.Actions.Edge+space.Edges
}

// Plan lets a Duel follow the action that is about to be carried out
// (DUEL-26): at once, or under bids after all activations.
func (s *State) Plan(m int8) {
	switch {
	case s.Act.More > 0:
		s.Again(m)
	case s.Act.NoDuel:
	case s.Game.Bidding:
		s.Models[m].Owed++
	default:
		s.Push(TaskDuel, m)
	}
}

// Again lets the last of several actions follow.
func (s *State) Again(m int8) {
	s.Act.More--
	s.Act.Second = true
	s.Push(TaskAct, m)
}

// Allowance returns the length of a Move after what the rules add to it.
func (s *State) Allowance(m int8, base float64) space.Length {
	for _, f := range s.Game.Hooks.Stride {
		base += f(s, m)
	}
	return s.lengthened(m, base)
}

// ChargeLength returns the length of a charge after what the rules add to it.
func (s *State) ChargeLength(m int8) space.Length { return s.lengthened(m, s.Game.Config.ChargeMove) }

// BoostLength returns the length of a Boost after what the rules add to it (DUEL-60).
func (s *State) BoostLength(m int8) space.Length { return s.lengthened(m, s.Game.LongMove()) }

// lengthened returns the length of a Move or charge after what the rules add to both.
func (s *State) lengthened(m int8, base float64) space.Length {
	for _, f := range s.Game.Hooks.Allowance {
		base += f(s, m)
	}
	return space.Inches(max(base, 0))
}

// BaseMove returns the length of the Move that the acting model may make, before
// what the rules add.
func (s *State) BaseMove() float64 {
	if s.Act.Exhausting && s.Act.Long {
		return s.Game.Config.Move
	}
	return s.Game.LongMove()
}

// lengthen spends the exception of DUEL-47 on a whole Move of an exhausting model that is
// longer than usual.
func (s *State) lengthen(m int8, to space.Point) {
	if s.Act.Exhausting && s.Game.Config.OneAndHalfActions {
		r := s.Find(m, s.Act.Left)
		if s.Act.Moved+r.Cost(s.Game.Scene.Disc().ID(to.Sub(s.Models[m].At))) > s.Allowance(m, s.Game.Config.Move) {
			s.Act.Long = true
		}
	}
}

// leave takes a model off the area: unless that wins the game, it is removed
// (DUEL-9, DUEL-32).
func (s *State) leave(m int8, over space.Edge) {
	for _, f := range s.Game.Hooks.Leaving {
		f(s, m, over)
	}
	if !s.ended {
		s.Remove(m)
	}
}

// runProneNow places a model prone at the end of an action.
func runProneNow(s *State, t *Task) {
	m := t.M
	s.Pop()
	if s.Models[m].Status == Standing {
		s.Knock(m)
	}
}
