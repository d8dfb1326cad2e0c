package train

import (
	"slices"

	"ringer/env"
)

// Batch is the experience of one iteration: the decisions of learning seats in
// whole episodes, as parallel arrays of Rows rows. A forced move, the only legal
// action, is no decision here: it makes no row, and chains pass over it. It belongs
// to the Collector and is valid until the next Collect.
type Batch struct {
	Rows            int
	ObservationSize int
	NumActions      int

	Observation []float32 // [Rows, ObservationSize]
	Mask        []float32 // [Rows, NumActions], 1 for legal actions, 0 for others
	LogProbs    []float32 // [Rows, NumActions] of the behaviour policy; 0 for illegal actions
	Action      []int32   // [Rows]
	Value       []float32 // [Rows] the behaviour network's value, in scaled returns

	// Kind is the kind of decision, as an index into Kinds (env.Spec.Kinds).
	Kind  []int8 // [Rows]
	Kinds []string

	// Next is the row of the same seat's next decision in the same episode, or
	// -1 at its last one. Next[i] > i otherwise.
	Next []int32 // [Rows]

	// Follower is the row of the next decision in the same episode, of whichever seat that learns,
	// or -1 at its last one. Follower[i] > i otherwise. Empty unless Acting.Followers asks for it.
	Follower []int32 // [Rows]

	// Return is the seat's scaled return of the whole episode, on every row.
	Return []float32 // [Rows]

	// Responded says which rows Acting.Response played; empty where nobody responds.
	Responded []bool // [Rows]

	// Explored says which rows the seat took that explores; empty unless Acting.Explores asks for it.
	Explored []bool // [Rows]

	// Staleness is the number of updates since the weights that played. The run sets it.
	Staleness int

	Stats CollectStats
}

// CollectStats counts one iteration of play.
type CollectStats struct {
	Episodes     int
	Decisions    int     // by any seat in all episodes, frozen seats and forced moves included
	Choices      int     // the ones with more than one legal action
	Draws        int     // self-play episodes in which all seats got the same return
	SelfEpisodes int     // episodes with the current network in every seat
	SelfLength   int     // decisions of the self-play episodes
	Longest      int     // decisions of the longest self-play episode
	EntropySum   float64 // over rows, nats divided by log(number of legal actions)
	ByKind       []KindStats
	SeatScores   []float64 // of self-play by seat: sum over episodes of its share
	Opponents    []OpponentResult
}

// KindStats counts the rows of one kind of decision.
type KindStats struct {
	Rows       int
	EntropySum float64 // as in CollectStats
}

// OpponentResult holds the results of the learning seats against one frozen opponent.
type OpponentResult struct {
	Opponent int // index given by the caller
	Episodes int
	Score    float64 // sum over episodes of the learner's share: 1 alone on top, 1/k tied, and of a team the sum of its seats

	// Lead sums over episodes how far the learner's scaled return was above the mean of
	// the others'; LeadSquares sums the squares of that.
	Lead, LeadSquares float64
}

func (b *Batch) reset(spec *env.Spec) {
	b.Rows, b.ObservationSize, b.NumActions, b.Kinds = 0, spec.ObservationSize(), spec.NumActions(), spec.Kinds()
	b.Observation, b.Mask, b.LogProbs = b.Observation[:0], b.Mask[:0], b.LogProbs[:0]
	b.Action, b.Value, b.Next, b.Return, b.Kind = b.Action[:0], b.Value[:0], b.Next[:0], b.Return[:0], b.Kind[:0]
	b.Responded, b.Explored, b.Follower = b.Responded[:0], b.Explored[:0], b.Follower[:0]
	b.Stats = CollectStats{
		SeatScores: b.Stats.SeatScores[:0], Opponents: b.Stats.Opponents[:0],
		ByKind: slices.Grow(b.Stats.ByKind[:0], len(b.Kinds))[:len(b.Kinds)],
	}
	clear(b.Stats.ByKind)
}

// add appends the rows of src, shifting its links.
func (b *Batch) add(src *Batch) {
	shift := int32(b.Rows)
	b.Observation = append(b.Observation, src.Observation...)
	b.Mask = append(b.Mask, src.Mask...)
	b.LogProbs = append(b.LogProbs, src.LogProbs...)
	b.Action = append(b.Action, src.Action...)
	b.Value = append(b.Value, src.Value...)
	b.Return = append(b.Return, src.Return...)
	b.Kind = append(b.Kind, src.Kind...)
	b.Responded, b.Explored = append(b.Responded, src.Responded...), append(b.Explored, src.Explored...)
	b.Next, b.Follower = appendLinks(b.Next, src.Next, shift), appendLinks(b.Follower, src.Follower, shift)
	b.Rows += src.Rows
	b.Stats.add(&src.Stats)
}

// appendLinks appends row numbers that lie shift rows further on, and -1 as it is.
func appendLinks(dst, src []int32, shift int32) []int32 {
	for _, n := range src {
		if n >= 0 {
			n += shift
		}
		dst = append(dst, n)
	}
	return dst
}

func (s *CollectStats) add(t *CollectStats) {
	s.Episodes += t.Episodes
	s.Decisions += t.Decisions
	s.Choices += t.Choices
	s.Draws += t.Draws
	s.SelfEpisodes += t.SelfEpisodes
	s.SelfLength += t.SelfLength
	s.Longest = max(s.Longest, t.Longest)
	s.addSeats(t.SeatScores)
	s.EntropySum += t.EntropySum
	for k, of := range t.ByKind {
		s.ByKind[k].Rows += of.Rows
		s.ByKind[k].EntropySum += of.EntropySum
	}
	for _, r := range t.Opponents {
		s.addOpponent(r)
	}
}

// noteEntropy counts the normalised entropy of one row.
func (s *CollectStats) noteEntropy(kind int8, entropy float64) {
	s.EntropySum += entropy
	s.ByKind[kind].EntropySum += entropy
	s.ByKind[kind].Rows++
}

func (s *CollectStats) addSeats(scores []float64) {
	for p, score := range scores {
		if p == len(s.SeatScores) {
			s.SeatScores = append(s.SeatScores, 0)
		}
		s.SeatScores[p] += score
	}
}

func (s *CollectStats) addOpponent(r OpponentResult) {
	for i := range s.Opponents {
		if s.Opponents[i].Opponent == r.Opponent {
			s.Opponents[i].Episodes += r.Episodes
			s.Opponents[i].Score += r.Score
			s.Opponents[i].Lead += r.Lead
			s.Opponents[i].LeadSquares += r.LeadSquares
			return
		}
	}
	s.Opponents = append(s.Opponents, r)
}
