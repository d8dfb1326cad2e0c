package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The points of an axis follow from the configuration and its game.
func TestPointsOfAnAxis(t *testing.T) {
	places := func(o Growth, axis string) (at []int) {
		points, err := o.points(axis)
		require.NoError(t, err)
		for _, p := range points {
			at = append(at, p.at)
		}
		return at
	}
	leduc := Growth{Config: "leduc"}
	assert.Equal(t, []int{64, 128, 256, 512, 1024, 2048, 4096, 8192}, places(leduc, Tables))
	assert.Equal(t, []int{32, 64, 128, 256, 512, 1024}, places(leduc, Width))
	assert.Equal(t, []int{1, 2, 4, 8, 16, 32, 64}, places(leduc, Workers))
	assert.Equal(t, []int{3, 4, 5}, places(Growth{Config: "heat-long"}, Seats))
	leduc.Most = 4
	assert.Equal(t, []int{1, 2, 4}, places(leduc, Workers))

	_, err := (&Growth{Config: "leduc", Set: []string{"nope=1"}}).points(Tables)
	assert.ErrorContains(t, err, "nope")
	_, err = leduc.points("depth")
	assert.ErrorContains(t, err, `axis "depth": want one of tables, seats, width, workers`)
	_, err = leduc.points(Tables)
	assert.ErrorContains(t, err, "no point to measure")
}
