package uplift

import (
	"ringer/env"
	"ringer/eval"
	"ringer/report/ratio"
)

// Usual holds the figures that are usually given for things, of games that nobody
// interfered with, one of each for every thing.
type Usual struct {
	Games  int           `json:"games"`
	Held   []ratio.Ratio `json:"held"`   // outcome of the seats that had it at some time
	Drawn  []ratio.Ratio `json:"drawn"`  // outcome of those that got it by chance
	Played []ratio.Ratio `json:"played"` // outcome of those that played it
	Taken  []ratio.Ratio `json:"taken"`  // share of the decisions where it could be played along with something else
}

func newUsual(things int) *Usual {
	u := &Usual{}
	for _, list := range u.lists() {
		*list = make([]ratio.Ratio, things)
	}
	return u
}

func (u *Usual) lists() [4]*[]ratio.Ratio {
	return [...]*[]ratio.Ratio{&u.Held, &u.Drawn, &u.Played, &u.Taken}
}

// plus adds the games of another.
func (u *Usual) plus(other *Usual) {
	u.Games += other.Games
	more := other.lists()
	for k, list := range u.lists() {
		for t := range *list {
			(*list)[t].Plus(&(*more[k])[t])
		}
	}
}

// Marks of a thing and a seat in one part of a game.
const (
	markHeld uint8 = 1 << iota
	markDrawn
	markPlayed
)

// counter counts games for Usual.
type counter struct {
	*Config
	usual  *Usual
	marks  [][]uint8 // [seat][thing]
	have   []float64
	had    [][]float64
	offer  []bool
	parts  int
	start  env.State
	shares []float64
}

func newCounter(c *Config) *counter {
	n := len(c.Things.Things)
	x := &counter{Config: c, have: make([]float64, n), offer: make([]bool, n), shares: make([]float64, c.Game.Spec().Players)}
	for range c.Game.Spec().Players {
		x.marks = append(x.marks, make([]uint8, n))
		x.had = append(x.had, make([]float64, n))
	}
	return x
}

// begin begins a game.
func (x *counter) begin(s env.State) {
	x.usual = newUsual(len(x.have))
	x.usual.Games = 1
	x.parts = 0
	for seat := range x.had {
		clear(x.had[seat])
		if x.Things.Has != nil {
			x.Things.Has(s, seat, x.had[seat])
		}
	}
	x.restart(s)
}

// restart begins a part.
func (x *counter) restart(s env.State) {
	for seat := range x.marks {
		clear(x.marks[seat])
	}
	if x.Things.Part != nil {
		x.start = s.Clone()
	}
}

// decides counts a decision before it is played.
func (x *counter) decides(s env.State, legal []env.Action, a env.Action) {
	if x.Things.Plays == nil {
		return
	}
	played := x.Things.Plays(s, a)
	if played >= 0 {
		x.marks[s.CurrentPlayer()][played] |= markPlayed
	}
	if len(legal) < 2 {
		return
	}
	clear(x.offer)
	n, first := 0, -1
	for _, b := range legal {
		if t := x.Things.Plays(s, b); t != first || t < 0 {
			n++
			first = t
		}
		if first >= 0 {
			x.offer[first] = true
		}
	}
	if n < 2 {
		return // whatever is chosen plays it
	}
	for t, on := range x.offer {
		if on {
			x.usual.Taken[t].Count(t == played)
		}
	}
}

// moved counts what seats have after an action, and returns a thing that one of them has
// more or less of; -1: none.
func (x *counter) moved(s env.State, chance bool) (changed int) {
	changed = -1
	if x.Things.Has != nil {
		for seat := range x.had {
			clear(x.have)
			x.Things.Has(s, seat, x.have)
			for t, n := range x.have {
				if n > 0 {
					x.marks[seat][t] |= markHeld
				}
				if chance && n > x.had[seat][t] {
					x.marks[seat][t] |= markDrawn
				}
				if n != x.had[seat][t] {
					changed = t
				}
			}
			x.had[seat], x.have = x.have, x.had[seat]
		}
	}
	if p := x.Things.Part; p != nil {
		if over := p.Over(s); over > x.parts {
			x.parts = over
			x.reap(func(seat int) float64 { return p.Worth(x.start, s, seat) })
			x.restart(s)
		}
	}
	return changed
}

// end ends a game.
func (x *counter) end(_ env.State, returns []float64) {
	if x.Things.Part == nil {
		eval.WinShares(returns, x.shares)
		x.reap(func(seat int) float64 { return x.shares[seat] })
	}
	for _, list := range x.usual.lists() {
		for t := range *list {
			(*list)[t].Close()
		}
	}
}

// reap enters the outcomes of a part.
func (x *counter) reap(worth func(seat int) float64) {
	for seat := range x.marks {
		w := worth(seat)
		for t, m := range x.marks[seat] {
			if m&markHeld != 0 {
				x.usual.Held[t].Add(w, 1)
			}
			if m&markDrawn != 0 {
				x.usual.Drawn[t].Add(w, 1)
			}
			if m&markPlayed != 0 {
				x.usual.Played[t].Add(w, 1)
			}
		}
	}
}
