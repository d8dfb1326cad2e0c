package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scaleKuhn is a scaling curve of a second or two.
var scaleKuhn = []string{
	"scaling", "--config", "kuhn", "--set", "decisions=8000", "--set", "evaluation={every: 0, exact: false, opponents: [random], final_games: 200}",
	"--out", "curve", "--runs", "kept", "--seeds", "2",
}

func TestScalingTrainsEachLengthOnce(t *testing.T) {
	inFolder(t)
	short := elements(t, object(t, append(scaleKuhn, "--factors", "0.25")...), "runs")
	require.Len(t, short, 2)
	hasKeys(t, short[0], "config", "set", "game", "factor", "seed", "decisions", "seconds", "results", "vectors", "date")
	kept, err := os.Stat(filepath.Join("kept", "kuhn", "x0.25-1", resultName))
	require.NoError(t, err)

	all := elements(t, object(t, append(scaleKuhn, "--factors", "1,0.25")...), "runs")
	require.Len(t, all, 4)
	assert.Equal(t, short, all[:2], "nothing is trained twice")
	again, err := os.Stat(filepath.Join("kept", "kuhn", "x0.25-1", resultName))
	require.NoError(t, err)
	assert.Equal(t, kept.ModTime(), again.ModTime())
	for i, want := range []float64{.25, .25, 1, 1} {
		assert.InDelta(t, want, all[i]["factor"], 1e-12)
		assert.InDelta(t, 8000*want, all[i]["decisions"], 1100, "whole batches")
		assert.EqualValues(t, 200, elements(t, all[i], "results")[0]["games"])
	}
	assert.Contains(t, done(t, append(scaleKuhn, "--factors", "1")...), "× 0.25")

	for _, c := range []struct {
		want string
		args []string
	}{
		{`--config "nothing": want one of `, []string{"--config", "nothing"}},
		{"--factors 0: want a number above 0", []string{"--config", "kuhn", "--factors", "0,1"}},
		{"--seeds 0: want at least 1", []string{"--config", "kuhn", "--seeds", "0"}},
		{"want opponents to compare by", []string{"--config", "kuhn"}},
	} {
		o := ringer(t, "", append([]string{"scaling"}, c.args...)...)
		assert.Equal(t, exitBadInput, o.exit, c.args)
		assert.Contains(t, o.errs, c.want)
	}
}
