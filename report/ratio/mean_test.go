package ratio_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ratio"
)

// The quantiles are those of a printed table of Student's t: 12.706 with one
// degree of freedom, 4.303 with two.
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
