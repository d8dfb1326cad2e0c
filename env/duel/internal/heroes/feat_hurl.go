package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Hurl, a Special Attack that is channelled: the Hero throws a model in contact with
// it on a smaller base. An ally lands on its feet up to 8 inches away, where it does
// not fall, and a Duel may follow (DUEL-26). With an enemy there is a Duel at once, in
// which that one only avoids hits; each hit may be 2 inches of the throw instead, to 8
// at most, and where it lands it is placed prone and may fall. Any free point will do,
// in sight or not (DUEL-66, DUEL-78).
func hurlFeat() *turn.Skill {
	return &turn.Skill{
		Channel: true, Attack: true, Partly: true,
		Needs:      needsAvoidHits,
		Far:        func(c *config.Config) float64 { return c.Number(config.HurlFar) },
		MayUse:     func(s *turn.State, m int8) bool { return !s.ForbidsSpecials(m) && hurlable(s, m) != 0 },
		Use:        func(s *turn.State, m int8) { s.PushSkill(turn.FeatHurl, m) },
		MayConvert: func(s *turn.State, a *turn.Attack) bool { return s.Duel.Special == turn.FeatHurl && a.By == s.Duel.By },
		Convert:    func(s *turn.State, a *turn.Attack) { hurl(s, a.By, a.At, s.Game.Whole(config.HurlPerHit)*int(a.Hits)) },
		Run:        runHurl,
	}
}

// hurlable returns the models that one can hurl.
func hurlable(s *turn.State, m int8) turn.ModelSet {
	set := s.Contacts(m)
	for rest := set; rest != 0; rest &= rest - 1 {
		e := rest.First()
		if s.Base(e) >= s.Base(m) || s.Allied(s.Owner(m)).Has(e) && !s.Lends(turn.FeatHurl, m, e) {
			set &^= turn.Bit(e)
		}
	}
	return set
}

// Steps of the task of Hurl.
const (
	hurlWhom turn.Step = iota
	hurlChosen
	hurlWhere
	hurlLands
)

// hurl pushes the throw of a model by another.
func hurl(s *turn.State, m, e int8, inches int) {
	t := s.PushSkill(turn.FeatHurl, m)
	t.Step, t.Number, t.Other = hurlWhere, int16(min(inches, s.Game.Whole(config.HurlFar))), e
}

func runHurl(s *turn.State, t *turn.Task) {
	m, e := t.M, t.Other
	switch t.Step {
	case hurlWhom:
		t.Step = hurlChosen
		s.AskWhom(turn.FeatHurl, m, hurlable(s, m), false)
	case hurlChosen:
		s.Pop()
		if e = s.Chosen(m); s.Allied(s.Owner(m)).Has(e) {
			s.Plan(m)
			hurl(s, m, e, s.Game.Whole(config.HurlFar))
			return
		}
		x := s.Push(turn.TaskDuel, m)
		x.How, x.Other, x.With = turn.DuelOnly|turn.DuelDodge|turn.DuelBare, e, turn.FeatHurl
	case hurlWhere:
		if !s.InPlay.Has(e) {
			s.Pop()
			return
		}
		t.Step = hurlLands
		allowLandings(s, m, e, t.Number)
		s.AskSkill(turn.FeatHurl, turn.NodeWhere, s.Owner(m), e, m)
	default:
		s.Pop()
		lands(s, m, e)
	}
}

// allowLandings makes the points legal to which a model can be hurled.
func allowLandings(s *turn.State, m, e int8, inches int16) {
	g, at := s.Game, s.Models[e].At
	s.ForbidAll()
	s.AllowFree(e, at, space.Length(inches)*space.Inch)
	if !g.Config.Falling || !s.Allied(s.Owner(m)).Has(e) {
		return
	}
	feet, free := s.Feet(e)+s.Models[e].Climbed, space.Inches(g.Config.FallFree)
	legal := s.Legal()
	for a := g.Actions.Dest; a < g.Actions.Edge; a++ { // an ally must be safe
		if legal[a>>6]>>(a&63)&1 != 0 && feet-g.Scene.Height(g.DestOf(at, a), &s.Land) > free {
			s.Forbid(a)
		}
	}
}

// lands puts a hurled model where the answer says.
func lands(s *turn.State, m, e int8) {
	x := &s.Models[e]
	feet := s.Feet(e) + x.Climbed
	x.Climbed = 0
	s.Clear(e, turn.FlagClimbing)
	s.Put(e, s.Game.DestOf(x.At, s.Answer))
	if s.Allied(s.Owner(m)).Has(e) {
		return
	}
	if x.Status == turn.Standing {
		s.Knock(e)
	}
	options.Fall(s, e, x.At, feet-s.Feet(e))
}
