package ratio_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ratio"
)

// The quantiles stand in a printed table of Student's t: 12.706 with one degree of freedom,
// 4.303 with two.
func TestOfMean(t *testing.T) {
	m := ratio.OfMean([]float64{1, 3})
	assert.InDelta(t, 2, m.Value, 1e-12)
	assert.InDelta(t, 2-12.706, m.Low, 1e-3)
	assert.InDelta(t, 2+12.706, m.High, 1e-3)

	m = ratio.OfMean([]float64{.5, .6, .7})
	assert.InDelta(t, .6, m.Value, 1e-12)
	assert.InDelta(t, .6-4.303*.1/1.7320508, m.Low, 1e-4)
	assert.Panics(t, func() { ratio.OfMean([]float64{1}) })
}

// The interval of Wilson at 95% for 8 of 10 stands in a printed table.
func TestOfShare(t *testing.T) {
	f := ratio.OfShare("wins", 8, 10, .95)
	assert.InDelta(t, .8, f.Value, 1e-12)
	assert.InDelta(t, .4902, f.Low, 1e-4)
	assert.InDelta(t, .9433, f.High, 1e-4)
	wider := ratio.OfShare("wins", 8, 10, .999)
	assert.Less(t, wider.Low, f.Low)
	assert.Zero(t, ratio.OfShare("wins", 0, 10, .95).Low)
	assert.InDelta(t, 1, ratio.OfShare("wins", 10, 10, .95).High, 0)
	assert.Zero(t, ratio.OfShare("wins", 0, 0, .95).High)
}

func TestOver(t *testing.T) {
	f := ratio.Over("length", []float64{1, 2, 3, 4}, .95)
	assert.InDelta(t, 2.5, f.Value, 1e-12)
	assert.InDelta(t, 2.5-1.959964*1.2909944/2, f.Low, 1e-5)
	assert.InDelta(t, 2.5+1.959964*1.2909944/2, f.High, 1e-5)
	assert.Equal(t, 4, f.Of)
}

// One comparison has the interval of a mean; of ten each is as wide as 99.5% wants: Student's t with four
// degrees of freedom is 5.5976 there, and 2.7764 at 95%.
func TestOfMeanAmong(t *testing.T) {
	xs := []float64{1, 2, 3, 4, 5}
	assert.Equal(t, ratio.OfMean(xs), ratio.OfMeanAmong(xs, 1))
	one, ten := ratio.OfMean(xs), ratio.OfMeanAmong(xs, 10)
	assert.InDelta(t, 5.597568/2.776445, (ten.High-ten.Value)/(one.High-one.Value), 1e-5)
	assert.InDelta(t, ten.High-3, 3-ten.Low, 1e-12)
}
