package device

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
	s, err := New("", nil)
	require.NoError(t, err)
	assert.Equal(t, H100(), s.device)
	s, err = New("call=1ms,bytes=2e9", nil)
	require.NoError(t, err)
	assert.Equal(t, Figures{Call: time.Millisecond, Operations: H100().Operations, Bytes: 2e9}, s.device)
	_, err = New("call=soon,operations=-1,bytes=NaN,speed=1", nil)
	for _, fault := range []string{`call: "soon": want a time`, `operations: "-1": want a number`, `bytes: "NaN": want a number`, `"speed=1": want call=`} {
		require.ErrorContains(t, err, fault)
	}
}
