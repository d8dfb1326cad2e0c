package train

import (
	"fmt"
	"math"

	"ringer/agents/neural"
	"ringer/env"
)

// Task is one group of one iteration, as whoever asks another process for its batch knows it.
// What comes back is held to it, number by number, before anything is made of it.
type Task struct {
	Spec   *env.Spec
	Config *Config // valid
	Order  *Order  // only the shares and IDs of its opponents count, and whether seats respond
	Group  int     // from 0 to below collect.groups
}

// rows returns the least and the largest number of rows of the batch: no episode is begun
// once the quota is reached.
func (t *Task) rows() (least, most int) {
	tables, quota := t.Config.Collect.group(t.Group)
	return quota, quota + tables*t.Spec.MaxGameLength
}

// Bounds of numbers that no play reaches and that sums of a whole run bear.
const (
	mostCount = 1 << 40 // episodes or decisions of a group
	mostValue = 1e6     // of a network, in scaled returns, which lie in [-1, 1]
)

// rounding is how far a sum of floats may be off, for each number in it.
const rounding = 1e-6

// check reports the numbers of a decoded batch that no play of the task gives: of each field
// the first one.
func (t *Task) check(b *Batch) error {
	var f env.Faults
	t.checkObservations(b, &f)
	checkPolicies(b, &f)
	t.checkOutcomes(b, &f)
	checkFollowers(b, &f)
	t.checkKinds(b, &f)
	t.checkCounts(b, &f)
	t.checkSelfPlay(&b.Stats, &f)
	t.checkOpponents(&b.Stats, &f)
	return f.Err()
}

// checkObservations holds every element to the bounds of its column, as the law of
// observations does.
func (t *Task) checkObservations(b *Batch, f *env.Faults) {
	low, high := make([]float32, 0, b.ObservationSize), make([]float32, 0, b.ObservationSize)
	for i := range t.Spec.Observation {
		field := &t.Spec.Observation[i]
		for e := range field.Size() {
			from, to := field.Bounds(e)
			low, high = append(low, from), append(high, to)
		}
	}
	for i := range b.Rows {
		for j, x := range b.Observation[i*b.ObservationSize : (i+1)*b.ObservationSize] {
			if !(x >= low[j] && x <= high[j]) {
				f.Add(fmt.Sprintf("observation[%d][%d]", i, j), x, "a number from %g to %g", low[j], high[j])
				return
			}
		}
	}
}

// checkPolicies wants a choice in every row, and probabilities that add up to 1.
func checkPolicies(b *Batch, f *env.Faults) {
	for i := range b.Rows {
		legal, sum := 0, 0.0
		for j := i * b.NumActions; j < (i+1)*b.NumActions; j++ {
			if b.Mask[j] == 0 {
				continue
			}
			legal++
			p := b.LogProbs[j]
			if !(p <= 0) || math.IsInf(float64(p), 0) {
				f.Add(fmt.Sprintf("log_probs[%d][%d]", i, j-i*b.NumActions), p, "the logarithm of a probability")
				return
			}
			sum += math.Exp(float64(p))
		}
		switch {
		case legal < 2:
			f.Add(fmt.Sprintf("mask[%d]", i), fmt.Sprintf("%d legal actions", legal), "at least 2: a forced move makes no row")
			return
		case !(math.Abs(sum-1) <= 1e-3):
			f.Add(fmt.Sprintf("log_probs[%d]", i), fmt.Sprintf("probabilities of %g together", sum), "1")
			return
		}
	}
}

