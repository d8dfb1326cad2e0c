package wire_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/gym"
)

// trajectory is a digest of all that a vector shows in some steps, in which the table t
// plays its legal action (7t + 3·step) mod their number.
type trajectory struct {
	Game   string `json:"game"`
	Tables int    `json:"tables"`
	Steps  int    `json:"steps"`
	Seed   uint64 `json:"seed"`
	SHA256 string `json:"sha256"`
}

const trajectoryFile = "testdata/trajectories.json"

// The file, with which Python's tests compare their vectors, holds the digests that Go's
// own vector gives: the same seed gives the same trajectories in both.
func TestTrajectories(t *testing.T) {
	var got []trajectory
	for _, name := range append(games.Names(), "heat(players=3)", "leduc(players=3)", "goofspiel(order=random)") {
		x := trajectory{Game: name, Tables: 9, Steps: 60, Seed: 7}
		v, err := gym.NewVector(games.MustNew(name), gym.VectorConfig{Tables: x.Tables})
		require.NoError(t, err)
		buf := v.NewBuffers()
		v.Reset(x.Seed, buf)
		h := sha256.New()
		actions := make([]env.Action, x.Tables)
		for step := range x.Steps + 1 {
			for _, array := range []any{buf.Observation, buf.Mask, buf.Current, buf.Rewards, buf.Terminated, buf.Truncated, buf.FinalObservation} {
				require.NoError(t, binary.Write(h, binary.LittleEndian, array))
			}
			for i := range actions {
				legal := v.Legal(i)
				actions[i] = legal[(i*7+step*3)%len(legal)]
			}
			require.NoError(t, v.Step(actions, buf))
		}
		x.SHA256 = hex.EncodeToString(h.Sum(nil))
		got = append(got, x)
	}
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(trajectoryFile, append(text, '\n'), 0o644))
	}
	text, err := os.ReadFile(trajectoryFile)
	require.NoError(t, err)
	var want []trajectory
	require.NoError(t, json.Unmarshal(text, &want))
	assert.Equal(t, want, got)
}
