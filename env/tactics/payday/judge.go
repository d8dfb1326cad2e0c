package payday

import (
	"sync"

	"ringer/env"
	"ringer/env/payday"
)

// Judge evaluates positions. It implements env.Judge and is safe for concurrent use.
type Judge struct {
	payday  int       // kind of PAYDAY
	surveys sync.Pool // of *payday.Survey
}

// NewJudge returns the judge for a configuration of PAYDAY DUEL.
func NewJudge(g *payday.Game) *Judge {
	return &Judge{payday: g.Loots()[0], surveys: sync.Pool{New: func() any { return new(payday.Survey) }}}
}

// Evaluate implements env.Judge, in rough points: for the Criminal PAYDAY out and in
// hand, obstacles gone and progress, heisters with their health and cards, against
// officers; cash and cards. The value for the Police is the negative.
func (j *Judge) Evaluate(state env.State, p env.Player) float64 {
	s := state.(*payday.State)
	x := j.surveys.Get().(*payday.Survey)
	defer j.surveys.Put(x)
	s.Survey(x)
	v := 60 * float64(s.Secured())
	for i := range x.Crew {
		h := &x.Heisters[i]
		v += 6 + 1.5*float64(h.Health) + float64(h.Strength) + float64(h.Armor)
		if h.Perk >= 0 {
			v++
		}
		switch {
		case h.Loot == j.payday:
			v += 20 - 3*float64(min(h.Column, s.Columns()-1-h.Column))
		case h.Loaded:
			v += 4
		}
	}
	for col := range s.Columns() {
		c := &x.Columns[col]
		v += 5 * float64(c.Gone)
		if c.FaceUp && c.Needed > 0 {
			v += 4 * float64(c.Progress) / float64(c.Needed)
		}
		v += 0.7 * float64(c.Uses)
		for d := c.Gone; d <= c.Obstacles; d++ {
			for _, o := range x.Police[col][d][:x.Posted[col][d]] {
				v -= 1 + float64(o.Damage) + 0.7*float64(o.Armor)
			}
			mandate, uses := s.Attached(col, d)
			v -= 0.7 * float64(uses)
			if mandate >= 0 {
				v -= 1.5
			}
		}
	}
	v += 0.8*float64(s.Cash(payday.Criminal)) + 0.4*float64(s.Pending()) + 0.8*float64(s.HandSize(payday.Criminal))
	v -= 0.8*float64(s.Cash(payday.Police)) + 0.8*float64(s.HandSize(payday.Police)) + 0.8*float64(s.FundingUses())
	if p == payday.Police {
		return -v
	}
	return v
}
