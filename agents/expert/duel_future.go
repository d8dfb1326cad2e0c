package expert

import (
	"fmt"
	"math"

	"ringer/env"
	"ringer/env/duel"
)

// A future tries what feats and traits do: it plays an action and what follows, up
// to the end of the Duel or of the activation, a few times, and looks what the
// table is then worth. Dice fall evenly spread, the same for each action, so that
// they do not hide what makes the difference; nothing is drawn at random.
type future struct {
	d        *Duel
	world    *duel.State
	eye      *field // of whoever decides in it
	outcomes []env.Outcome
	legal    []env.Action
	values   []float64
	probs    []float32
	returns  []float64
	try      int // of tries
	tries    int
	draws    int // made in this try
}

// How much a future looks at: tries of an action, shared among the actions of a
// question, and how many decisions are played out.
const (
	mostTries    = 8
	leastTries   = 4
	triesOfAll   = 24
	mostFollowed = 24
	mostActions  = 8 // of a question with many, those that look best
)

func newFuture(d *Duel) *future {
	return &future{d: d, world: d.game.NewInitialState().(*duel.State), eye: &field{d: d}, returns: make([]float64, d.game.Spec().Players)}
}

// weyl are irrational steps: the multiples of each spread evenly over [0, 1), and
// those of different ones have nothing to do with each other.
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

// draw is the next number of the try, from [0, 1).
func (w *future) draw() float64 {
	_, x := math.Modf(0.5 + (float64(w.try)+0.5)*weyl[w.draws%len(weyl)])
	w.draws++
	return x
}

// rate says what actions lead to, for the seat that looks at a state.
func (w *future) rate(b *field, legal []env.Action, values []float64) {
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

// follow plays an action and what comes of it, and says what the table is then
// worth to a seat.
func (w *future) follow(a env.Action, seat env.Player) float64 {
	round, acts := w.world.Round(), 0
	w.apply(a)
	for n := 0; n < mostFollowed; n++ {
		p := w.world.CurrentPlayer()
		switch q := w.world.Question(); {
		case q == duel.Over:
			w.world.Returns(w.returns)
			return duelWin * w.returns[seat]
		case w.world.Round() != round, q == duel.AskPick, q == duel.AskBid:
			return w.worth(seat)
		case p == env.Chance:
			n--
			w.outcomes = w.world.ChanceOutcomes(w.outcomes[:0])
			w.apply(pickOutcome(w.outcomes, w.draw()))
			continue
		case q == duel.AskAct || q == duel.AskPlace:
			if acts++; p != seat || acts > 3 {
				return w.worth(seat)
			}
		}
		w.apply(w.decide(p))
	}
	return w.worth(seat)
}

func (w *future) apply(a env.Action) {
	if err := w.world.Apply(a); err != nil {
		panic(fmt.Sprintf("expert: looking ahead: %v", err))
	}
}

func (w *future) worth(seat env.Player) float64 {
	if w.world.Question() == duel.Over {
		w.world.Returns(w.returns)
		return duelWin * w.returns[seat]
	}
	w.eye.look(w.world, int(seat))
	return w.eye.standingOf()
}

// decide is what the expert would do without looking ahead.
func (w *future) decide(p env.Player) env.Action {
	w.legal = w.world.LegalActions(w.legal[:0])
	if len(w.legal) == 1 {
		return w.legal[0]
	}
	w.eye.look(w.world, int(p))
	if w.world.Question() == duel.AskScore {
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

// pickOutcome is the outcome at a share of the total chance.
func pickOutcome(outcomes []env.Outcome, u float64) env.Action {
	for i := range outcomes {
		if u -= outcomes[i].Prob; u < 0 {
			return outcomes[i].Action
		}
	}
	return outcomes[len(outcomes)-1].Action
}