// checkOutcomes wants returns that the game gives, one for all rows of a seat's episode, and
// values that a network may have for them.
func (t *Task) checkOutcomes(b *Batch, f *env.Faults) {
	scale := neural.ReturnScale(t.Spec)
	low, high := t.Spec.MinUtility/scale-rounding, t.Spec.MaxUtility/scale+rounding
	for i, r := range b.Return {
		if !(float64(r) >= low && float64(r) <= high) {
			f.Add(fmt.Sprintf("return[%d]", i), r, "a number from %g to %g", low, high)
			break
		}
		if n := b.Next[i]; n >= 0 && b.Return[n] != r {
			f.Add(fmt.Sprintf("return[%d]", n), b.Return[n], "%v, as earlier in its episode", r)
			break
		}
	}
	for i, v := range b.Value {
		if !(v >= -mostValue && v <= mostValue) {
			f.Add(fmt.Sprintf("value[%d]", i), v, "a number from %g to %g", -mostValue, mostValue)
			break
		}
	}
}

// checkFollowers wants every row before the seat's next one, and a last one only where the seat
// has none.
func checkFollowers(b *Batch, f *env.Faults) {
	for i, n := range b.Follower {
		if next := b.Next[i]; next >= 0 && (n < 0 || n > next) {
			f.Add(fmt.Sprintf("follower[%d]", i), n, "a row from %d to %d, the seat's next one", i+1, next)
			return
		}
	}
}

// checkKinds wants the kinds that observations and masks state, and as many of each as the
// statistics count.
func (t *Task) checkKinds(b *Batch, f *env.Faults) {
	count := make([]int, len(b.Kinds))
	mask := make([]bool, b.NumActions)
	for i, kind := range b.Kind {
		for j := range mask {
			mask[j] = b.Mask[i*b.NumActions+j] != 0
		}
		want := t.Spec.KindOfMask(b.Observation[i*b.ObservationSize:(i+1)*b.ObservationSize], mask)
		if kind != want {
			f.Add(fmt.Sprintf("kind[%d]", i), b.Kinds[kind], "%s, of which the decision is", b.Kinds[want])
			return
		}
		count[kind]++
	}
	sum := 0.0
	for k, of := range b.Stats.ByKind {
		path := "stats.by_kind[" + b.Kinds[k] + "]"
		if of.Rows != count[k] {
			f.Add(path+".rows", of.Rows, "%d, as many as there are", count[k])
		}
		checkSum(f, path+".entropy_sum", of.EntropySum, 0, float64(count[k]), b.Rows)
		sum += of.EntropySum
	}
	checkSum(f, "stats.entropy_sum", b.Stats.EntropySum, sum, sum, b.Rows)
}

// checkSum wants a sum of n numbers from low to high, but for rounding.
func checkSum(f *env.Faults, path string, sum, low, high float64, n int) {
	if e := rounding * float64(n+1); !(sum >= low-e && sum <= high+e) {
		f.Add(path, sum, "a sum from %g to %g", low, high)
	}
}

// checkCounts wants counts that rows and episodes allow.
func (t *Task) checkCounts(b *Batch, f *env.Faults) {
	s := &b.Stats
	within := func(path string, n, low, high int) {
		if n < low || n > high {
			f.Add("stats."+path, n, "a whole number from %d to %d", low, high)
		}
	}
	chains := b.Rows // of rows of one seat in one episode
	for _, n := range b.Next {
		if n >= 0 {
			chains--
		}
	}
	within("episodes", s.Episodes, (chains+t.Spec.Players-1)/t.Spec.Players, mostCount)
	within("decisions", s.Decisions, s.Choices, decisions(s.Episodes, t.Spec.MaxGameLength))
	within("choices", s.Choices, b.Rows, s.Decisions)
	if len(t.Order.Opponents) == 0 && t.Config.Openings.Share == 0 && s.Choices != b.Rows {
		f.Add("stats.choices", s.Choices, "%d, one a row, because nobody else plays", b.Rows)
	}
	within("self_episodes", s.SelfEpisodes, 0, s.Episodes)
	within("draws", s.Draws, 0, s.SelfEpisodes)
	within("longest", s.Longest, 0, t.Spec.MaxGameLength)
	within("self_length", s.SelfLength, s.Longest, min(s.Decisions, decisions(s.SelfEpisodes, s.Longest)))
}

