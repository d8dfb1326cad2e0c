package heroes

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// Coordinate: when the Hero is activated it may first activate X gangers or 2X rookies
// within 4 inches, where X is its trait Follower: its own, or the gangers and rookies of
// other Heroes of the side. Each makes a Move, one after the other. Then its owner chooses
// an enemy, and those who can duel with it do so together: each with a score of its own,
// the enemy with one score and one target. There is no Special Attack in such a Duel, and
// nobody lends eyes for it. Then the Hero goes on (DUEL-72).
func coordinateFeat() *turn.Skill {
	return &turn.Skill{
		Leads: true,
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivate].Add(func(s *turn.State, m int8) {
				if s.Bears(m, turn.FeatCoordinate) && !s.Act.Brief && coordinable(s, m) != 0 {
					s.PushSkill(turn.FeatCoordinate, m)
				}
			})
		},
		Run: runCoordinate,
	}
}

// Steps of the task of Coordinate. Its Other is the enemy that is aimed at.
const (
	coordinateGathers turn.Step = iota // asks which model is to go
	coordinateGathered
	coordinateMarches // those who were chosen go
	coordinateAims    // asks for the target
	coordinateAimed
	coordinateArms   // shoots or fights
	coordinateArmed  // the owner has said which
	coordinateWavers // the owner has said whether to shoot into a melee
	coordinateDraws  // chance has drawn the member that a shot into a melee hits
	coordinateDisperses
	coordinateMarch // another task: one of them goes
)

func runCoordinate(s *turn.State, t *turn.Task) {
	m, g := t.M, s.Game
	switch t.Step {
	case coordinateGathered:
		e := s.Chosen(m)
		if e == turn.Nobody {
			t.Step = coordinateMarches
			return
		}
		s.SetMark(e, turn.MarkCoordinated, 1)
		s.Set(e, turn.FlagActed)
		fallthrough
	case coordinateGathers:
		if set := coordinable(s, m); set != 0 {
			t.Step = coordinateGathered
			s.AskWhom(turn.FeatCoordinate, m, set, true)
			return
		}
		t.Step = coordinateMarches
	case coordinateMarches:
		t.Step = coordinateAims
		s.PushEach(turn.Task{Kind: turn.TaskSkill, With: turn.FeatCoordinate, Step: coordinateMarch}, coordinated(s), m)
	case coordinateMarch:
		s.Pop()
		if s.Models[m].Status == turn.Standing {
			s.Stir(m)
			s.Act.Crossed = 0
			s.GiveMove(turn.FeatCoordinate, m, g.LongMove(), true, turn.Nobody)
		}
	case coordinateAims:
		s.Act.Crossed = 0
		coordinateAim(s, t)
	case coordinateAimed:
		coordinateArm(s, t, s.Chosen(m))
	case coordinateArms:
		coordinateFire(s, t, false)
	case coordinateArmed:
		coordinateFire(s, t, s.Answer == g.Do(turn.DoFight))
	case coordinateWavers:
		if s.Answer == g.Do(turn.DoNo) {
			t.Step = coordinateDisperses
			return
		}
		coordinateDraw(s, t)
	case coordinateDraws:
		drawn := int8(s.Answer)
		t.Step = coordinateDisperses
		s.DuelTogether(shootersAt(s, drawn), drawn, false, true)
	default:
		s.Pop()
		for e := range int8(g.Models) {
			s.SetMark(e, turn.MarkCoordinated, 0)
		}
	}
}

// coordinateAim asks for the enemy, of those that somebody could duel with.
func coordinateAim(s *turn.State, t *turn.Task) {
	m := t.M
	var set turn.ModelSet
	for rest := s.Enemies(s.Owner(m)); rest != 0; rest &= rest - 1 {
		e := rest.First()
		if hand, shot := s.Able(coordinated(s), e); hand|shot != 0 {
			set |= turn.Bit(e)
		}
	}
	switch set.Count() {
	case 0:
		t.Step = coordinateDisperses
	case 1:
		coordinateArm(s, t, set.First())
	default:
		t.Step = coordinateAimed
		s.AskWhom(turn.FeatCoordinate, m, set, false)
	}
}

