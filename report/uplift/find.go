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
	action env.Action
	prob   float64
	seat   int // that has something more or less by it; -1: none, or several
	gained []Gain
}

// planned is a fork that is to be played.
type planned struct {
	Fork
	step   int // actions before the moment
	seat   int
	ways   [2]env.Action
	states [2]env.State
	before env.State
	about  int  // the thing that the first way gives
	forced bool // no agent plays it: see shunned
}

// moment is a step of a game at which it may be forked.
type moment struct {
	step  int
	state env.State
	probs []float32 // of the agent, where a seat decides
	ways  []way     // of a moment at which things are had, once they were tried
}

// forker finds the moments at which a game can be forked.
type forker struct {
	*Config
	sort
	about []int // the things that forks are about; none: all
	asked []int // how often about each thing; nil: all alike
	usual *counter

	shun     []int         // things that nobody plays, which are played on purpose
	forcible map[int][]int // moments at which each of them can be played

	moments []moment
	at      map[int][]int    // moments at which a thing can be played, by thing
	kinds   map[string][]int // moments at which a thing changed hands, by its kind

	now, try      drive.Table
	before, after [][]float64 // [seat][thing]
}

func newForker(c *Config, s sort, about, asked []int) *forker {
	f := &forker{Config: c, sort: s, about: about, asked: asked, usual: newCounter(c), at: map[int][]int{}, forcible: map[int][]int{}, kinds: map[string][]int{}}
	for range c.Game.Spec().Players {
		f.before = append(f.before, make([]float64, len(c.Things.Things)))
		f.after = append(f.after, make([]float64, len(c.Things.Things)))
	}
	return f
}

// find counts a game and plans its forks. decided holds the probabilities of its
// decisions, in their order.
//
// For each fork a thing is drawn first, as often as it is asked about, then a moment at which the game
// can be forked about it: things that come once in a game get as many forks as those that
// come at every step.
func (f *forker) find(history []env.Action, decided [][]float32, returns []float64, rng env.Rand) (forks []planned) {
	f.look(history, decided, returns)
	things := f.askable()
	if len(things) > 0 {
		forks = f.findAbout(things, rng)
	}
	if p, ok := f.force(rng); ok {
		forks = append(forks, p)
	}
	return forks
}

// findAbout plans forks about some things.
func (f *forker) findAbout(things []int, rng env.Rand) (forks []planned) {
	used := map[[2]int]bool{}
	for range 2 * f.ForksPerGame {
		if len(forks) == f.ForksPerGame {
			break
		}
		thing := drawThing(things, f.asked, rng)
		list := f.at[thing]
		if f.experiment == Had {
			list = f.kinds[f.Things.Things[thing].Kind]
		}
		for _, k := range rng.Perm(len(list))[:min(len(list), triesPerFork)] {
			i := list[k]
			if used[[2]int{i, thing}] {
				continue
			}
			used[[2]int{i, thing}] = true
			if p, ok := f.fork(&f.moments[i], thing, rng); ok {
				forks = append(forks, p)
				break
			}
		}
	}
	return forks
}

// askable returns the things that forks of this game can be about.
func (f *forker) askable() (list []int) {
	for t, x := range f.Things.Things {
		if len(f.about) > 0 && !slices.Contains(f.about, t) {
			continue
		}
		if f.experiment == Had && len(f.kinds[x.Kind]) > 0 || f.experiment == Played && len(f.at[t]) > 0 {
			list = append(list, t)
		}
	}
	return list
}

// look goes through a game, counts it and notes the moments at which it may be forked.
func (f *forker) look(history []env.Action, decided [][]float32, returns []float64) {
	f.now.Copy(f.Game.NewInitialState())
	f.usual.begin(f.now.State())
	for step, a := range history {
		s := f.now.State()
		chance := s.CurrentPlayer() == env.Chance
		m := moment{step: step}
		choice := chance
		if !chance {
			m.probs, decided = decided[0], decided[1:]
			legal := f.now.Legal()
			choice = len(legal) > 1
			f.usual.decides(s, legal, a)
			if f.experiment == Played && choice {
				f.notePlays(m, s, legal)
				f.noteShunned(m, s, legal)
			}
		}
		gets := f.experiment == Had && choice && f.Things.Gets != nil && f.Things.Gets(s)
		if gets {
			m.state = s.Clone()
		}
		f.apply(&f.now, a)
		if changed := f.usual.moved(f.now.State(), chance); gets && changed >= 0 {
			kind := f.Things.Things[changed].Kind
			f.kinds[kind] = append(f.kinds[kind], len(f.moments))
			f.moments = append(f.moments, m)
		}
	}
	f.usual.end(f.now.State(), returns)
}

// apply plays an action that a game has had, or has offered.
func (f *forker) apply(t *drive.Table, a env.Action) {
	if err := t.Apply(a); err != nil {
		panic("uplift: " + err.Error())
	}
}

// fork looks for two ways on from a moment that give one seat different things: one of them
// the thing that it is about.
func (f *forker) fork(m *moment, thing int, rng env.Rand) (planned, bool) {
	var a, b *way
	if f.experiment == Played {
		a, b = f.playTwo(m, thing, rng)
	} else {
		a, b = f.getTwo(m, thing, rng)
	}
	if a == nil || b == nil {
		return planned{}, false
	}
	return f.plan(m, thing, a, b), true
}

// plan plans a fork of two ways on from a moment, the first of which gives the thing that it is about.
func (f *forker) plan(m *moment, thing int, a, b *way) planned {
	p := planned{
		Fork: Fork{Gained: less(a.gained, b.gained)}, step: m.step, seat: a.seat, before: m.state,
		ways: [2]env.Action{a.action, b.action}, about: thing,
	}
	for i, action := range p.ways {
		f.try.Copy(m.state)
		f.apply(&f.try, action)
		p.states[i] = f.try.State().Clone()
	}
	return p
}
