package train_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/models/graph"
)

// A processor without AVX-512 trains the same bytes as one with it, where
// that is asked for. GODEBUG takes the instructions away.
func TestPortableTrainingHasTheSameBytes(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	if graph.CanBePortable() != nil {
		assert.Contains(t, cmdtest.Ringer(t, "", "train", "--config", "leduc", "--set", "compute=portable").Errs, "compute: portable: it needs a processor with AVX2")
		return
	}
	dir := cmdtest.InFolder(t)
	trained := func(name, compute string, environ ...string) map[string]string {
		p := cmdtest.Start(t, dir, environ, "train", "--config", "leduc", "--out", name, "--set", "compute="+compute,
			"--set", "decisions=6000", "--set", "evaluation={every: 2, games: 40, exact: false, opponents: [random], final_games: 100}",
			"--set", "checkpoint={every: 2, keep: 2}", "--set", "opponents={past_share: 0.25, snapshot_every: 2, pool: 3}")
		require.Zero(t, p.Exit(), p.Errs.String())
		return cmdtest.RunFiles(t, name)
	}
	want := trained("here", "portable")
	require.Contains(t, want["metrics.jsonl"], "win_rate_against_random")
	assert.Contains(t, want["builds.jsonl"], "avx2 kernels, 256-bit vectors")
	// The second one is a machine on which Go would choose vectors of 128 bits, which
	// the configuration overrules.
	for name, environ := range map[string][]string{
		"elsewhere": {"GODEBUG=cpu.avx512f=off"},
		"narrow":    {"GODEBUG=simd=128", "GOMLX_GO_SIMD_AVX512=0"},
	} {
		got := trained(name, "portable", environ...)
		assert.Len(t, got, len(want))
		for file := range want {
			assert.True(t, want[file] == got[file], "%s: %s differs", name, file)
		}
	}
	if strings.Contains(graph.Vectors(), "avx512") {
		// The sums of a network that a graph computes depend on the width.
		attention := func(name string) string {
			p := cmdtest.Start(t, dir, nil, "train", "--config", "fivepossessions", "--out", "attention-"+name, "--set", "compute="+name,
				"--set", "network={kind: attention, items: 16}", "--set", "decisions=600", "--set", "collect={batch: 256, tables: 8, groups: 2}",
				"--set", "ppo.minibatch=128", "--set", "imitation={agent: random, decisions: 512, epochs: 1, minibatch: 128}",
				"--set", "evaluation={every: 0, games: 20, opponents: [random], final_games: 20}")
			require.Zero(t, p.Exit(), p.Errs.String())
			return cmdtest.RunFiles(t, "attention-"+name)["metrics.jsonl"]
		}
		assert.NotEqual(t, attention("fast"), attention("portable"), "else the setting would be for nothing")
	}
}

// A process that cannot begin again says with which environment to begin.
func TestPortableNeedsAnEnvironment(t *testing.T) {
	cmdtest.InFolder(t)
	if graph.CanBePortable() != nil || graph.Portable() == nil {
		t.Skip("this process cannot be portable, or is")
	}
	o := cmdtest.Ringer(t, "", "train", "--config", "kuhn", "--set", "compute=portable")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "begin the process with GODEBUG=simd=+256 and GOMLX_GO_SIMD_AVX512=0")
	assert.NoDirExists(t, "runs")
	o = cmdtest.Ringer(t, "", "train", "--config", "kuhn", "--set", "compute=slow")
	assert.Contains(t, o.Errs, "compute: slow: want fast or portable")
}
