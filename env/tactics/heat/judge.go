package heat

import (
	"sync"

	"ringer/env"
	"ringer/env/heat"
)

// Judge estimates how well seats stand, in dollars: what a seat has, less what
// its Heat will cost, against the others, the leader counting most; with what the
// card that it has chosen still promises, and a share of what its hand is worth.
// It implements env.Judge and is safe for concurrent use.
type Judge struct {
	kinds  []heat.Kind
	worths []float64 // of a card apart from any position, in dollars
	scale  scale

	appraisals sync.Pool // of *appraisal, so that nothing is allocated
}

// NewJudge returns the judge of the positions of a game.
func NewJudge(g *heat.Game) *Judge {
	j := &Judge{kinds: g.Kinds(), worths: Worths(g), scale: scaleOf(g)}
	j.appraisals.New = func() any { return &appraisal{j: j} }
	return j
}

// Evaluate implements env.Judge.
func (j *Judge) Evaluate(state env.State, p env.Player) float64 {
	s := state.(*heat.State)
	v := j.appraisals.Get().(*appraisal)
	v.s, v.scene, v.me = s, s.Snapshot(), int(p)
	v.outlook = outlookOf(&j.scale, s, v.me, &rough)
	x := v.standing() + v.promise() + v.handWorth()
	v.s, v.scene = nil, nil
	j.appraisals.Put(v)
	return x
}

// standing returns the score of the seat against the others' scores.
func (v *appraisal) standing() float64 {
	x := v.scores[v.me]
	for i := range v.j.scale.players {
		x -= v.threat[i] * v.scores[i]
	}
	return x
}

// handWorth returns a share of the worth of the cards that the seat is still
// likely to play.
func (v *appraisal) handWorth() float64 {
	s, p := v.s, v.me
	if s.Question() == heat.AskNothing {
		return 0
	}
	plays := v.j.scale.perHeist - s.Stage()
	if s.Phase() != heat.NoPhase || s.Committed(p) >= 0 && s.Question() != heat.AskPick {
		plays--
	}
	var worths [mostCards]float64
	n := 0
	for t, k := range s.Hand(p) {
		for range k {
			if n < len(worths) {
				worths[n] = v.j.worths[t]
				n++
			}
		}
	}
	x := 0.
	for range min(plays, n) {
		best := 0
		for i := range n {
			if worths[i] > worths[best] {
				best = i
			}
		}
		x += worths[best]
		worths[best] = -1000
	}
	return handShare * x
}

// mostCards is the largest hand that is looked at in full.
const mostCards = 34
