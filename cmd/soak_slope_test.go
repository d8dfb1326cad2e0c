package cmd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The verdicts on a series of a soak.
const (
	flat    = "flat"
	grows   = "grows"
	unclear = "unclear"
)

// A slope says how a quantity changes over a soak.
type slope struct {
	Level   float64 `json:"level"`    // the mean after the beginning
	PerHour float64 `json:"per_hour"` // change in an hour
	Low     float64 `json:"low"`      // 95% interval of the change
	High    float64 `json:"high"`
	Allowed float64 `json:"allowed"` // change in an hour that is called flat
	Verdict string  `json:"verdict"`
}

// soakBlocks is the number of equal spans of time whose means the line goes through. The
// samples of one block are not independent of each other; the means of blocks that are
// much longer than what makes them so nearly are.
const soakBlocks = 12

// slopeOf fits a line through the means of blocks of samples, without the first quarter of
// the time, in which caches fill. It is flat when the whole 95% interval of its slope is
// below what is allowed, a twentieth of the level in an hour but at least least; it grows
// when all of the interval is above zero and the estimate above what is allowed.
func slopeOf(seconds, values []float64, least float64) slope {
	end := seconds[len(seconds)-1]
	begin := end / 4
	sums, counts := make([]float64, soakBlocks), make([]float64, soakBlocks)
	for i, at := range seconds {
		if block := int((at - begin) / (end - begin) * soakBlocks); at >= begin {
			block = min(block, soakBlocks-1)
			sums[block] += values[i]
			counts[block]++
		}
	}
	var hours, means []float64
	for b := range sums {
		if counts[b] > 0 {
			hours = append(hours, (begin+(float64(b)+0.5)*(end-begin)/soakBlocks)/3600)
			means = append(means, sums[b]/counts[b])
		}
	}
	s := slope{Level: stat.Mean(means, nil), Verdict: unclear}
	s.Allowed = max(least, s.Level/20)
	if len(means) < 4 {
		s.Low, s.High = math.Inf(-1), math.Inf(1)
		return s
	}
	var at0 float64
	at0, s.PerHour = stat.LinearRegression(hours, means, nil, false)
	var residual, spread float64
	middle := stat.Mean(hours, nil)
	for i, h := range hours {
		d := means[i] - at0 - s.PerHour*h
		residual += d * d
		spread += (h - middle) * (h - middle)
	}
	freedom := float64(len(means) - 2)
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(0.975) * math.Sqrt(residual/freedom/spread)
	s.Low, s.High = s.PerHour-half, s.PerHour+half
	switch {
	case s.High < s.Allowed:
		s.Verdict = flat
	case s.Low > 0 && s.PerHour > s.Allowed:
		s.Verdict = grows
	}
	return s
}

// The verdict knows a leak from noise, from caches that fill at the beginning and from
// waves; it does not call a short series flat that is not known to be; and its interval
// holds the true slope about as often as it says.
func TestSlopeOf(t *testing.T) {
	series := func(seed uint64, minutes int, value func(hours float64, noise float64) float64) slope {
		rng := rand.New(rand.NewPCG(seed, 1))
		var at, values []float64
		noise := 0.0
		for s := 0; s <= minutes*60; s += 10 {
			noise = 0.8*noise + rng.NormFloat64() // samples that depend on the ones before
			at, values = append(at, float64(s)), append(values, value(float64(s)/3600, noise))
		}
		return slopeOf(at, values, 1)
	}
	for name, c := range map[string]struct {
		minutes int
		value   func(hours, noise float64) float64
		want    string
	}{
		"noise":        {60, func(_, noise float64) float64 { return 100 + noise }, flat},
		"leak":         {60, func(hours, noise float64) float64 { return 100 + 30*hours + noise }, grows},
		"slow leak":    {60, func(hours, noise float64) float64 { return 1000 + 200*hours + 10*noise }, grows},
		"beginning":    {60, func(hours, noise float64) float64 { return 100 - 80*math.Exp(-hours*60) + noise }, flat},
		"shrinks":      {60, func(hours, noise float64) float64 { return 100 - 20*hours + noise }, flat},
		"waves":        {60, func(hours, noise float64) float64 { return 100 + 10*math.Sin(hours*300) + noise }, flat},
		"constant":     {60, func(_, _ float64) float64 { return 7 }, flat},
		"short":        {2, func(_, noise float64) float64 { return 100 + 5*noise }, unclear},
		"small growth": {60, func(hours, noise float64) float64 { return 1000 + 10*hours + noise }, flat},
	} {
		s := series(1, c.minutes, c.value)
		assert.Equal(t, c.want, s.Verdict, "%s: %+v", name, s)
	}
	held := 0
	for seed := range uint64(400) {
		if s := series(seed+2, 60, func(hours, noise float64) float64 { return 50 + 3*hours + noise }); s.Low <= 3 && 3 <= s.High {
			held++
		}
	}
	assert.InDelta(t, 0.95, float64(held)/400, 0.05, "the interval holds the slope in %d of 400 series", held)
}
