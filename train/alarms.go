package train

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"ringer/env"
	"ringer/internal/numbers"
	"ringer/train/metrics"
)

// CoefficientMetric is the name under which an algorithm reports the entropy coefficient
// that its configuration asks for, TemperatureMetric that coefficient in units of scaled
// return: where advantages are normalised, it shrinks with their deviation.
const (
	CoefficientMetric = "entropy_coefficient"
	TemperatureMetric = "effective_temperature"
)

// Thresholds of the alarms. docs/training.md, section Alarms, says what each alarm
// means. Means of samples count by the end of their interval that speaks against the
// alarm, so that noise rings none.
const (
	cyclingLead        = -0.1 // against a past self, of its typical size: 45% of wins with two seats
	forgottenLead      = 0.2  // lost since its best, likewise: 10 points of wins with two seats
	collapsedEntropy   = 0.02 // of the largest possible
	collapsedDraws     = 0.95
	coldTemperature    = 0.1  // of the entropy coefficient
	biasedSeat         = 0.5  // of an equal share, in a game whose seats differ
	unequalSeat        = 0.06 // of an equal share, either way, where seats are alike: 47% to 53% of wins with two
	stalledGrowth      = 1.5  // of the mean length over its shortest
	stalledLength      = 0.75 // of the longest episode lately
	loneShare          = 0.5  // of all tables
	alarmFromIteration = 20   // earlier iterations prove little
)

// An Alarm warns of a sign of trouble in an iteration.
type Alarm struct {
	Name    string // the same for every alarm of its kind, as "draws"
	Subject string // what it is about, as a kind of decision or an opponent; "" for the whole of play
	Text    string // the sign and the remedy, for people
}

// Sounded says in how many iterations of a run an alarm sounded.
type Sounded struct {
	Name       string `json:"name"`
	Subject    string `json:"subject,omitempty"`
	Iterations int    `json:"iterations"`
}

// watch holds what alarms remember of earlier iterations of self-play.
type watch struct {
	Draws    tally   `json:"draws"`    // 1 for an episode in which all returns were equal
	Seats    []tally `json:"seats"`    // shares by seat
	Length   float64 `json:"length"`   // mean of episodes in the last iterations, in decisions
	Shortest float64 `json:"shortest"` // lowest that Length has been
	Longest  int     `json:"longest"`  // longest episode lately

	// Eras holds the leads over past selves by age: of the first snapshot, of the second and
	// third, of the next four, and so on. A single self plays too few episodes in the games
	// that have long ones.
	Eras []tally `json:"eras"`

	// Sounded counts the alarms of the whole run, in the order in which they first sounded.
	Sounded []Sounded `json:"sounded,omitempty"`
}

// count adds the alarms of an iteration, each name and subject once.
func (w *watch) count(alarms []Alarm) {
	for i, a := range alarms {
		same := func(b Alarm) bool { return a.Name == b.Name && a.Subject == b.Subject }
		if slices.ContainsFunc(alarms[:i], same) {
			continue
		}
		at := slices.IndexFunc(w.Sounded, func(s Sounded) bool { return s.Name == a.Name && s.Subject == a.Subject })
		if at < 0 {
			at, w.Sounded = len(w.Sounded), append(w.Sounded, Sounded{Name: a.Name, Subject: a.Subject})
		}
		w.Sounded[at].Iterations++
	}
}

// eraOf returns the era of a past self, or of the present: 0 before the first snapshot.
func eraOf(iteration, snapshotEvery int) int {
	return max(0, bits.Len(uint(iteration/snapshotEvery))-1)
}

// see adds an iteration.
func (w *watch) see(s *CollectStats, snapshotEvery int) {
	w.Draws.fade()
	for len(w.Seats) < len(s.SeatScores) {
		w.Seats = append(w.Seats, tally{})
	}
	for p := range w.Seats {
		w.Seats[p].fade()
	}
	for e := range w.Eras {
		w.Eras[e].fade()
	}
	w.Draws.add(s.SelfEpisodes, float64(s.Draws), float64(s.Draws))
	for p, score := range s.SeatScores {
		w.Seats[p].add(s.SelfEpisodes, score, score) // at most 1 each, so squares are no larger
	}
	w.seeLength(s)
	for _, o := range s.Opponents {
		if o.Opponent <= 0 {
			continue
		}
		era := eraOf(o.Opponent, snapshotEvery)
		for len(w.Eras) <= era {
			w.Eras = append(w.Eras, tally{})
		}
		w.Eras[era].add(o.Episodes, o.Lead, o.LeadSquares)
	}
}

// lengthMemory is the factor by which the lengths of earlier iterations fade.
const lengthMemory = 0.9

