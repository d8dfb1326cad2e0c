package expert

import (
	"context"
	"fmt"
	"math"

	"ringer/agents"
	"ringer/env"
	"ringer/env/fivepossessions"
)

// fivePossessionsTemperature is by how much of a chance two ways of placing must
// differ to be told apart. Ways that are about equal are mixed, so that nobody can
// count on one of them.
const fivePossessionsTemperature = 0.012

// FivePossessions plays 5 Possessions as a coach who keeps count: it takes what
// either side would like to have on each lane, given all that both have seen, and
// then puts its own cards where they do best against that. With hands, it goes one
// thought further, and slowly: it deals the other such hands and sees where that
// coach would put them. It is safe for concurrent use.
type FivePossessions struct {
	game  *fivepossessions.Game
	hands int
}

// NewFivePossessions builds the expert for a configuration of 5 Possessions. hands
// is the number of hands that it deals the other at every decision; 0 for none.
func NewFivePossessions(game *fivepossessions.Game, hands int) *FivePossessions {
	return &FivePossessions{game: game, hands: hands}
}

// Decide implements agents.Agent.
func (f *FivePossessions) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	var w ways
	for i := range views {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := &views[i]
		if v.Game.Hash != f.game.Spec().Hash {
			return nil, fmt.Errorf("expert: built for %s, asked to play %s", f.game.Spec(), v.Game)
		}
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("expert: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		// What is read from the world is public or the seat's own, so one will do.
		s := v.Resample(v.Rand).(*fivepossessions.State)
		if s.Choosing() {
			f.chooseSide(s, decisions[i].Probs)
			continue
		}
		t := s.Thought()
		if f.hands > 0 && s.Line() > 0 { // on the first line all lanes are alike
			t = &w.foreseen
			s.Foresee(t, f.hands, fivePossessionsTemperature, v.Rand.IntN)
		}
		w.place(s, t, v.Legal, decisions[i].Probs)
	}
	return decisions, nil
}

// chooseSide takes the side with the better chance where one possession decides
// the game. Over pairs of possessions it makes no difference.
func (f *FivePossessions) chooseSide(s *fivepossessions.State, probs []float32) {
	probs[0], probs[1] = 0.5, 0.5
	if !s.Sudden() {
		return
	}
	probs[0], probs[1] = 1, 0
	if f.game.Hope(0, f.game.Config().Lanes) < 0.5 {
		probs[0], probs[1] = 0, 1
	}
}

// ways are the ways to place the rest of a hand, each a lane for each card.
type ways struct {
	first  []int     // lane of the next card
	chance []float64 // to have the possession

	foreseen fivepossessions.Thought
}

// place rates all ways and mixes those that are about as good as the best.
func (w *ways) place(s *fivepossessions.State, t *fivepossessions.Thought, legal []env.Action, probs []float32) {
	w.first, w.chance = w.first[:0], w.chance[:0]
	best := 0.0
	s.Ways(t, func(lane int, chance float64) {
		w.first, w.chance = append(w.first, lane), append(w.chance, chance)
		best = max(best, chance)
	})
	weights := make([]float64, s.Lanes())
	total := 0.0
	for i, x := range w.chance {
		y := math.Exp((x - best) / fivePossessionsTemperature)
		weights[w.first[i]] += y
		total += y
	}
	for i, a := range legal {
		probs[i] = float32(weights[a] / total)
	}
}
