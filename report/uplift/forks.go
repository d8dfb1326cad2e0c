package uplift

import (
	"slices"

	"ringer/env"
	"ringer/env/drive"
)

// triesPerFork is the number of moments that are looked at for each fork that is wanted.
const triesPerFork = 12

// way is one way on from a moment.
type way struct {
	actions []env.Action
	prob    float64
	seat    int // that has something more or less by it; -1: none, or several
	gained  []Gain
}

// planned is a fork that is to be played.
type planned struct {
	Fork
	step   int // actions before the moment
	seat   int
	ways   [2][]env.Action
	states [2]env.State
	before env.State
	about  int // the thing that the first way gives
}

// forker finds the moments at which a game can be forked.
type forker struct {
	*Config
	sort
	about  []bool // by thing; nil: all things
	usual  *counter
	now    drive.Table
	try    drive.Table
	before [][]float64 // [seat][thing]
	after  [][]float64
	list   []way
}

func newForker(c *Config, s sort, about []int) *forker {
	f := &forker{Config: c, sort: s, usual: newCounter(c)}
	n := len(c.Things.Things)
	if len(about) > 0 {
		f.about = make([]bool, n)
		for _, t := range about {
			f.about[t] = true
		}
	}
	for range c.Game.Spec().Players {
		f.before = append(f.before, make([]float64, n))
		f.after = append(f.after, make([]float64, n))
	}
	return f
}

// find counts a game and plans its forks. decided holds the probabilities of its
// decisions, in their order.
func (f *forker) find(history []env.Action, decided [][]float32, returns []float64, rng env.Rand) []planned {
	moments := f.look(history, decided, returns)
	order := f.order(moments, rng)
	chosen := slices.Clone(order)
	slices.Sort(chosen)
	states := map[int]env.State{}
	f.now.Copy(f.Game.NewInitialState())
	at := 0
	for _, i := range chosen {
		for ; at < moments[i].step; at++ {
			f.apply(&f.now, history[at])
		}
		states[i] = f.now.State().Clone()
	}
	var forks []planned
	for _, i := range order {
		if len(forks) == f.ForksPerGame {
			break
		}
		if p, ok := f.fork(states[i], moments[i].probs, rng); ok {
			p.step = moments[i].step
			forks = append(forks, p)
		}
	}
	return forks
}

// order draws the moments that are looked at, one after the other: first a kind of things,
// by the number of things that are asked about, then a moment at which one of the kind
// changed hands. Otherwise a kind that comes once in a game would hardly be seen.
func (f *forker) order(moments []moment, rng env.Rand) (order []int) {
	var kinds []string
	weight, of := map[string]float64{}, map[string][]int{}
	for t, x := range f.Things.Things {
		if f.about == nil || f.about[t] {
			weight[x.Kind]++
		}
	}
	for _, i := range rng.Perm(len(moments)) {
		kind := ""
		if t := moments[i].changed; t >= 0 {
			kind = f.Things.Things[t].Kind
		}
		if of[kind] == nil {
			kinds = append(kinds, kind)
		}
		of[kind] = append(of[kind], i)
	}
	for len(kinds) > 0 && len(order) < triesPerFork*f.ForksPerGame {
		sum, at := 0., 0
		for k, kind := range kinds {
			w := max(weight[kind], 0.1) // what is there may give other kinds too
			sum += w
			if rng.Float64()*sum < w {
				at = k
			}
		}
		kind := kinds[at]
		order = append(order, of[kind][0])
		if of[kind] = of[kind][1:]; len(of[kind]) == 0 {
			kinds = slices.Delete(kinds, at, at+1)
		}
	}
	return order
}

// moment is a step of a game at which it may be forked.
type moment struct {
	step    int
	probs   []float32 // of the agent, where a seat decides
	changed int       // a thing that changed hands then; -1: none
}

// look goes through a game, counts it and returns the moments at which it may be forked.
func (f *forker) look(history []env.Action, decided [][]float32, returns []float64) []moment {
	var moments []moment
	f.now.Copy(f.Game.NewInitialState())
	f.usual.begin(f.now.State())
	for step, a := range history {
		s := f.now.State()
		var probs []float32
		var legal []env.Action
		if s.CurrentPlayer() != env.Chance {
			probs, decided = decided[0], decided[1:]
			legal = f.now.Legal()
			f.usual.decides(s, legal, a)
		}
		chance := s.CurrentPlayer() == env.Chance
		gets := f.experiment == Had && len(legal) != 1 && f.Things.Gets != nil && f.Things.Gets(s)
		if f.experiment == Played && len(legal) > 1 && f.hesitates(s, legal, probs) {
			moments = append(moments, moment{step, probs, -1})
		}
		f.apply(&f.now, a)
		if changed := f.usual.moved(f.now.State(), chance); gets && changed >= 0 {
			moments = append(moments, moment{step, probs, changed})
		}
	}
	f.usual.end(f.now.State(), returns)
	return moments
}

