package algos_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/train/algos"
	"ringer/train/ppo"
)

// A run that plays ahead is corrected unless it says otherwise; others have no such setting, and
// what was written down is read as it was.
func TestPlayAheadIsCorrected(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.yaml")
	require.NoError(t, os.WriteFile(file, []byte("game: leduc\ncollect: {lag: 2}\n"), 0o600))
	for _, c := range []struct {
		name string
		set  []string
		want *ppo.VTraceConfig
	}{
		{"leduc", nil, nil},
		{"leduc", []string{"collect.lag=1"}, ppo.Truncated()},
		{file, nil, ppo.Truncated()},
		{file, []string{"ppo.vtrace={rho: 2, c: 0.5}"}, &ppo.VTraceConfig{Rho: 2, C: 0.5}},
		{file, []string{"ppo.vtrace.rho=0"}, &ppo.VTraceConfig{}},
		{file, []string{"collect.lag=0"}, nil},
	} {
		f := algos.Defaults()
		require.NoError(t, f.Read(c.name, c.set...), c.set)
		require.Equal(t, c.want, f.PPO.VTrace, c.set)
		text, err := f.Text()
		require.NoError(t, err)
		again := algos.Defaults()
		saved := filepath.Join(t.TempDir(), "config.yaml")
		require.NoError(t, os.WriteFile(saved, text, 0o600))
		require.NoError(t, again.Read(saved))
		assert.Equal(t, c.want, again.PPO.VTrace, c.set)
		if c.want == nil {
			assert.NotContains(t, string(text), "vtrace")
		}
	}
	f := algos.Defaults()
	require.ErrorContains(t, f.Read("leduc", "ppo.vtrace={rho: 1, c: 1}"), "ppo.vtrace.rho: 1: want 0, or a collect.lag above 0")
}
