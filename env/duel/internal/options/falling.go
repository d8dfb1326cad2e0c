package options

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// A model that falls further than an inch rolls a die for each full inch of the fall:
// what is not 7 or more, with the bonus, is a hit (DUEL-48). At most turn.MaxDice dice
// are rolled (DUEL-120). A rule that makes a model fall calls Fall; of itself one falls
// that drops further than its Move allows (DUEL-54).
var fallingRule = turn.Rule{Name: "falling", Hook: func(h *turn.Hooks) {
	h.Dropped.Add(func(s *turn.State, m int8, height space.Length) {
		Fall(s, m, s.Models[m].At, height)
	})
}}

// Fall lands a model at a lower point, from a height above it.
func Fall(s *turn.State, m int8, to space.Point, height space.Length) {
	s.Put(m, to)
	if s.Game.Config.Falling && height > space.Inches(s.Game.Config.FallFree) {
		s.Push(taskFall, m).Number = int16(min(int(height/space.Inch), turn.MaxDice))
	}
}

// Displace moves a model by force to a point that it could reach with this many inches of
// Move. Where that is a drop the model falls (DUEL-30).
func Displace(s *turn.State, m int8, to space.Point, far space.Length) {
	drop := s.Find(m, far).Drop(s.Game.Scene.Disc().ID(to.Sub(s.Models[m].At)))
	Fall(s, m, to, drop)
}

func runFall(s *turn.State, t *turn.Task) {
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		s.Chance(turn.ChanceDice, int(t.Number), t.M)
		return
	}
	m, n := t.M, int(t.Number)
	faces := turn.Throws(n)[s.Answer].Faces
	bonus := s.Game.FallBonus(s.Models[m].Kind) + int(s.Build(m).Protection)
	hits := 0
	for _, f := range faces[:n] {
		if int(f)+bonus < s.Game.Config.HitOn {
			hits++
		}
	}
	s.Pop()
	Hurt(s, m, hits)
}

// Tumble makes every model fall whose ground has sunk: those that a piece held
// up, or that hung on one, which is not there any more. before is the table as it was.
func Tumble(s *turn.State, before *space.Field) {
	g := s.Game
	var m int8
	for rest := s.InPlay; rest != 0; rest &^= turn.Bit(m) {
		m = s.Around(rest, turn.Nobody)
		if x := &s.Models[m]; x.Flags&turn.FlagClimbing != 0 && s.Land.Gone>>x.Piece&1 != 0 {
			letGo(s, m)
			continue
		}
		at := s.Models[m].At
		high, low := g.Scene.Height(at, before), g.Scene.Height(at, &s.Land)
		if low >= high {
			continue
		}
		to := s.NearestBelow(m, at, high-1)
		if to == space.Nowhere {
			to = at
		}
		Fall(s, m, to, high-g.Scene.Height(to, &s.Land))
	}
}
