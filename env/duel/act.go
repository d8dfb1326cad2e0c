package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

func init() {
	runners[taskActivate] = runActivate
	runners[taskAct] = runAct
	runners[taskFinish] = runFinish
	runners[taskProneNow] = runProneNow
}

// An activation is what the acting model has done so far.
type activation struct {
	m          int8         // nobody outside activations
	left       space.Length // of the Move under way
	moved      space.Length // of it
	crossed    uint64       // lasers that have hit the model
	noDuel     bool         // no Duel follows (DUEL-26)
	again      bool         // a brawler has had its extra Move
	exhausting bool         // two actions, then prone
	long       bool         // … of which the long one is spent
	instead    bool         // a Duel of another sort takes the place of the usual one
	more       uint8        // actions to come before the Duel
	second     bool         // the last of more than one
	given      bool         // by a feat or trait of another, or of its own (DUEL-114)
	duelled    bool         // the model has initiated a Duel
	from       space.Point  // where its charge began
}

// activationGiven, in task.a of taskActivate: a feat or trait gives the activation.
const activationGiven = 1

// plain says whether the action to come is one of several: what replaces all of
// them is not offered then.
func (a *activation) plain() bool { return a.exhausting || a.second }

// runActivate activates a model: its action, the Duel, and the end of it.
func runActivate(s *State, t *task) {
	m, given := t.m, t.a == activationGiven
	s.pop()
	s.set(m, flagActed)
	s.act = activation{m: m, given: given}
	for i := range s.game.models {
		s.models[i].used = 0
	}
	s.push(taskFinish, m, 0, 0)
	if s.models[m].status == waiting {
		s.push(taskPlace, m, 0, 0)
		return
	}
	for _, f := range s.game.hooks.activate {
		if f(s, m) {
			return
		}
	}
	s.push(taskAct, m, 0, 0)
	s.reach(atActivate, m)
}

func runFinish(s *State, t *task) {
	m := t.m
	s.pop()
	s.reach(atActivationEnd, m)
	s.act.m = nobody
}

// runAct offers the actions of the acting model: a Move (its destination or an
// edge), and what the scenario and the optional rules add.
func runAct(s *State, t *task) {
	m := t.m
	if t.step == 1 {
		s.pop()
		s.doAction(m, s.answer)
		return
	}
	if s.models[m].status != standing {
		s.pop()
		return
	}
	t.step = 1
	s.forbidAll()
	s.act.left, s.act.moved = s.allowance(m, s.baseMove()), 0
	s.allowMoves(m, s.act.left, s.holders(m))
	for _, f := range s.game.hooks.offer {
		f(s, m)
	}
	s.ask(nodeAct, s.owner(m), m, nobody)
}

// do is the id of a generic action.
func (g *Game) do(x generic) env.Action { return g.actions.generic + env.Action(x) }

// doAction carries out the choice of an action. What a rule added, the rule
// carries out.
func (s *State) doAction(m int8, a env.Action) {
	g := s.game
	if !g.isMove(a) {
		s.act.more = 0
	}
	for _, f := range g.hooks.acted {
		if f(s, m, a) {
			return
		}
	}
	switch {
	case a >= g.actions.dest && a < g.actions.edge:
		s.plan(m)
		s.move(m, g.destOf(s.models[m].at, a))
	case a >= g.actions.edge && a < g.actions.edge+space.Edges:
		s.leave(m, space.Edge(a-g.actions.edge))
	default:
		panic("duel: an action that no rule carries out")
	}
}

// isMove says whether an action is a Move or Interact: of these a model may be
// able to do several.
func (g *Game) isMove(a env.Action) bool {
	switch a {
	case g.do(doInteract), g.do(doSkirmish), g.do(doClimb), g.do(doDisengage):
		return true
	}
	if id, ok := g.skillOf(a); ok {
		return skills[id].move
	}
	return a >= g.actions.dest && a < g.actions.edge+space.Edges
}

// plan lets a Duel follow the action that is about to be carried out
// (DUEL-26): at once, or under bids after all activations.
func (s *State) plan(m int8) {
	switch {
	case s.act.more > 0:
		s.again(m)
	case s.act.noDuel:
	case s.game.bidding:
		s.set(m, flagOwesDuel)
	default:
		s.push(taskDuel, m, 0, 0)
	}
}

// again lets the last of several actions follow.
func (s *State) again(m int8) {
	s.act.more--
	s.act.second = true
	s.push(taskAct, m, 0, 0)
}

// allowance is the length of a Move after what the rules add to it.
func (s *State) allowance(m int8, base float64) space.Length {
	for _, f := range s.game.hooks.stride {
		base += f(s, m)
	}
	return s.lengthened(m, base)
}

// chargeLength is the same of a charge.
func (s *State) chargeLength(m int8) space.Length { return s.lengthened(m, s.game.config.ChargeMove) }

// lengthened is what the rules make of the length of a Move or charge.
func (s *State) lengthened(m int8, base float64) space.Length {
	for _, f := range s.game.hooks.allowance {
		base += f(s, m)
	}
	return space.Inches(max(base, 0))
}

// baseMove is the length of the Move that the acting model may make, before
// what the rules add.
func (s *State) baseMove() float64 {
	if s.act.exhausting && s.act.long {
		return s.game.config.Move
	}
	return s.game.longMove()
}

// move makes a Move that was chosen as an action. Of an exhausting model, one
// longer than usual spends the exception of DUEL-47.
func (s *State) move(m int8, to space.Point) {
	if s.act.exhausting && s.game.config.OneAndHalfActions {
		r := s.find(m, s.act.left)
		if r.Cost(s.game.scene.Disc().ID(to.Sub(s.models[m].at))) > s.allowance(m, s.game.config.Move) {
			s.act.long = true
		}
	}
	s.travel(m, to, goMove)
}

// leave takes a model off the area: unless that wins the game, it is removed
// (DUEL-9, DUEL-32).
func (s *State) leave(m int8, over space.Edge) {
	for _, f := range s.game.hooks.leaving {
		f(s, m, over)
	}
	if !s.ended {
		s.remove(m)
	}
}

// runProneNow places a model prone at the end of an action.
func runProneNow(s *State, t *task) {
	m := t.m
	s.pop()
	if s.models[m].status == standing {
		s.knock(m)
	}
}
