package duel

import (
	"fmt"
	"math"

	"ringer/env"
	game "ringer/env/duel"
)

// future tries actions: it plays each and what follows, to the end of the Duel or of
// the activation, a few times, and rates the table at the end. The dice of the tries
// are spread evenly, and are the same for each action, so that they do not hide the
// difference that the action makes; nothing is drawn at random.
type future struct {
	*shared
	world    *game.State
	eye      mind // of the seat that decides in it
	outcomes []env.Outcome
	legal    []env.Action
	values   []float64
	probs    []float32
	returns  []float64
	try      int // of tries
	tries    int
	draws    int // made in this try
}

// The sizes of the look ahead.
const (
	mostTries    = 8  // of an action
	leastTries   = 4  // of an action
	triesOfAll   = 24 // shared among the actions of a question
	mostFollowed = 24 // decisions that are played after an action
	mostActions  = 8  // of a question with many: those that look best
	mostTurns    = 3  // own actions that are played after an action
)

func newFuture(t *shared) *future {
	return &future{shared: t, world: t.game.NewInitialState().(*game.State), eye: mind{shared: t}, returns: make([]float64, t.game.Spec().Players)}
}

// weyl holds irrational steps: the multiples of each spread evenly over [0, 1), and
// the multiples of different steps are independent.
var weyl = func() (steps [64]float64) {
	n := 2
	for i := range steps {
		for !prime(n) {
			n++
		}
		_, steps[i] = math.Modf(math.Sqrt(float64(n)))
		n++
	}
	return steps
}()

func prime(n int) bool {
	for k := 2; k*k <= n; k++ {
		if n%k == 0 {
			return false
		}
	}
	return true
}

// draw returns the next number of the try, in [0, 1).
func (w *future) draw() float64 {
	_, x := math.Modf(0.5 + (float64(w.try)+0.5)*weyl[w.draws%len(weyl)])
	w.draws++
	return x
}

// rate writes the mean value of what actions lead to into values, for the seat to act,
// in fighters.
func (w *future) rate(b *mind, legal []env.Action, values []float64) {
	w.tries = min(mostTries, max(leastTries, triesOfAll/len(legal)))
	seat := b.s.CurrentPlayer()
	for i, a := range legal {
		x := 0.
		for w.try = range w.tries {
			w.draws = 0
			w.world.CopyFrom(b.s)
			x += w.follow(a, seat)
		}
		values[i] = x / float64(w.tries)
	}
}

// follow plays an action and what follows it, and returns the value of the table at
// the end, to a seat.
func (w *future) follow(a env.Action, seat env.Player) float64 {
	round, acts := w.world.Round(), 0
	w.apply(a)
	for n := 0; n < mostFollowed; n++ {
		p := w.world.CurrentPlayer()
		switch q := w.world.Question(); {
		case q == game.Over, w.world.Round() != round, q == game.AskPick, q == game.AskBid:
			return w.value(seat)
		case p == env.Chance:
			n--
			w.outcomes = w.world.ChanceOutcomes(w.outcomes[:0])
			w.apply(env.OutcomeAt(w.outcomes, w.draw()))
			continue
		case q == game.AskAct || q == game.AskPlace:
			if acts++; p != seat || acts > mostTurns {
				return w.value(seat)
			}
		}
		w.apply(w.decide(p))
	}
	return w.value(seat)
}

func (w *future) apply(a env.Action) {
	if err := w.world.Apply(a); err != nil {
		panic(fmt.Sprintf("expert: looking ahead: %v", err))
	}
}

// value returns the value of the table to a seat, in fighters.
func (w *future) value(seat env.Player) float64 {
	if w.world.Question() == game.Over {
		w.world.Returns(w.returns)
		return winPrice * w.returns[seat]
	}
	w.eye.look(w.world, int(seat))
	return w.eye.standing()
}

// decide returns the action that the expert would take without looking ahead.
func (w *future) decide(p env.Player) env.Action {
	w.legal = w.world.LegalActions(w.legal[:0])
	if len(w.legal) == 1 {
		return w.legal[0]
	}
	w.eye.look(w.world, int(p))
	if w.world.Question() == game.AskScore {
		w.probs = append(w.probs[:0], make([]float32, len(w.legal))...)
		w.eye.chooseScore(w.legal, w.probs)
		u := w.draw()
		for i, q := range w.probs {
			if u -= float64(q); u < 0 {
				return w.legal[i]
			}
		}
		return w.legal[len(w.legal)-1]
	}
	w.values = append(w.values[:0], make([]float64, len(w.legal))...)
	w.eye.rate(w.legal, w.values)
	best := 0
	for i, x := range w.values {
		if x > w.values[best] {
			best = i
		}
	}
	return w.legal[best]
}
