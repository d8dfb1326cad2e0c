package trajectory

import (
	"context"

	"ringer/env"
	"ringer/eval"
)

// Shard holds the rows of some whole episodes, column by column, ordered by episode and
// step. Row i has Observation[i*ObservationSize:(i+1)*ObservationSize], and so on.
type Shard struct {
	ObservationSize, Actions int

	Observation   []float32 // as the seat that decides may see, before it acts
	Mask          []bool    // [rows, actions]: the legal actions
	Action        []int32   // that was taken
	Probabilities []float32 // [rows, actions]: of the agent, over all actions
	Return        []float32 // of that seat at the end of the episode
	Seat          []int8
	Kind          []int8 // of decision: index into Manifest.Kinds
	Agent         []int16
	Episode       []int64
	Step          []int32 // decisions of the episode before this one
}

// Rows returns the number of rows.
func (s *Shard) Rows() int { return len(s.Action) }

// RowBytes returns the size of a row in memory.
func RowBytes(spec *env.Spec) int {
	return 4*spec.ObservationSize() + 5*spec.NumActions() + 4 + 4 + 1 + 1 + 2 + 8 + 4
}

// Collect plays the deals from ≤ deal < to, each in all rotations of the seats, and
// returns their rows. Moves without a choice are rows too. The episodes of deal d are
// d×seats to d×seats+seats−1. It returns the errors of eval.WatchDeals.
func Collect(ctx context.Context, match eval.MatchConfig, from, to int) (*Shard, error) {
	spec := match.Game.Spec()
	seats := spec.Players
	episodes := make([]Shard, (to-from)*seats) // each is written by one goroutine at a time
	match.Watch = func(w eval.Watched) {
		e := &episodes[(w.Deal-from)*seats+w.Rotation]
		e.add(spec, &w, int64(w.Deal*seats+w.Rotation))
	}
	err := eval.WatchDeals(ctx, match, from, to, func(deal, rotation int, returns []float64) {
		e := &episodes[(deal-from)*seats+rotation]
		for _, seat := range e.Seat {
			e.Return = append(e.Return, float32(returns[seat]))
		}
	})
	if err != nil {
		return nil, err
	}
	return join(spec, episodes), nil
}

// add adds the row of a decision, without its return.
func (s *Shard) add(spec *env.Spec, w *eval.Watched, episode int64) {
	s.Observation = append(s.Observation, w.View.Observation...)
	first := len(s.Mask)
	s.Mask = append(s.Mask, make([]bool, spec.NumActions())...)
	s.Probabilities = append(s.Probabilities, make([]float32, spec.NumActions())...)
	for i, a := range w.View.Legal {
		s.Mask[first+int(a)] = true
		s.Probabilities[first+int(a)] = w.Decision.Probs[i]
	}
	s.Kind = append(s.Kind, spec.Kind(w.View.Observation, w.View.Legal))
	s.Step = append(s.Step, int32(len(s.Action)))
	s.Action = append(s.Action, int32(w.Action))
	s.Seat = append(s.Seat, int8(w.View.Seat))
	s.Agent = append(s.Agent, int16(w.Entry))
	s.Episode = append(s.Episode, episode)
}

// join returns the rows of all episodes, in their order.
func join(spec *env.Spec, episodes []Shard) *Shard {
	out := &Shard{ObservationSize: spec.ObservationSize(), Actions: spec.NumActions()}
	rows := 0
	for i := range episodes {
		rows += episodes[i].Rows()
	}
	out.Observation = make([]float32, 0, rows*out.ObservationSize)
	out.Mask = make([]bool, 0, rows*out.Actions)
	out.Probabilities = make([]float32, 0, rows*out.Actions)
	for i := range episodes {
		e := &episodes[i]
		out.Observation = append(out.Observation, e.Observation...)
		out.Mask = append(out.Mask, e.Mask...)
		out.Action = append(out.Action, e.Action...)
		out.Probabilities = append(out.Probabilities, e.Probabilities...)
		out.Return = append(out.Return, e.Return...)
		out.Seat = append(out.Seat, e.Seat...)
		out.Kind = append(out.Kind, e.Kind...)
		out.Agent = append(out.Agent, e.Agent...)
		out.Episode = append(out.Episode, e.Episode...)
		out.Step = append(out.Step, e.Step...)
		*e = Shard{} // let go of what is copied
	}
	return out
}
