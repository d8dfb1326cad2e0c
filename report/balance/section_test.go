package balance

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ratio"
)

// Figures that say nothing are left out.
func TestVacuousFigures(t *testing.T) {
	for _, f := range []ratio.Figure{{}, {Value: .5, Low: .5, High: .5, Of: 40, Share: true}, {Value: .5, Low: 0, High: 1, Of: 2, Share: true}} {
		assert.True(t, vacuous(f), "%+v", f)
	}
	for _, f := range []ratio.Figure{{Value: .5, Low: .4, High: .6, Of: 40, Share: true}, {Value: 2, Low: 0, High: 4, Of: 9}, {Low: 0, High: .1, Of: 40, Share: true}} {
		assert.False(t, vacuous(f), "%+v", f)
	}
}
