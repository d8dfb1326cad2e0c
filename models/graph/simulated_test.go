package graph

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
)

// A simulated device counts calls, operations and copies, and gives zeros back; weights go to
// it when they are loaded, and stay.
func TestASimulatedDeviceCounts(t *testing.T) {
	s, err := newSimulated("call=0s,operations=1e12,bytes=1e12")
	require.NoError(t, err)
	net := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{4}}}, Actions: 3, Hidden: []int{8}, Activation: models.Tanh}
	f := newInference(s, net, 4, 8)
	require.NoError(t, f.allocate())
	w := models.Init(net, 1)
	require.NoError(t, f.Load(w))
	logits, values := []float32{1, 2, 3, 4, 5, 6}, []float32{1, 2}
	require.NoError(t, f.Run(make([]float32, 8), 2, logits, values))
	assert.Equal(t, make([]float32, 6), logits)
	assert.Equal(t, make([]float32, 2), values)
	first := s.used
	assert.Equal(t, 1, first.Calls)
	assert.Equal(t, 4*(len(w.Flat)+4*4), first.To, "the weights, and four rows of four numbers")
	assert.Equal(t, 4*4*(3+1), first.From, "four rows of logits and values")
	row, err := ForwardProducts(net, 64)
	require.NoError(t, err)
	assert.InDelta(t, row/64*4/1e12, first.Computing.Seconds(), 2e-9)
	assert.Equal(t, first.Computing, first.Busy)

	require.NoError(t, f.Run(make([]float32, 8), 2, logits, values))
	second := s.used
	second.Sub(first)
	assert.Equal(t, DeviceUse{Calls: 1, Busy: first.Busy, Computing: first.Computing, To: 4 * 4 * 4, From: first.From}, second, "the weights stay on the device")
}

// Calls and copies follow one another: what comes meanwhile waits.
func TestWorkOfASimulatedDeviceFollowsOnItself(t *testing.T) {
	busy := time.Now().Add(time.Hour)
	at := busy
	assert.Equal(t, at.Add(time.Second), after(&busy, time.Second))
	assert.Equal(t, at.Add(3*time.Second), after(&busy, 2*time.Second))
	busy = time.Time{}
	assert.WithinDuration(t, time.Now(), after(&busy, 0), time.Hour)
}

func TestSimulatedDevicesThatCannotBe(t *testing.T) {
	s, err := newSimulated("")
	require.NoError(t, err)
	assert.Equal(t, H100(), s.device)
	s, err = newSimulated("call=1ms,bytes=2e9")
	require.NoError(t, err)
	assert.Equal(t, Device{Call: time.Millisecond, Operations: H100().Operations, Bytes: 2e9}, s.device)
	_, err = newSimulated("call=soon,operations=-1,bytes=NaN,speed=1")
	for _, fault := range []string{`call: "soon": want a time`, `operations: "-1": want a number`, `bytes: "NaN": want a number`, `"speed=1": want call=`} {
		require.ErrorContains(t, err, fault)
	}
}
