package eval

import (
	"os"
	"testing"
	"time"

	"ringer/env"
)

// TestMain lets interrupted work take its time for a result: no test is judged by the
// clock.
func TestMain(m *testing.M) {
	grace = time.Hour
	os.Exit(m.Run())
}

// SimulateSPRT runs a test on deals of two independent games, each won with a
// chance, and returns the verdict and the number of deals.
func SimulateSPRT(test SPRT, rng env.Rand, chance float64, most int) (string, int) {
	s := newScores(test, 2)
	lower, upper := test.Bounds()
	for deal := range most {
		v := 0.0
		for range 2 {
			if rng.Float64() < chance {
				v += 0.5
			}
		}
		s.add(v)
		if deal%16 != 15 {
			continue
		}
		switch llr := s.ratio(); {
		case llr <= lower:
			return Reject, deal + 1
		case llr >= upper:
			return Accept, deal + 1
		}
	}
	return Undecided, most
}

// Scores are the scores of a sequential test.
type Scores struct{ *scores }

// NewScores are no scores yet.
func NewScores(test SPRT, seats int) Scores { return Scores{newScores(test, seats)} }

// Add adds the score of a deal.
func (s Scores) Add(v float64) { s.add(v) }

// Ratio returns the log-likelihood ratio.
func (s Scores) Ratio() float64 { return s.ratio() }

// AddShares adds a deal by the shares of the wins.
func (s Scores) AddShares(one, others float64) { s.addShares(one, others) }

// Values returns the scores seen, with the two that were put in.
func (s Scores) Values() []float64 { return s.values }
