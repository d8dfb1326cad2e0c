package ratio_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ratio"
)

// The example of Benjamini and Hochberg (1995), section 3.2: at a rate of 0.05 the four
// smallest of fifteen p-values are discoveries.
func TestDiscoveryRates(t *testing.T) {
	ps := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000}
	slices.Reverse(ps) // in any order
	rates := ratio.DiscoveryRates(ps)
	n := 0
	for _, x := range rates {
		if x <= 0.05 {
			n++
		}
	}
	assert.Equal(t, 4, n)
	assert.InDelta(t, 0.0095*15/4, rates[len(ps)-4], 1e-12)
	assert.Empty(t, ratio.DiscoveryRates(nil))
}
