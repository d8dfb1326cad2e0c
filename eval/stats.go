package eval

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"ringer/env"
)

// Confidence of every interval in this package.
const Confidence = 0.95

// z95 is the normal quantile of a two-sided 95% interval.
var z95 = distuv.UnitNormal.Quantile(1 - (1-Confidence)/2)

// Interval is a 95% interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson returns the score interval of a proportion (Wilson, "Probable inference",
// 1927). successes may be a fraction, because ties are shared; n must be positive.
func Wilson(successes, n float64) Interval { return wilson(successes, n, z95) }

// wilson returns Wilson's interval with another quantile than the normal one.
func wilson(successes, n, z float64) Interval {
	p, z2 := successes/n, z*z
	centre := (p + z2/(2*n)) / (1 + z2/n)
	half := z / (1 + z2/n) * math.Sqrt(max(0, p*(1-p)/n+z2/(4*n*n)))
	i := Interval{centre - half, centre + half}
	// Rounding must not move the ends off 0 and 1.
	if successes <= 0 {
		i.Low = 0
	}
	if successes >= n {
		i.High = 1
	}
	return i
}

const (
	// resamples of a bootstrap: the ends of a 95% interval are then the 50th
	// and the 1951st of 2,000 sorted means.
	resamples = 2000
	// mostClusters bounds a bootstrap's work. More clusters are first averaged
	// in neighbouring groups, which are as independent as the clusters are.
	mostClusters = 10_000
)

// Bootstrap returns the percentile interval of the mean of each column of rows by
// resampling whole rows: a row is one cluster of observations that belong
// together (here: one deal in all rotations), already averaged. Rows must be
// equally long, at least one, and are not changed. The same rows and seed give
// the same intervals. It returns the context's error when that ends first.
//
// Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
func Bootstrap(ctx context.Context, rows [][]float64, seed uint64) ([]Interval, error) {
	rows = thin(rows)
	width := len(rows[0])
	flat := make([]float64, 0, len(rows)*width)
	for _, r := range rows {
		flat = append(flat, r...)
	}
	means := make([][]float64, width)
	for c := range means {
		means[c] = make([]float64, resamples)
	}
	n := env.Stream(seed, purposeMatchIntervals).Uint64()
	source := rand.New(rand.NewPCG(n, uint64(len(rows))))
	sums := make([]float64, width)
	for k := range resamples {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clear(sums)
		for range rows {
			at := source.IntN(len(rows)) * width
			for c, v := range flat[at : at+width] {
				sums[c] += v
			}
		}
		for c, s := range sums {
			means[c][k] = s / float64(len(rows))
		}
	}
	intervals := make([]Interval, width)
	for c, m := range means {
		slices.Sort(m)
		intervals[c] = Interval{
			Low:  stat.Quantile((1-Confidence)/2, stat.Empirical, m, nil),
			High: stat.Quantile(1-(1-Confidence)/2, stat.Empirical, m, nil),
		}
	}
	return intervals, nil
}

// thin averages neighbouring rows until there are at most mostClusters.
func thin(rows [][]float64) [][]float64 { return thinTo(rows, mostClusters) }

// thinTo averages neighbouring rows until there are at most most. Rows
// left over join the last group, so that all count.
func thinTo(rows [][]float64, most int) [][]float64 {
	group := (len(rows) + most - 1) / most
	if group <= 1 {
		return rows
	}
	groups := len(rows) / group
	out := make([][]float64, groups)
	for i := range out {
		from, to := i*group, (i+1)*group
		if i == groups-1 {
			to = len(rows)
		}
		sum := make([]float64, len(rows[0]))
		for _, r := range rows[from:to] {
			for c, v := range r {
				sum[c] += v / float64(to-from)
			}
		}
		out[i] = sum
	}
	return out
}

// few clusters have too little spread for a bootstrap to see.
const few = 30

// meanInterval returns the 95% interval of a mean of figures from least to most over clusters:
// the bootstrap's, unless the clusters are few. Few clusters get the interval of a share, and
// a single one, of which nothing is known, all that the mean can be.
func meanInterval(rows [][]float64, column int, bootstrap Interval, least, most float64) Interval {
	span := most - least
	switch {
	case len(rows) >= few || !(span > 0):
		return bootstrap
	case len(rows) == 1:
		return Interval{least, most}
	}
	shares := make([][]float64, len(rows))
	for i, row := range rows {
		shares[i] = []float64{min(max((row[column]-least)/span, 0), 1)}
	}
	share := shareInterval(shares, 0, bootstrap)
	return Interval{least + span*share.Low, least + span*share.High}
}

// shareInterval returns the 95% interval of a mean share in [0, 1] over clusters: the
// bootstrap's, unless the clusters are too few, or too alike for it to see any spread.
// Alike ones get Wilson's interval of their number, and few ones the interval of
// fewClusters.
func shareInterval(rows [][]float64, column int, bootstrap Interval) Interval {
	values := make([]float64, len(rows))
	same := true
	for i, r := range rows {
		values[i] = r[column]
		same = same && r[column] == rows[0][column]
	}
	n := float64(len(rows))
	switch {
	case same:
		return Wilson(n*values[0], n)
	case len(rows) >= few:
		return bootstrap
	}
	return fewClusters(values)
}

// fewClusters returns the interval of a mean share over a few clusters that are not all
// alike: Wilson's, of as many single games as would spread as their mean does, with
// Student's quantile, since the spread is itself an estimate. The games of a deal in all
// rotations balance each other, so that a deal is worth more than one game; where every
// cluster is one game, it is little wider than Wilson's.
//
// After Korn and Graubard, "Confidence intervals for proportions with small expected
// number of positive counts estimated from survey data" (1998).
func fewClusters(values []float64) Interval {
	n := float64(len(values))
	mean, variance := stat.MeanVariance(values, nil)
	games := mean * (1 - mean) / (variance / n)
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(1 - (1-Confidence)/2)
	return wilson(games*mean, games, student)
}
