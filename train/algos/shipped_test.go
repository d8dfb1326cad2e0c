package algos_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/train/algos"
)

// heat-4p.yaml is heat-long.yaml for longer, and says so; files have nothing to inherit by.
func TestHeatWithFourSeatsIsHeatForLonger(t *testing.T) {
	short, long := algos.Defaults(), algos.Defaults()
	require.NoError(t, configs.Read("train", "heat-long", &short))
	require.NoError(t, configs.Read("train", "heat-4p", &long))
	changes, err := configs.Changes(&short, &long)
	require.NoError(t, err)
	assert.Equal(t, []string{"decisions=40000000"}, changes)
}
