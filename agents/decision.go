package agents

import (
	"errors"
	"fmt"
	"math"

	"ringer/env"
)

// ErrNoWorlds is wrapped by agents that look ahead when View.Resample is nil.
var ErrNoWorlds = errors.New("the game cannot sample worlds that a seat cannot tell apart (env.Resampler)")

// ErrNoInformationState is wrapped by agents that look decisions up when
// View.InformationState is nil.
var ErrNoInformationState = errors.New("a table is looked up by information state, and this view names none")

// sumTolerance is how far from 1 the probabilities of a decision may sum.
const sumTolerance = 1e-3

// DecisionError says that an agent returned something that is not a decision.
type DecisionError struct {
	View   int    // index into the views; -1 when the number of decisions is wrong
	Field  string // "Decisions", "Probs", "Probs[3]" or "Value"
	Value  string // what was found
	Want   string // what was expected
	Seat   env.Player
	Action env.Action // for Probs[i]: the legal action
}

func (e *DecisionError) Error() string {
	if e.View < 0 {
		return fmt.Sprintf("agents: %s decisions: want %s", e.Value, e.Want)
	}
	return fmt.Sprintf("agents: decision %d (%s): %s: %s: want %s", e.View, e.Seat, e.Field, e.Value, e.Want)
}

// Check returns a *DecisionError for the first of the decisions that does not
// fit its view: there must be one a view, its probabilities as many as legal
// actions, finite, not negative and summing to 1, and its value finite.
func Check(decisions []Decision, views []View) error {
	if len(decisions) != len(views) {
		return &DecisionError{View: -1, Field: "Decisions", Value: fmt.Sprint(len(decisions)), Want: fmt.Sprintf("%d, one for each view", len(views))}
	}
	for i := range decisions {
		if err := decisions[i].check(i, &views[i]); err != nil {
			return err
		}
	}
	return nil
}

func (d *Decision) check(i int, v *View) error {
	fault := func(field string, value any, want string) *DecisionError {
		return &DecisionError{View: i, Field: field, Value: fmt.Sprint(value), Want: want, Seat: v.Seat}
	}
	if len(d.Probs) != len(v.Legal) {
		return fault("Probs", fmt.Sprintf("%d probabilities", len(d.Probs)), fmt.Sprintf("%d, one for each legal action", len(v.Legal)))
	}
	sum := 0.0
	for j, p := range d.Probs {
		if !(p >= 0 && p <= 1+sumTolerance) { // also refuses NaN
			e := fault(fmt.Sprintf("Probs[%d]", j), p, "a probability")
			e.Action = v.Legal[j]
			return e
		}
		sum += float64(p)
	}
	if math.Abs(sum-1) > sumTolerance {
		return fault("Probs", fmt.Sprintf("sum %v", sum), "sum 1")
	}
	if value := float64(d.Value); math.IsNaN(value) || math.IsInf(value, 0) {
		return fault("Value", value, "a finite number")
	}
	return nil
}

// Sample draws one of the legal actions. It takes exactly one number from rng
// and never returns an action of probability 0. It panics when d is not a
// distribution over legal.
func Sample(d Decision, legal []env.Action, rng env.Rand) env.Action {
	if len(d.Probs) != len(legal) {
		panic(fmt.Sprintf("agents: Sample: %d probabilities for %d legal actions", len(d.Probs), len(legal)))
	}
	sum := 0.0
	for _, p := range d.Probs {
		sum += float64(p)
	}
	u := rng.Float64() * sum
	last := -1
	for i, p := range d.Probs {
		if p > 0 {
			last = i
			if u -= float64(p); u < 0 {
				break
			}
		}
	}
	if last < 0 {
		panic("agents: Sample: no legal action has a probability above 0")
	}
	return legal[last]
}

// Divide divides the logits of the legal actions, of all actions [NumActions()], by the number of the view's seat and
// kind of decision in by, [Players, len(Kinds())].
func Divide(logits []float32, v *View, by []float64) {
	x := float32(Divisor(v, by))
	if x == 1 {
		return
	}
	for _, a := range v.Legal {
		logits[a] /= x
	}
}

// Divisor returns the number of the view's seat and kind of decision in by, [Players, len(Kinds())].
func Divisor(v *View, by []float64) float64 {
	return by[int(v.Seat)*len(v.Game.Kinds())+int(v.Game.Kind(v.Observation, v.Legal))]
}

// Temper sharpens (temperature below 1) or flattens (above 1) a distribution
// in place: p^(1/temperature), normalised. Temperature 0 puts everything on
// the largest, shared equally among equals. Probabilities of 0 stay 0. It
// panics when the temperature is negative or not a number.
func Temper(probs []float32, temperature float64) {
	if !(temperature >= 0) {
		panic(fmt.Sprintf("agents: temperature %v", temperature))
	}
	if temperature == 1 || len(probs) == 0 {
		return
	}
	most := probs[0]
	for _, p := range probs {
		most = max(most, p)
	}
	sum := 0.0
	for i, p := range probs {
		w := 0.0
		switch {
		case p == most:
			w = 1
		case p > 0 && temperature > 0:
			w = math.Pow(float64(p)/float64(most), 1/temperature)
		}
		probs[i] = float32(w)
		sum += w
	}
	for i := range probs {
		probs[i] = float32(float64(probs[i]) / sum)
	}
}

// Decisions returns one decision a view, with probabilities of 0 for an agent to
// fill, all in one piece of memory.
func Decisions(views []View) []Decision {
	total := 0
	for i := range views {
		total += len(views[i].Legal)
	}
	probs := make([]float32, total)
	decisions := make([]Decision, len(views))
	for i := range views {
		n := len(views[i].Legal)
		decisions[i].Probs, probs = probs[:n:n], probs[n:]
	}
	return decisions
}
