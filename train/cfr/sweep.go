package cfr

import (
	"errors"
	"math"

	"ringer/eval/tree"
)

// sweep updates whole games on the sequence form. A seat's counterfactual
// values are linear in the realisation plans of the others, so an update is
//
//  1. gradient: the direct payoff of each of the seat's sequences, a product of a
//     sparse payoff matrix (one row a slot of the seat) with the plans of the others;
//  2. backwards over the seat's infosets: values of infosets and actions, new
//     regrets, new policy;
//  3. forwards over the seat's infosets: the new plan.
//
// These are equations 5 to 8 of Zinkevich and others (2007), summed over the
// histories of an infoset before anything else is done.
type sweep struct {
	*Solver
	seats  []seat
	policy []float64 // of the next iteration; one a slot
	plan   []float64 // of policy; plan[0] = 1 is the empty sequence, plan[1+slot]
	value  []float64 // counterfactual values in the making, indexed as plan
	guess  []float64 // PCFR+: regrets with the last one counted twice, one a slot; else nil
}

// seat is the part of the game that one seat updates.
type seat struct {
	infosets []int32 // ascending: parents first
	rows     []row

	// The payoff matrix, entries of one row after the other. An entry is the
	// seat's return times the probability of chance, and the sequences of the
	// others (players-1 of them, indexed as plan).
	worth  []float64
	others []int32
}

// row is a non-empty row of a payoff matrix.
type row struct{ slot, from, to int32 }

func newSweep(s *Solver) *sweep {
	t := s.tree
	w := &sweep{
		Solver: s, seats: make([]seat, t.Players()),
		policy: t.Uniform(), plan: make([]float64, 1+t.Slots()), value: make([]float64, 1+t.Slots()),
	}
	if s.cfg.Algorithm == Predictive {
		w.guess = make([]float64, t.Slots())
	}
	for p := range w.seats {
		w.seats[p] = newSeat(t, p)
	}
	w.replan()
	return w
}

// newSeat lays out a seat's payoff matrix: a counting sort of the terminals by
// the seat's own sequence.
func newSeat(t *tree.Tree, p int) seat {
	n := t.Players()
	first := make([]int32, t.Slots()+2) // of row 1+slot; row 0 is the empty sequence
	for z := range t.Terminals() {
		first[t.TerminalSequence[z*n+p]+2]++
	}
	for i := 1; i < len(first); i++ {
		first[i] += first[i-1]
	}
	s := seat{infosets: t.Of[p], worth: make([]float64, t.Terminals()), others: make([]int32, t.Terminals()*(n-1))}
	for r := range t.Slots() + 1 {
		if from, to := first[r], first[r+1]; from < to && r > 0 {
			s.rows = append(s.rows, row{int32(r), from, to})
		}
	}
	next := append([]int32(nil), first...)
	for z, reach := range t.TerminalReach {
		sequences := t.TerminalSequence[z*n : (z+1)*n]
		at := next[sequences[p]+1]
		next[sequences[p]+1]++
		s.worth[at] = reach * t.TerminalReturn[z*n+p]
		k := int(at) * (n - 1)
		for q, sequence := range sequences {
			if q != p {
				s.others[k] = sequence + 1
				k++
			}
		}
	}
	return s
}

// replan computes the plan of all seats from their policies.
func (w *sweep) replan() {
	w.plan[0] = 1
	for p := range w.seats {
		w.forward(&w.seats[p])
	}
}

func (w *sweep) iterate(t int) {
	weight := 1.0 // of this iteration in the average
	switch w.cfg.Algorithm {
	case Plus:
		weight = float64(t)
	case Discounted:
		weight = math.Pow(float64(t), w.cfg.Gamma)
	case Predictive:
		weight = float64(t) * float64(t)
	}
	for p := range w.seats {
		s := &w.seats[p]
		w.average(s, weight)
		w.gradient(s)
		switch w.cfg.Algorithm {
		case CFR:
			w.backward(s, 1, 1)
		case Plus:
			w.backward(s, 1, 0)
		case Discounted:
			w.backward(s, discount(t, w.cfg.Alpha), discount(t, w.cfg.Beta))
		case Predictive:
			w.predict(s)
		}
		w.forward(s)
	}
}

// discount is t^e/(t^e+1), written so that no exponent overflows.
func discount(t int, e float64) float64 { return 1 / (1 + math.Pow(float64(t), -e)) }