// coordinateArm asks whether the enemy is shot at or fought, where both can be.
func coordinateArm(s *turn.State, t *turn.Task, e int8) {
	g, m := s.Game, t.M
	t.Step, t.Other = coordinateArms, e
	if hand, shot := s.Able(coordinated(s), e); hand != 0 && shot != 0 {
		t.Step = coordinateArmed
		s.ForbidAll()
		s.Allow(g.Do(turn.DoShoot))
		s.Allow(g.Do(turn.DoFight))
		s.AskSkill(turn.FeatCoordinate, turn.NodeWeapon, s.Owner(m), m, e)
	}
}

// coordinateFire lets the Duel begin: hand to hand, or with shots, of which one into
// a melee meets anybody in it. Where only the enemy has the reach, no shot goes there.
func coordinateFire(s *turn.State, t *turn.Task, fight bool) {
	g, m, e := s.Game, t.M, t.Other
	hand, shot := s.Able(coordinated(s), e)
	if fight || shot == 0 {
		t.Step = coordinateDisperses
		s.DuelTogether(hand, e, true, false)
		return
	}
	group := turn.ModelSet(0)
	if g.Config.Melee && shootersAt(s, e) != 0 {
		group = options.MeleeOf(s, e)
	}
	switch {
	case group == 0:
		t.Step = coordinateDisperses
		s.DuelTogether(shot, e, false, false)
	case group&s.Allied(s.Owner(m)) != 0:
		t.Step = coordinateWavers
		s.ForbidAll()
		s.Allow(g.Do(turn.DoYes))
		s.Allow(g.Do(turn.DoNo))
		s.AskSkill(turn.FeatCoordinate, turn.NodeInto, s.Owner(m), m, e)
	default:
		coordinateDraw(s, t)
	}
}

// coordinateDraw draws the target of a shot into a melee, among the members that
// some shooter could hit.
func coordinateDraw(s *turn.State, t *turn.Task) {
	t.Step = coordinateDraws
	s.ForbidAll()
	for rest := options.MeleeOf(s, t.Other); rest != 0; rest &= rest - 1 {
		if m := rest.First(); shootersAt(s, m) != 0 {
			s.Allow(env.Action(m))
		}
	}
	s.Chance(turn.ChanceMember, 0, t.Other)
}

// shootersAt returns the coordinated models that could shoot at another.
func shootersAt(s *turn.State, target int8) (set turn.ModelSet) {
	for rest := coordinated(s) & s.Standing(); rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.MayInitiate(m) && aimsAt(s, m, target) {
			set |= turn.Bit(m)
		}
	}
	return set
}

// aimsAt reports whether a model could shoot at another, whichever side that is on.
func aimsAt(s *turn.State, m, target int8) bool {
	return m != target && s.Sees(m, target) && s.Reaches(m, target)
}

// coordinated returns the models that act together now.
func coordinated(s *turn.State) (set turn.ModelSet) {
	for rest := s.InPlay; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Mark(m, turn.MarkCoordinated) != 0 {
			set |= turn.Bit(m)
		}
	}
	return set
}

// coordinable returns the models that a Hero could still add to a coordinated action.
func coordinable(s *turn.State, hero int8) (set turn.ModelSet) {
	chosen := coordinated(s)
	for rest := s.Allied(s.Owner(hero)) & s.Standing() &^ chosen &^ turn.Bit(hero); rest != 0; rest &= rest - 1 {
		m := rest.First()
		k := s.Models[m].Kind
		switch {
		case k != turn.Ganger && k != turn.Rookie, s.Is(m, turn.FlagActed), !s.MayActivate(m):
		case chosen != 0 && s.Models[chosen.First()].Kind != k, chosen.Count() >= turn.Following(k, s.Trait(hero, turn.TraitFollower)):
		case s.Lends(turn.FeatCoordinate, hero, m) && s.Within(hero, m, s.Game.Number(config.CoordinateReach)):
			set |= turn.Bit(m)
		}
	}
	return set
}

// company returns the models that act together with another.
func company(s *turn.State, m int8) turn.ModelSet {
	if s.Mark(m, turn.MarkCoordinated) == 0 {
		return 0
	}
	return coordinated(s)
}