func (w *watch) seeLength(s *CollectStats) {
	if s.SelfEpisodes == 0 {
		return
	}
	mean := float64(s.SelfLength) / float64(s.SelfEpisodes)
	if w.Length == 0 {
		w.Length, w.Shortest = mean, mean
	}
	w.Length = lengthMemory*w.Length + (1-lengthMemory)*mean
	w.Shortest = min(w.Shortest, w.Length)
	// A single long episode of long ago fades, or nothing that is shorter would be heard.
	faded := lengthMemory*float64(w.Longest) + (1-lengthMemory)*float64(s.Longest)
	w.Longest = max(int(faded), s.Longest)
}

// bell collects the alarms of an iteration.
type bell []Alarm

func (b *bell) ring(name, subject, format string, args ...any) {
	*b = append(*b, Alarm{Name: name, Subject: subject, Text: fmt.Sprintf(format, args...)})
}

// alarms returns the alarms of an iteration. Where seats play greedily by order, play without entropy is no sign of
// trouble.
func (r *run) alarms(batch *Batch, order *Order, values []metrics.Value) []Alarm {
	var b bell
	r.hearForgetting(&b) // also notes the best leads so far
	if r.Iteration < alarmFromIteration {
		return nil
	}
	coefficient := 0.0
	for _, v := range values {
		if v.Name == CoefficientMetric {
			coefficient = v.Value
		}
	}
	for _, v := range values {
		switch {
		case v.Name == "normalized_entropy" && v.Value < collapsedEntropy && !order.Acting.Greedy && !order.Acting.Matching:
			b.ring("entropy", "", "play is nearly deterministic (entropy %.3f of the largest possible): raise the entropy coefficient", v.Value)
		case v.Name == TemperatureMetric && v.Value < coldTemperature*coefficient:
			b.ring("temperature", "", "effective temperature %.2g, of an entropy coefficient of %.2g: advantages are small, and normalising them drowns the entropy bonus; do not normalise them", v.Value, coefficient)
		}
	}
	for k, of := range batch.Stats.ByKind {
		if e := of.EntropySum / float64(of.Rows); of.Rows >= enough && of.Rows < batch.Rows && e < collapsedEntropy && !order.Acting.Greedy {
			b.ring("entropy", batch.Kinds[k], "decisions of the kind %s are nearly deterministic (entropy %.3f of the largest possible): raise its entropy coefficient (ppo.kinds)", batch.Kinds[k], e)
		}
	}
	r.hearCycling(&b)
	r.hearSelfPlay(&b)
	for _, o := range order.Opponents {
		if o.Share > loneShare && r.cfg.Opponents.FixedShare < 1 { // at all tables is a wish for a best response
			b.ring("lone", r.sortOf(o.ID), "%s sits at %.0f%% of the tables: the network learns a best response to it there; give self-play more", r.nameOf(o.ID), 100*o.Share)
		}
	}
	return b
}

// nameOf returns the name of an opponent for people.
func (r *run) nameOf(id int) string {
	if id < 0 {
		return r.cfg.Opponents.Fixed[-1-id]
	}
	return fmt.Sprintf("the past self of iteration %d", id)
}

// sortOf returns the name of a fixed opponent, and the same for all past selves.
func (r *run) sortOf(id int) string {
	if id < 0 {
		return r.nameOf(id)
	}
	return "a past self"
}

// hearCycling rings for past selves that the network loses to.
func (r *run) hearCycling(b *bell) {
	if e := r.worstPast(); e != nil {
		if low, lead, high, _ := e.Lead.bounds(); high < cyclingLead*e.Lead.typical() {
			b.ring("cycling", "", "it wins only %.1f%% against its past self of iteration %d, with a lead of %s: more tables for past selves, smaller steps",
				100*e.Score/e.Episodes, e.Iteration, numbers.Signed(lead, low, high))
			return
		}
	}
	for i := range r.watch.Eras {
		t := &r.watch.Eras[i]
		if low, lead, high, ok := t.bounds(); ok && high < cyclingLead*t.typical() {
			b.ring("cycling", "", "it loses to its past selves of iterations %d to %d, with a lead of %s: more tables for past selves, smaller steps",
				r.cfg.Opponents.SnapshotEvery<<i, r.cfg.Opponents.SnapshotEvery<<(i+1)-1, numbers.Signed(lead, low, high))
			return
		}
	}
}

// worstPast returns the past self with the lowest lead of those that have played
// enough, or nil.
func (r *run) worstPast() (worst *PoolEntry) {
	lowest := 0.0
	for i := range r.pool.Entries {
		e := &r.pool.Entries[i]
		if _, _, high, ok := e.Lead.bounds(); ok && (worst == nil || high < lowest) {
			worst, lowest = e, high
		}
	}
	return worst
}

