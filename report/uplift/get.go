package uplift

import (
	"slices"

	"ringer/env"
)

// getTwo returns a way that gives, or takes, a thing, drawn among all alike, and another
// one, drawn by its probability among those that give the same seat as much of something
// else.
func (f *forker) getTwo(m *moment, thing int, rng env.Rand) (a, b *way) {
	f.tryAll(m)
	n := 0
	for i := range m.ways {
		w := &m.ways[i]
		if w.seat >= 0 && slices.ContainsFunc(w.gained, func(g Gain) bool { return g.Thing == thing }) {
			if n++; rng.IntN(n) == 0 {
				a = w
			}
		}
	}
	if a == nil {
		return nil, nil
	}
	sum := 0.
	for i := range m.ways {
		w := &m.ways[i]
		if w.seat != a.seat || total(w.gained) != total(a.gained) || slices.ContainsFunc(w.gained, func(g Gain) bool { return g.Thing == thing }) {
			continue
		}
		sum += w.prob
		if rng.Float64()*sum < w.prob {
			b = w
		}
	}
	return a, b
}

// tryAll fills the ways of a moment with what each of its outcomes gives, once.
func (f *forker) tryAll(m *moment) {
	if m.ways != nil {
		return
	}
	f.now.Copy(m.state)
	f.count(m.state, f.before)
	var outcomes []env.Outcome
	if m.state.CurrentPlayer() == env.Chance {
		outcomes = f.now.Outcomes()
	} else {
		legal := f.now.Legal()
		for _, a := range legal {
			outcomes = append(outcomes, env.Outcome{Action: a, Prob: 1 / float64(len(legal))})
		}
	}
	for _, o := range outcomes {
		f.try.Copy(m.state)
		f.apply(&f.try, o.Action)
		f.count(f.try.State(), f.after)
		w := way{action: o.Action, prob: o.Prob, seat: -1}
		for seat := range f.after {
			gained := f.gained(seat)
			if len(gained) > 0 && w.seat >= 0 {
				w.seat = -1
				break
			}
			if len(gained) > 0 {
				w.seat, w.gained = seat, gained
			}
		}
		m.ways = append(m.ways, w)
	}
}

func (f *forker) count(s env.State, into [][]float64) {
	for seat := range into {
		clear(into[seat])
		f.Things.Has(s, seat, into[seat])
	}
}

// gained returns what a seat has more in after than in before.
func (f *forker) gained(seat int) (list []Gain) {
	for t := range f.after[seat] {
		if d := f.after[seat][t] - f.before[seat][t]; d != 0 {
			list = append(list, Gain{Thing: t, Count: d})
		}
	}
	return list
}

func total(gained []Gain) (sum float64) {
	for _, g := range gained {
		sum += g.Count
	}
	return sum
}

// less returns a − b, and marks what came by b.
func less(a, b []Gain) []Gain {
	out := slices.Clone(a)
	for _, g := range b {
		if i := slices.IndexFunc(out, func(o Gain) bool { return o.Thing == g.Thing }); i >= 0 {
			out[i].Count -= g.Count
		} else {
			out = append(out, Gain{Thing: g.Thing, Count: -g.Count, Came: 1})
		}
	}
	return slices.DeleteFunc(out, func(g Gain) bool { return g.Count == 0 })
}
