package speed_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/graph/device"
	"ringer/train"
	"ringer/train/speed"
)

// A training on a simulated device says how it was used: in a process of its own, because a
// process has one backend.
func TestOnASimulatedDevice(t *testing.T) {
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestSimulatedChild$", "-test.v")
	child.Env = append(os.Environ(), "GOMLX_BACKEND="+device.Name+":call=1us,operations=1e15,bytes=1e12", "RINGER_SIMULATED_CHILD=1")
	out, err := child.Output()
	require.NoError(t, err, "%s", out)
	_, text, found := strings.Cut(string(out), "result: ")
	require.True(t, found, "%s", out)
	text, _, _ = strings.Cut(text, "\n")
	var r speed.Result
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	d := r.Device
	require.NotNil(t, d)
	assert.Contains(t, d.Description, "results are zeros")
	assert.Positive(t, d.Calls)
	assert.Greater(t, d.Busy, d.Computing)
	assert.Positive(t, d.Computing)
	assert.Positive(t, d.From)

	// A decision's observation goes to the device once in play and twice in learning.
	network := networkOf(t, &r)
	assert.Greater(t, d.To, 4*3*float64(network.ObservationSize()))
	// More rows can go together than a group has tables.
	assert.LessOrEqual(t, r.Inference.Mean, 32.0)
	assert.Less(t, r.Inference.Padded, 0.75)
}

func TestSimulatedChild(t *testing.T) {
	if os.Getenv("RINGER_SIMULATED_CHILD") == "" {
		t.Skip("TestOnASimulatedDevice runs it")
	}
	r, err := measure(t, t.Context(), 0.1, "collect.groups=8", "opponents={past_share: 0.25, past_slots: 2}")
	require.NoError(t, err)
	_, err = train.NewActor(nil, train.Config{}, nil, 1)
	require.ErrorContains(t, err, "a simulated device returns zeros")
	text, err := json.Marshal(r)
	require.NoError(t, err)
	t.Logf("result: %s\n", text)
}
