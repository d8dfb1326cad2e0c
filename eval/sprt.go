package eval

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ringer/env"
	"ringer/eval/rating"
)

// SPRT is a sequential test of whether the first of two agents is stronger than
// the second by Elo0 points (or less) or by Elo1 (or more). It stops as soon as
// the deals played so far decide.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // chance to accept Elo1 where Elo0 is true
	Beta  float64 `json:"beta"`  // chance to reject Elo1 where it is true
}

// DefaultSPRT returns a test with the usual errors of 5%.
func DefaultSPRT() SPRT { return SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05} }

// Validate returns every fault as env.Faults.
func (s *SPRT) Validate() error {
	var faults env.Faults
	for _, c := range []struct {
		name  string
		value float64
	}{{"elo0", s.Elo0}, {"elo1", s.Elo1}} {
		if !(math.Abs(c.value) <= 2000) {
			faults.Add(c.name, c.value, "a number from -2000 to 2000")
		}
	}
	if !(s.Elo1 > s.Elo0) {
		faults.Add("elo1", s.Elo1, "more than elo0 (%g)", s.Elo0)
	}
	for _, c := range []struct {
		name  string
		value float64
	}{{"alpha", s.Alpha}, {"beta", s.Beta}} {
		if !(c.value > 0 && c.value < 0.5) {
			faults.Add(c.name, c.value, "a chance above 0 and below 0.5")
		}
	}
	return faults.Err()
}