// hearForgetting rings for opponents that the network was better against, beyond doubt:
// fixed ones, and past selves of an era that nothing is added to any more.
func (r *run) hearForgetting(b *bell) {
	hear := func(t *tally, who string) {
		if low, lead, high, ok := t.bounds(); ok && t.Best > 0 && high < t.Best-forgottenLead*t.typical() {
			b.ring("forgetting", who, "its lead over %s was above %.3f and is %s: more tables for it, smaller steps", who, t.Best, numbers.Signed(lead, low, high))
		}
		t.note()
	}
	for i := range r.records {
		hear(&r.records[i].Lead, r.nameOf(-1-i))
	}
	every := r.cfg.Opponents.SnapshotEvery
	for i := range r.watch.Eras {
		if i < eraOf(r.Iteration, every) {
			hear(&r.watch.Eras[i], fmt.Sprintf("its past selves of iterations %d to %d", every<<i, every<<(i+1)-1))
		}
	}
}

// hearSelfPlay rings for signs in the episodes that the network plays by itself.
func (r *run) hearSelfPlay(b *bell) {
	w := &r.watch
	several := r.Game.Spec().Players > 1 // the return of one seat is equal to itself
	if low, draws, _, ok := w.Draws.bounds(); several && ok && low > collapsedDraws {
		b.ring("draws", "", "%.0f%% of self-play ends in a draw: nothing is left to learn from it, or both sides avoid the game", 100*draws)
	}
	if w.Length > stalledGrowth*w.Shortest && w.Length > stalledLength*float64(w.Longest) {
		b.ring("stalling", "", "episodes of self-play take %.1f decisions, were %.1f, and the longest lately took %d: agents play for time", w.Length, w.Shortest, w.Longest)
	}
	equal := 1 / float64(r.Game.Spec().Players)
	if seatsAlike(r.Game) {
		w.hearUnequal(b, equal)
		return
	}
	for p := range w.Seats {
		if low, share, high, ok := w.Seats[p].bounds(); ok && high < biasedSeat*equal {
			b.ring("seat", fmt.Sprint("seat ", p), "seat %d wins %s of self-play; even would be %s: the network plays this seat badly, or the game is against it",
				p, numbers.ShareBeside(share, low, high, equal), numbers.Even(equal))
		}
	}
}

// seatsAlike reports whether a game says of its seats that where somebody sits has no meaning.
func seatsAlike(g env.Game) bool {
	_, moves := g.NewInitialState().(env.Rotator)
	return moves && env.SeatsDiffer(g) == "" && g.Spec().Players > 1
}

// hearUnequal rings for the seat that is farthest from an equal share, beyond doubt, where all seats are alike.
func (w *watch) hearUnequal(b *bell, equal float64) {
	worst, far := -1, unequalSeat*equal
	for p := range w.Seats {
		if low, _, high, ok := w.Seats[p].bounds(); ok && max(low-equal, equal-high) > far {
			worst, far = p, max(low-equal, equal-high)
		}
	}
	if worst < 0 {
		return
	}
	low, share, high, _ := w.Seats[worst].bounds()
	b.ring("seat", fmt.Sprint("seat ", worst), "seat %d wins %s of self-play, and the seats are alike: even would be %s: the network plays them differently, or they begin with other things",
		worst, numbers.ShareBeside(share, low, high, equal), numbers.Even(equal))
}

// tally is a sample of numbers in which old ones fade.
type tally struct {
	Weight  float64 `json:"weight"` // of all numbers; a fresh one has 1
	Sum     float64 `json:"sum"`
	Squares float64 `json:"squares"` // sum of the squares of the numbers

	// Best is the highest lower bound that the mean has ever had, 0 before any.
	Best float64 `json:"best"`
}

func (t *tally) fade() {
	t.Weight *= recordMemory
	t.Sum *= recordMemory
	t.Squares *= recordMemory
}

// add adds n numbers with the given sum and sum of squares.
func (t *tally) add(n int, sum, squares float64) {
	t.Weight += float64(n)
	t.Sum += sum
	t.Squares += squares
}

// enough is the weight from which the mean of a sample is judged.
const enough = 30

// bounds returns the mean and an interval around it of three standard errors either
// way: a healthy run looks at many of them. A sample counts as large as its weight, so
// that the interval widens while nothing is added: old numbers say little of now. ok is
// false for a sample that is too small.
func (t *tally) bounds() (low, mean, high float64, ok bool) {
	if t.Weight < enough {
		return 0, 0, 0, false
	}
	mean = t.Sum / t.Weight
	square := t.Squares / t.Weight
	// Where all numbers were equal, the next one may still be another.
	variance := max(square-mean*mean, square/t.Weight)
	e := 3 * math.Sqrt(variance/t.Weight)
	return mean - e, mean, mean + e, true
}

// typical returns the root of the mean square of the numbers.
func (t *tally) typical() float64 { return math.Sqrt(t.Squares / t.Weight) }

// note raises Best to the present lower bound.
func (t *tally) note() {
	if low, _, _, ok := t.bounds(); ok {
		t.Best = max(t.Best, low)
	}
}