// apply plays an action that a game has had, or has offered.
func (f *forker) apply(t *drive.Table, a env.Action) {
	if err := t.Apply(a); err != nil {
		panic("uplift: " + err.Error())
	}
}

// near calls each for every action that plays a thing and that the agent hardly prefers less than
// its best, with the thing.
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

// hesitates reports whether the agent hardly chooses between two things to play.
func (f *forker) hesitates(s env.State, legal []env.Action, probs []float32) bool {
	first, differ := -1, false
	f.near(s, legal, probs, func(_, t int) {
		differ = differ || first >= 0 && t != first
		first = t
	})
	return differ
}

// fork looks for two ways on that give one seat different things.
func (f *forker) fork(s env.State, probs []float32, rng env.Rand) (planned, bool) {
	var a, b *way
	var ok bool
	if f.experiment == Played {
		a, b, ok = f.playTwo(s, probs, rng)
	} else {
		a, b, ok = f.getTwo(s, rng)
	}
	if !ok {
		return planned{}, false
	}
	p := planned{Fork: Fork{Gained: less(a.gained, b.gained)}, seat: a.seat, before: s, ways: [2][]env.Action{a.actions, b.actions}, about: a.gained[0].Thing}
	for _, g := range a.gained {
		if f.about != nil && f.about[g.Thing] {
			p.about = g.Thing
		}
	}
	for i, actions := range p.ways {
		f.try.Copy(s)
		for _, action := range actions {
			if err := f.try.Apply(action); err != nil {
				return planned{}, false
			}
		}
		p.states[i] = f.try.State().Clone()
	}
	return p, true
}

// getTwo tries every outcome of a state. The first way is drawn among all alike, so that
// rare things come as often as common ones; the other by its probability, among those that
// give the same seat as much of something else.
func (f *forker) getTwo(s env.State, rng env.Rand) (a, b *way, ok bool) {
	f.tryAll(s)
	n := 0
	for i := range f.list {
		w := &f.list[i]
		if w.seat < 0 || f.about != nil && !slices.ContainsFunc(w.gained, func(g Gain) bool { return f.about[g.Thing] }) {
			continue
		}
		if n++; rng.IntN(n) == 0 {
			a = w
		}
	}
	if a == nil {
		return nil, nil, false
	}
	sum := 0.
	for i := range f.list {
		w := &f.list[i]
		if w.seat != a.seat || total(w.gained) != total(a.gained) || same(w.gained, a.gained) {
			continue
		}
		sum += w.prob
		if rng.Float64()*sum < w.prob {
			b = w
		}
	}
	return a, b, b != nil
}

// tryAll fills list with what each outcome of a state gives.
func (f *forker) tryAll(s env.State) {
	f.list = f.list[:0]
	f.now.Copy(s)
	f.count(s, f.before)
	var outcomes []env.Outcome
	if s.CurrentPlayer() == env.Chance {
		outcomes = f.now.Outcomes()
	} else {
		legal := f.now.Legal()
		for _, a := range legal {
			outcomes = append(outcomes, env.Outcome{Action: a, Prob: 1 / float64(len(legal))})
		}
	}
	for _, o := range outcomes {
		f.try.Copy(s)
		f.apply(&f.try, o.Action)
		f.count(f.try.State(), f.after)
		w := way{actions: []env.Action{o.Action}, prob: o.Prob, seat: -1}
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
		f.list = append(f.list, w)
	}
}

// playTwo draws a thing among all alike that the agent might play, and another by the
// agent's own probabilities.
func (f *forker) playTwo(s env.State, probs []float32, rng env.Rand) (a, b *way, ok bool) {
	f.now.Copy(s)
	legal := f.now.Legal()
	mass := map[int]float64{}
	var order []int
	f.near(s, legal, probs, func(i, t int) {
		if mass[t] == 0 {
			order = append(order, t)
		}
		mass[t] += float64(probs[i])
	})
	first, n := -1, 0
	for _, t := range order {
		if f.about != nil && !f.about[t] {
			continue
		}
		if n++; rng.IntN(n) == 0 {
			first = t
		}
	}
	if first < 0 {
		return nil, nil, false
	}
	other, sum := -1, 0.
	for _, t := range order {
		if t == first {
			continue
		}
		sum += mass[t]
		if rng.Float64()*sum < mass[t] {
			other = t
		}
	}
	if other < 0 {
		return nil, nil, false
	}
	var ways [2]way
	for k, thing := range []int{first, other} {
		sum := 0.
		var action env.Action
		f.near(s, legal, probs, func(i, t int) {
			if t != thing {
				return
			}
			sum += float64(probs[i])
			if rng.Float64()*sum < float64(probs[i]) {
				action = legal[i]
			}
		})
		ways[k] = way{actions: []env.Action{action}, seat: int(s.CurrentPlayer()), gained: []Gain{{Thing: thing, Count: 1}}}
	}
	return &ways[0], &ways[1], true
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

func same(a, b []Gain) bool { return len(less(a, b)) == 0 }

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