// Bounds returns the bounds of the log-likelihood ratio: at or below lower, Elo1 is rejected, at or
// above upper, accepted (Wald, "Sequential tests of statistical hypotheses",
// 1945).
func (s *SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Verdicts of a sequential test.
const (
	Accept    = "accept"
	Reject    = "reject"
	Undecided = "undecided"
)

// SPRTResult is the outcome of a sequential test.
type SPRTResult struct {
	SPRT
	Verdict string  `json:"verdict"` // accept elo1, reject it, or undecided
	LLR     float64 `json:"llr"`     // log-likelihood ratio of elo1 against elo0
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
}

// PlaySPRT plays a match of two entries until the test decides or all games of
// the configuration are over, and returns the games that were played. The first
// entry has one seat, the second all others.
//
// It is a generalised sequential probability ratio test (Li, Liu and Ying,
// "Generalized sequential probability ratio test for separate families of
// hypotheses", 2014) on the distribution of the first entry's result in one
// deal, a mean over the deal's rotations, as chess engines are tested with pairs
// of games: rotations of one deal are not independent, deals are. The test looks
// after every group of deals, whose size does not depend on workers. A game that
// nobody wins counts as shared by all.
//
// Intervals of the match are intervals of a fixed number of games: after an early stop they
// lean towards the verdict. It returns the errors of PlayMatch; beside the context's error
// there may be the games that the test has looked at.
func PlaySPRT(ctx context.Context, config MatchConfig, test SPRT) (*Match, *SPRTResult, error) {
	if err := config.Validate(); err != nil {
		return nil, nil, err
	}
	if err := test.Validate(); err != nil {
		return nil, nil, err
	}
	if len(config.Entries) != 2 {
		return nil, nil, env.Faults{&env.Fault{Path: "agents", Value: fmt.Sprint(len(config.Entries)), Want: "2, because a test compares two"}}
	}
	const tables, atOnce = 32, 16 // games of a group, groups between looks at what was played
	r := newSeatedRun(config, config.seatings(), tables)
	r.keepFigures()
	var batch [atOnce]MatchGroup
	s := newScores(test, r.spots)
	result := &SPRTResult{SPRT: test, Verdict: Undecided}
	result.Lower, result.Upper = test.Bounds()
	played := 0
	for played < r.groups && result.Verdict == Undecided {
		from, to := played, min(played+atOnce, r.groups)
		r.over = func(number int, g MatchGroup) { batch[number-from] = g }
		if err := r.playGroups(ctx, played, to); err != nil {
			return r.first(played).stopped(ctx, result, err)
		}
		for played < to && result.Verdict == Undecided {
			g := batch[played-from]
			for _, row := range g.Rows {
				s.addShares(row[0], row[1])
			}
			r.ledger.over(played, g)
			played++
			switch result.LLR = s.ratio(); {
			case result.LLR <= result.Lower:
				result.Verdict = Reject
			case result.LLR >= result.Upper:
				result.Verdict = Accept
			}
		}
	}
	m, err := r.first(played).summarise(ctx)
	if err != nil {
		return r.stopped(ctx, result, err)
	}
	return m, result, nil
}

// stopped returns what there is when a test ends with an error.
func (r *run) stopped(ctx context.Context, result *SPRTResult, err error) (*Match, *SPRTResult, error) {
	if !interrupted(ctx, err) || r.deals == 0 {
		return nil, nil, err
	}
	m := r.lastWords(ctx)
	if m == nil {
		return nil, nil, err
	}
	return m, result, err
}

// first drops the deals beyond the first groups: those beyond a verdict exist because
// several groups are played at once.
func (r *run) first(groups int) *run {
	r.deals = min(groups*r.dealsPerGroup, r.deals)
	r.kept = r.kept[:min(len(r.kept), r.deals)]
	return r
}

// scores is the distribution of one agent's results in a deal.
type scores struct {
	seats        float64
	mean0, mean1 float64
	values       []float64 // ascending
	counts       []float64
}

// unseen is the weight of the scores 0 and 1 where they never occurred: it keeps
// both hypotheses possible.
const unseen = 1e-3

func newScores(test SPRT, seats int) *scores {
	return &scores{
		seats:  float64(seats),
		mean0:  rating.EloShare(test.Elo0, seats-1),
		mean1:  rating.EloShare(test.Elo1, seats-1),
		values: []float64{0, 1},
		counts: []float64{unseen, unseen},
	}
}

// addShares adds a deal by the shares of the wins of one seat and of all others;
// a game that nobody won is shared by all.
func (s *scores) addShares(one, others float64) { s.add(one + (1-one-others)/s.seats) }

func (s *scores) add(v float64) {
	// Means over rotations that differ by rounding are the same score.
	v = math.Round(min(max(v, 0), 1)*1e9) / 1e9
	i, found := slices.BinarySearch(s.values, v)
	if !found {
		s.values = slices.Insert(s.values, i, v)
		s.counts = slices.Insert(s.counts, i, 0)
	}
	s.counts[i]++
}

// ratio returns the log-likelihood ratio: of the likeliest distribution over the
// scores seen with mean1 against the likeliest with mean0.
func (s *scores) ratio() float64 {
	return s.likelihood(s.mean1) - s.likelihood(s.mean0)
}

// likelihood returns the log-likelihood of the likeliest distribution with a given
// mean, less the log-likelihood of the likeliest of all: probabilities are counts / (n (1 +
// λ (value − mean))), with the λ for which the mean is right (Owen, "Empirical likelihood
// ratio confidence intervals for a single functional", 1988).
func (s *scores) likelihood(mean float64) float64 {
	// Σ counts (v − mean) / (1 + λ (v − mean)) falls from +∞ to −∞ between the
	// poles, where 1 + λ (v − mean) is 0 for the largest and for the smallest v.
	low := -1 / (s.values[len(s.values)-1] - mean)
	high := -1 / (s.values[0] - mean)
	for range 200 {
		lambda := (low + high) / 2
		sum := 0.0
		for i, v := range s.values {
			sum += s.counts[i] * (v - mean) / (1 + lambda*(v-mean))
		}
		if sum > 0 {
			low = lambda
		} else {
			high = lambda
		}
	}
	lambda, sum := (low+high)/2, 0.0
	for i, v := range s.values {
		sum -= s.counts[i] * math.Log1p(lambda*(v-mean))
	}
	return sum
}