// decisions returns the largest number of decisions in episodes of a length, mostCount at most.
func decisions(episodes, length int) int {
	if episodes <= 0 || length <= 0 {
		return 0
	}
	if episodes > mostCount/length {
		return mostCount
	}
	return episodes * length
}

// checkSelfPlay wants the seats to share what each episode of self-play is worth.
func (t *Task) checkSelfPlay(s *CollectStats, f *env.Faults) {
	seats := 0
	if s.SelfEpisodes > 0 {
		seats = t.Spec.Players
	}
	if len(s.SeatScores) != seats {
		f.Add("stats.seat_scores", fmt.Sprintf("%d seats", len(s.SeatScores)), "%d for %d episodes of self-play", seats, s.SelfEpisodes)
		return
	}
	sum := 0.0
	for p, score := range s.SeatScores {
		checkSum(f, fmt.Sprintf("stats.seat_scores[%d]", p), score, 0, float64(s.SelfEpisodes), s.SelfEpisodes)
		sum += score
	}
	if seats > 0 {
		checkSum(f, "stats.seat_scores", sum, float64(s.SelfEpisodes), float64(s.SelfEpisodes), s.SelfEpisodes)
	}
}

// checkOpponents wants a result of each opponent that has a table, and of nobody else, with
// an episode a table at least.
func (t *Task) checkOpponents(s *CollectStats, f *env.Faults) {
	tables := map[int]int{} // by opponent, of those that have any
	own := 0
	for _, k := range t.seating() {
		if k < 0 {
			own++
		} else {
			tables[t.Order.Opponents[k].ID]++
		}
	}
	rest := s.Episodes - s.SelfEpisodes // against opponents, or with an opening
	span := (t.Spec.MaxUtility - t.Spec.MinUtility) / neural.ReturnScale(t.Spec)
	if n := len(s.Opponents); n > len(tables) {
		f.Add("stats.opponents", fmt.Sprintf("%d results", n), "%d, one of each opponent that has a table", len(tables))
	}
	for i, o := range s.Opponents[:min(len(s.Opponents), len(t.Order.Opponents)+1)] {
		path := fmt.Sprintf("stats.opponents[%d]", i)
		least, there := tables[o.Opponent]
		if !there {
			f.Add(path+".opponent", o.Opponent, "an opponent that has a table, once")
			continue
		}
		delete(tables, o.Opponent)
		if o.Episodes < least || o.Episodes > rest {
			f.Add(path+".episodes", o.Episodes, "a whole number from %d to %d", least, rest)
			continue
		}
		rest -= o.Episodes
		n := float64(o.Episodes)
		checkSum(f, path+".score", o.Score, 0, n, o.Episodes)
		checkSum(f, path+".lead", o.Lead, -n*span, n*span, o.Episodes)
		checkSum(f, path+".lead_squares", o.LeadSquares, o.Lead*o.Lead/n, n*span*span, o.Episodes)
	}
	for id := range tables {
		f.Add("stats.opponents", fmt.Sprintf("no result against %d", id), "one of each opponent that has a table")
	}
	switch {
	case own == 0 && (s.SelfEpisodes != 0 || rest != 0):
		f.Add("stats.self_episodes", s.SelfEpisodes, "0, and no opening, because opponents sit at all tables")
	case own > 0 && s.SelfEpisodes+rest < own:
		f.Add("stats.self_episodes", s.SelfEpisodes, "one a table at least: %d tables", own)
	case t.Config.Openings.Share == 0 && rest != 0:
		f.Add("stats.episodes", s.Episodes, "%d, in self-play and against opponents", s.Episodes-rest)
	}
}

// seating says who plays at which table of the group: see plan.
func (t *Task) seating() []int {
	tables, _ := t.Config.Collect.group(t.Group)
	return seatingOf(t.Config.Seed, t.Order.Iteration, t.Group, t.Order.Opponents, tables)
}
