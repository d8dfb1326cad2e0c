package uplift

import (
	"slices"

	"ringer/env"
)

// near calls each for every action that plays a thing and that the agent hardly prefers less
// than its best, with the thing.
func (f *forker) near(s env.State, legal []env.Action, probs []float32, each func(i, thing int)) {
	least := float32(f.Near) * slices.Max(probs)
	for i, a := range legal {
		if probs[i] < least {
			continue
		}
		if t := f.Things.Plays(s, a); t >= 0 {
			each(i, t)
		}
	}
}

// notePlays notes a moment for every thing that the agent might as well play, where there
// are two or more.
func (f *forker) notePlays(m moment, s env.State, legal []env.Action) {
	var things []int
	f.near(s, legal, m.probs, func(_, t int) {
		if !slices.Contains(things, t) {
			things = append(things, t)
		}
	})
	if len(things) < 2 {
		return
	}
	m.state = s.Clone()
	for _, t := range things {
		f.at[t] = append(f.at[t], len(f.moments))
	}
	f.moments = append(f.moments, m)
}

// playTwo plays a thing, and another one that the agent might as well play, drawn by the
// agent's own probabilities.
func (f *forker) playTwo(m *moment, thing int, rng env.Rand) (a, b *way) {
	f.now.Copy(m.state)
	legal := f.now.Legal()
	other, sum := -1, 0.
	f.near(m.state, legal, m.probs, func(i, t int) {
		if t == thing {
			return
		}
		sum += float64(m.probs[i])
		if rng.Float64()*sum < float64(m.probs[i]) {
			other = t
		}
	})
	if other < 0 {
		return nil, nil
	}
	var ways [2]way
	for k, thing := range []int{thing, other} {
		sum := 0.
		w := &ways[k]
		w.seat, w.gained = int(m.state.CurrentPlayer()), []Gain{{Thing: thing, Count: 1}}
		f.near(m.state, legal, m.probs, func(i, t int) {
			if t != thing {
				return
			}
			sum += float64(m.probs[i])
			if rng.Float64()*sum < float64(m.probs[i]) {
				w.action = legal[i]
			}
		})
	}
	return &ways[0], &ways[1]
}
