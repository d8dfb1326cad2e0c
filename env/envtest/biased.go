package envtest

import (
	"ringer/env"
	"ringer/env/drive"
)

// A gambler plays all seats of one game in a way that uniform play hardly ever
// does. It knows no rules: it looks at ids, at who acts next and at observations.
// Its choices follow from its random source and its counts alone.
type gambler struct {
	spec    *env.Spec
	rng     env.Rand
	styles  []style
	style   style
	played  []uint32 // by id, so far
	offered []uint32
	table   drive.Table // a child that is looked at

	from, to    int // elements of the observation that the style extreme looks at
	sign        float32
	observation []float32
}

// A style is a way to choose.
type style uint8

const (
	uniform   style = iota
	interrupt       // what makes another seat act next
	longTurn        // what lets the seat act again
	novelty         // what was played least, so far as it was offered
	lowest          // the lowest id
	highest         // the highest id
	habit           // what is offered most often: to pass, to end a turn
	unusual         // what is offered least often
	extreme         // what drives a few elements of the observation up, or down
	styles
)

// blindStyles look at no observation: what they play stays the same when only the
// layout of a game changes.
var blindStyles = []style{uniform, interrupt, longTurn, novelty, lowest, highest, habit, unusual}

// allStyles are the styles of games that test the laws.
var allStyles = []style{interrupt, longTurn, novelty, lowest, highest, habit, unusual, extreme, extreme, extreme}

const (
	looked    = 6  // actions that are tried before a choice
	moodSwing = 60 // decisions between two changes of style
	whim      = 12 // decisions between two uniform ones
)

// newGambler returns a gambler who goes on from the counts, which it changes.
func newGambler(spec *env.Spec, rng env.Rand, of []style, played, offered []uint32) *gambler {
	g := &gambler{spec: spec, rng: rng, styles: of, played: played, offered: offered}
	g.swing()
	return g
}

// swing draws another style.
func (g *gambler) swing() {
	g.style = g.styles[g.rng.IntN(len(g.styles))]
	if g.style != extreme {
		return
	}
	if g.observation == nil {
		g.observation = make([]float32, g.spec.ObservationSize())
	}
	at := g.rng.IntN(g.spec.ObservationSize())
	g.from, g.to = at, at+1
	if g.rng.IntN(2) == 0 { // the whole row
		for _, f := range g.spec.Observation {
			if at >= f.Size() {
				at -= f.Size()
				continue
			}
			width := f.Shape[len(f.Shape)-1]
			g.from -= at % width
			g.to = g.from + width
			break
		}
	}
	g.sign = float32(1 - 2*g.rng.IntN(2))
}

// choose returns one of the legal actions of seat p.
func (g *gambler) choose(s env.State, p env.Player, legal []env.Action) env.Action {
	if g.rng.IntN(moodSwing) == 0 {
		g.swing()
	}
	a := legal[g.rng.IntN(len(legal))]
	if g.rng.IntN(whim) > 0 && len(legal) > 1 {
		a = g.prefer(s, p, legal, a)
	}
	for _, b := range legal {
		g.offered[b]++
	}
	g.played[a]++
	return a
}

func (g *gambler) prefer(s env.State, p env.Player, legal []env.Action, a env.Action) env.Action {
	switch g.style {
	case lowest:
		return legal[0]
	case highest:
		return legal[len(legal)-1]
	case novelty:
		return g.least(legal, func(b env.Action) float64 { return float64(g.played[b]) - float64(g.offered[b])/1024 })
	case habit:
		return g.least(legal, func(b env.Action) float64 { return -float64(g.offered[b]) })
	case unusual:
		return g.least(legal, func(b env.Action) float64 { return float64(g.offered[b]) })
	case interrupt, longTurn, extreme:
		return g.look(s, p, legal, a)
	}
	return a
}

// least returns the action of the smallest value: the first of equals, counted from
// a random place.
func (g *gambler) least(legal []env.Action, value func(env.Action) float64) env.Action {
	first := g.rng.IntN(len(legal))
	best := legal[first]
	for i := range legal {
		if b := legal[(first+i)%len(legal)]; value(b) < value(best) {
			best = b
		}
	}
	return best
}

// look tries some actions on copies and returns the one that the style likes best;
// a where none is to its liking.
func (g *gambler) look(s env.State, p env.Player, legal []env.Action, a env.Action) env.Action {
	best, high := a, float32(0)
	for i := range min(looked, len(legal)) {
		b := legal[g.rng.IntN(len(legal))]
		g.table.Copy(s)
		child := g.table.State()
		if child.Apply(b) != nil {
			continue
		}
		liking := float32(0)
		switch next := child.CurrentPlayer(); g.style {
		case interrupt:
			if next >= 0 && next != p {
				liking = 1
			}
		case longTurn:
			if next == p {
				liking = 1
			}
		case extreme:
			child.Observe(p, g.observation)
			for _, x := range g.observation[g.from:g.to] {
				liking += g.sign * x
			}
		}
		if i == 0 && g.style == extreme || liking > high {
			best, high = b, liking
		}
	}
	return best
}
