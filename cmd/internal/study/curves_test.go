package study_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/open/carried"
)

// The curves of a study are the means of what its runs recorded, and the files hold them.
func TestCurves(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	cmdtest.Done(t, kuhnSeeds...)
	cmdtest.Done(t, append(append([]string{"train"}, kuhnSeeds[1:len(kuhnSeeds)-4]...), "--set", "ppo.entropy=0.2", "--out", "hot")...)
	m := cmdtest.Object(t, "curves", "runs/study", "hot", "--out", "c.html")
	assert.Len(t, cmdtest.Elements(t, m, "runs"), 4)
	metrics := cmdtest.Elements(t, m, "metrics")
	require.Len(t, metrics, 2)
	assert.Equal(t, "exploitability", metrics[0]["metric"])
	assert.Equal(t, "win_rate/random", metrics[1]["metric"])
	lines := cmdtest.Elements(t, metrics[0], "curves")
	require.Len(t, lines, 2)
	assert.Equal(t, "ppo.entropy=0.03", lines[0]["configuration"])
	assert.Equal(t, []any{1.0, 2.0, 3.0}, lines[0]["seeds"])
	points := cmdtest.Elements(t, lines[0], "points")
	cmdtest.HasKeys(t, points[0], "step", "decisions", "seconds", "value", "low", "high")
	assert.Greater(t, points[0]["seconds"], 0.0)
	assert.Nil(t, cmdtest.Elements(t, lines[1], "points")[0]["low"], "one seed has no interval")

	// The mean of the first step, read from the lines that the runs wrote.
	mean := 0.0
	for _, seed := range []string{"1", "2", "3"} {
		line, _, _ := strings.Cut(cmdtest.ReadText(t, filepath.Join("runs", "study", "seed-"+seed, "metrics.jsonl")), "\n")
		_, after, ok := strings.Cut(line, `"exploitability":`)
		require.True(t, ok, line)
		number, _, _ := strings.Cut(after, ",")
		mean += parseFloat(t, number) / 3
	}
	assert.InDelta(t, mean, points[0]["value"], 1e-12)
	final := cmdtest.Object(t, kuhnSeeds...)
	assert.InDelta(t, cmdtest.Elements(t, final, "summary")[0]["mean"], lines[0]["final"].(map[string]any)["value"], 1e-12)

	assert.Contains(t, cmdtest.ReadText(t, "c.html"), "ppo.entropy=0.2")
	assert.Contains(t, cmdtest.Done(t, "curves", "runs/study", "--metric", "win_rate/random", "--metric", "eval/exploitability", "--metric", "normalized_entropy"), "Normalized_entropy goes from")
	cmdtest.Done(t, "curves", "runs/study", "--out", "c.svg", "--by", "seconds")
	cmdtest.Done(t, "curves", "runs/study", "--out", "c.csv")
	assert.Contains(t, cmdtest.ReadText(t, "c.svg"), "seconds of training")
	for _, c := range [][]string{
		{"there already", "runs/study", "--out", "c.csv"},
		{"want the name of a file that ends in .html, .svg or .csv", "runs/study", "--out", "c.pdf"},
		{"want one of exploitability, win_rate/random", "runs/study", "--metric", "win_rate/expert"},
		{"no such folder", "nowhere"},
		{"no run is there", "."},
		{"want decisions or seconds", "runs/study", "--by", "hand"},
		{"the same configuration with the same seed", "runs/study", "copy"},
	} {
		if c[1] == "." {
			require.NoError(t, os.Mkdir("empty", 0o755))
			c[1] = "empty"
		}
		if c[len(c)-1] == "copy" {
			require.NoError(t, os.CopyFS("copy", os.DirFS(filepath.Join("runs", "study", "seed-1"))))
		}
		o := cmdtest.Ringer(t, "", append([]string{"curves"}, c[1:]...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c[0])
		assert.Contains(t, o.Errs, c[0])
	}
}

func parseFloat(t testing.TB, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.Trim(text, "} "), 64)
	require.NoError(t, err)
	return v
}

// The folder of a run may be named by a link, or lie below a folder as one, and its checkpoints may be
// links: every reader of such folders reads the same.
func TestRunsAreFoundByLinks(t *testing.T) {
	cmdtest.InFolder(t)
	train := append([]string{"train", "--config", "kuhn", "--out", "run"}, cmdtest.TrainedShortly...)
	cmdtest.Done(t, train...)
	require.NoError(t, os.MkdirAll("below/deep", 0o700))
	for link, to := range map[string]string{"link": "run", "below/deep/a": "../../run", "below/b": "../run", "below/none": "nothing", "below/up": "."} {
		require.NoError(t, os.Symlink(to, link))
	}
	list, err := os.ReadDir("run/checkpoints")
	require.NoError(t, err)
	require.NotEmpty(t, list)
	require.NoError(t, os.Rename("run/checkpoints/"+list[0].Name(), "moved"))
	require.NoError(t, os.Symlink("../../moved", "run/checkpoints/"+list[0].Name()))

	points := func(dir string) any {
		m := cmdtest.Object(t, "curves", dir)
		require.Len(t, m["runs"], 1, dir)
		return cmdtest.Elements(t, cmdtest.Elements(t, m, "metrics")[0], "curves")[0]["points"]
	}
	assert.Equal(t, points("run"), points("link"))
	assert.Equal(t, points("run"), points("below"))
	for _, dir := range []string{"one", "two", "three"} {
		require.NoError(t, os.Mkdir(dir, 0o700))
	}
	cmdtest.Done(t, "export", "run", "--out", "one/a.bot")
	cmdtest.Done(t, "export", "link", "--out", "two/a.bot")
	cmdtest.Done(t, "export", "link/checkpoints/"+list[0].Name(), "--out", "three/a.bot")
	assert.True(t, cmdtest.ReadText(t, "one/a.bot") == cmdtest.ReadText(t, "two/a.bot"), "the same bot")
	assert.Equal(t, cmdtest.Done(t, "games", "run"), cmdtest.Done(t, "games", "link"))
	whole, err := carried.Pack("run")
	require.NoError(t, err)
	linked, err := carried.Pack("link")
	require.NoError(t, err)
	assert.True(t, bytes.Equal(whole, linked))
	assert.Greater(t, len(linked), 1000)
	cmdtest.Done(t, "train", "--resume", "link")
}