// average adds the policy in play, weighted by own reach: the numerator of
// Zinkevich and others (2007), equation 4.
func (w *sweep) average(s *seat, weight float64) {
	for _, i := range s.infosets {
		for slot := w.tree.Offset[i]; slot < w.tree.Offset[i+1]; slot++ {
			w.sum[slot] += weight * w.plan[1+slot]
		}
	}
}

// gradient writes the direct payoff of each of the seat's sequences into value.
func (w *sweep) gradient(s *seat) {
	for _, i := range s.infosets {
		clear(w.value[1+w.tree.Offset[i] : 1+w.tree.Offset[i+1]])
	}
	plan, value := w.plan, w.value
	value[0] = 0
	if len(w.seats) == 2 {
		for _, r := range s.rows {
			worth, others := s.worth[r.from:r.to], s.others[r.from:r.to]
			total := 0.0
			for k, x := range worth {
				total += x * plan[others[k]]
			}
			value[r.slot] = total
		}
		return
	}
	n := len(w.seats) - 1
	for _, r := range s.rows {
		total := 0.0
		for k := r.from; k < r.to; k++ {
			x := s.worth[k]
			for _, sequence := range s.others[int(k)*n : (int(k)+1)*n] {
				x *= plan[sequence]
			}
			total += x
		}
		value[r.slot] = total
	}
}

// backward turns the gradient into values, regrets and a new policy. Regrets
// are multiplied after the update: positive ones by keep, others by forgive.
func (w *sweep) backward(s *seat, keep, forgive float64) {
	t := w.tree
	for k := len(s.infosets) - 1; k >= 0; k-- {
		i := s.infosets[k]
		from, to := t.Offset[i], t.Offset[i+1]
		policy, regret, value := w.policy[from:to], w.regret[from:to], w.value[1+from:1+to]
		whole := 0.0
		for a, p := range policy {
			whole += p * value[a]
		}
		w.value[1+t.Sequence[i]] += whole
		total := 0.0
		for a, r := range regret {
			r = snap(r + value[a] - whole)
			if r > 0 {
				r *= keep
				total += r
			} else {
				r *= forgive
			}
			regret[a] = r
		}
		match(policy, regret, total)
	}
}

// predict is backward for PCFR+: the regrets are as in CFR+, and the next policy matches
// them as they would be if the last regret came once more (Farina and others 2021,
// algorithm 3).
func (w *sweep) predict(s *seat) {
	t := w.tree
	for k := len(s.infosets) - 1; k >= 0; k-- {
		i := s.infosets[k]
		from, to := t.Offset[i], t.Offset[i+1]
		policy, regret, guess, value := w.policy[from:to], w.regret[from:to], w.guess[from:to], w.value[1+from:1+to]
		whole := 0.0
		for a, p := range policy {
			whole += p * value[a]
		}
		w.value[1+t.Sequence[i]] += whole
		total := 0.0
		for a := range regret {
			r := value[a] - whole
			regret[a] = max(snap(regret[a]+r), 0)
			guess[a] = snap(regret[a] + r)
			total += max(guess[a], 0)
		}
		match(policy, guess, total)
	}
}

// noise bounds the regrets that rounding leaves of an exact tie.
const noise = 1e-12

// snap returns a regret, and 0 for one that rounding left of a tie: regret matching would
// make a pure action of it, another one for every order in which sums are taken.
func snap(r float64) float64 {
	if -noise < r && r < noise {
		return 0
	}
	return r
}

// match is regret matching when the sum of the positive regrets is known.
func match(policy, regret []float64, total float64) {
	if total <= 0 {
		even := 1 / float64(len(policy))
		for a := range policy {
			policy[a] = even
		}
		return
	}
	for a, r := range regret {
		policy[a] = max(r, 0) / total
	}
}

// forward computes the plan of a seat's policy.
func (w *sweep) forward(s *seat) {
	t := w.tree
	for _, i := range s.infosets {
		before := w.plan[1+t.Sequence[i]]
		for slot := t.Offset[i]; slot < t.Offset[i+1]; slot++ {
			w.plan[1+slot] = before * w.policy[slot]
		}
	}
}

func (w *sweep) current(dst tree.Policy) { copy(dst, w.policy) }

// state saves the policy too: the policy of PCFR+ does not follow from its regrets.
func (w *sweep) state() (extra []float64, generator []byte, err error) {
	return w.policy, nil, nil
}

func (w *sweep) restore(extra []float64, generator []byte) error {
	if len(generator) > 0 {
		return errors.New("a random generator where none is used")
	}
	copy(w.policy, extra)
	w.replan()
	return nil
}
