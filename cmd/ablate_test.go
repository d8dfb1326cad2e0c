package cmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/open"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ablateKuhn is an ablation of a few seconds.
var ablateKuhn = []string{
	"ablate", "--config", "kuhn", "--seeds", "2", "--out", "runs/a",
	"--set", "decisions=4000", "--set", "evaluation.exact=false", "--set", "evaluation.opponents=[random]", "--set", "evaluation.final_games=40",
}

func TestAblateComparesVariantsAndGoesOn(t *testing.T) {
	slowWhenRaced(t)
	inFolder(t)
	args := append(ablateKuhn, "--variant", "cold(ppo.entropy=0.01)")
	study := object(t, args...)
	hasKeys(t, study, "seeds", "variants")
	variants := elements(t, study, "variants")
	require.Len(t, variants, 2)
	assert.Equal(t, "shipped", variants[0]["name"])
	assert.Equal(t, "cold", variants[1]["name"])
	against := elements(t, variants[1], "opponents")[0]
	hasKeys(t, against, "opponent", "games", "runs", "mean", "low", "high", "gain")
	assert.EqualValues(t, 80, against["games"])
	assert.NotContains(t, elements(t, variants[0], "opponents")[0], "gain")

	// Finished runs are not trained again, and missing ones are.
	kept := filepath.Join("runs", "a", "shipped-1", open.ResultName)
	before, err := os.Stat(kept)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(filepath.Join("runs", "a", "cold-2")))
	assert.Equal(t, variants[1]["opponents"], elements(t, object(t, args...), "variants")[1]["opponents"])
	after, err := os.Stat(kept)
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())

	o := ringer(t, "", append(ablateKuhn, "--variant", "cold(ppo.entropy=0.02)")...)
	assert.Equal(t, 2, o.exit)
	assert.Contains(t, o.errs, "holds a run of another configuration")
}

func TestAblateRefusesBadVariants(t *testing.T) {
	inFolder(t)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"--variant is missing", nil},
		{"changes nothing", []string{"--variant", "cold"}},
		{"of this name already", []string{"--variant", "shipped(seed=2)"}},
		{"ppo.entrpy", []string{"--variant", "cold(ppo.entrpy=0.01)"}},
		{"no expert for kuhn", []string{"--variant", "bad(evaluation.opponents=[expert])"}},
	} {
		o := ringer(t, "", append(append([]string{}, ablateKuhn...), c.args...)...)
		assert.Equal(t, 2, o.exit, c.want)
		assert.Contains(t, o.errs, c.want)
		assert.NoDirExists(t, "runs")
	}
}

// A comparison that is stopped prints no half of it, and goes on later.
func TestAblateStopsAndGoesOn(t *testing.T) {
	slowWhenRaced(t)
	inFolder(t)
	args := append(ablateKuhn, "--json", "--variant", "cold(ppo.entropy=0.01)")
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	assert.Equal(t, exitInterrupted, run(stopped, args, strings.NewReader(""), &out, &errs))
	assert.Empty(t, out.String())
	assert.Contains(t, errs.String(), "the same command continues")
	assert.Len(t, elements(t, object(t, append(ablateKuhn, "--variant", "cold(ppo.entropy=0.01)")...), "variants"), 2)
}
