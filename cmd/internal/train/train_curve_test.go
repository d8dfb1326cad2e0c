package train_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/responses"
	cmdtrain "ringer/cmd/internal/train"
	"ringer/internal/progress"
	"ringer/open/study"
	"ringer/report/curves"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// measuredShortly returns the command line of a short training that is measured every N iterations.
func measuredShortly(every int, opponents string, more ...string) []string {
	return append([]string{
		"train", "--config", "kuhn", "--set", "decisions=900", "--set", "collect={batch: 300, tables: 8, groups: 1}", "--set", "ppo.minibatch=128",
		"--set", fmt.Sprintf("evaluation={every: %d, exact: %v, opponents: [%s], games: 20, final_games: 20}", every, opponents == "greedy, random", opponents),
	}, more...)
}

// The curves of a training grow by an evaluation at a time, and fit into a narrow screen.
func TestCurvesOfATrainingGrow(t *testing.T) {
	var g study.Growing
	assert.Empty(t, cmdtrain.CurveLines(&g)(80))
	for i, wins := range [][3]float64{{.60, .30, .20}, {.75, .34, .22}, {.85, .40, .31}} {
		p := train.Progress{EvaluatedAt: 10 * (i + 1)}
		for k, of := range []string{"random", "greedy", "expert"} {
			p.Evaluations = append(p.Evaluations, train.Evaluation{Opponent: of, WinRate: wins[k], EqualShare: .25})
		}
		assert.True(t, g.See(p))
		assert.False(t, g.See(p), "the same evaluation")
	}
	lines := cmdtrain.CurveLines(&g)
	assert.Equal(t, []string{
		"wins against random  85% ▁▅█",
		"             greedy  40% ▁▂▄",
		"             expert  31% ▁▁▅  even is 25%",
	}, lines(80))
	assert.Equal(t, []string{"random  85% ▁▅█", "greedy  40% ▁▂▄", "expert  31% ▁▁▅"}, lines(28))
	for i := range 102 {
		g.Add("expert", .31+float64(i)/200, .25)
	}
	for _, width := range []int{2, 12, 20, 30, 80, 200} {
		for i, line := range cmdtrain.CurveLines(&g)(width) {
			line = progress.OnOneRow(line, width)
			assert.Less(t, utf8.RuneCountInString(line), width, "line %d", i)
		}
	}
	assert.Equal(t, "expert  82% ▂▂▃▃▄▄▄▅▅▆▆▆▇▇███", cmdtrain.CurveLines(&g)(30)[2], "the whole of it, in the letters that there is room for")
}

// A process that goes on with a training draws the curve from its beginning.
func TestCurvesOfATrainingThatGoesOn(t *testing.T) {
	cmdtest.InFolder(t)
	cmdtest.Done(t, measuredShortly(1, "greedy, random", "--out", "run")...)
	reader, text, err := checkpoint.Open("run")
	require.NoError(t, err)
	file := algos.Defaults()
	require.NoError(t, file.Read("run/config.yaml"), string(text))
	var g study.Growing
	require.NoError(t, g.Remember(reader, &file))
	lines, err := reader.MetricsLines()
	require.NoError(t, err)
	lines = lines[:len(lines)-1] // the last iteration is measured by the report
	var names []string
	for _, c := range g.Curves {
		names = append(names, c.Of)
		require.Len(t, c.Values, len(lines))
		for i, line := range lines {
			var numbers map[string]float64
			require.NoError(t, json.Unmarshal(line, &numbers))
			of := c.Of
			if of != curves.Exploitability {
				of = "win_rate_against_" + of
			}
			assert.Equal(t, numbers[of], c.Values[i])
		}
	}
	assert.Equal(t, []string{curves.Exploitability, "greedy", "random"}, names)
	assert.Equal(t, len(lines), g.At)
}

// A training says in three lines what it has come to, how to play against it and how to look at
// its curve, and both commands do that.
func TestTrainingEndsWithThreeLines(t *testing.T) {
	cmdtest.InFolder(t)
	for every, dir := range []string{"not on the way", "measured"} {
		out := cmdtest.Done(t, measuredShortly(every, "random, greedy", "--out", dir)...)
		_, end, _ := strings.Cut(out, "\n\n")
		_, end, _ = strings.Cut(end, "\n\n")
		lines := strings.Split(strings.TrimSuffix(end, "\n"), "\n")
		require.Len(t, lines, 3, out)
		assert.Regexp(t, `^It beats a greedy player in \d+% \(\d+ … \d+\) of 20 games; even would be 50%\.$`, lines[0])
		for i, lead := range map[int]string{1: "Play against it: ", 2: "Look at its curve: "} {
			commands, ok := strings.CutPrefix(lines[i], lead)
			require.True(t, ok, lines[i])
			for command := range strings.SplitSeq(commands, " && ") {
				o := cmdtest.Ringer(t, "q\n", cmdtest.ShellWords(command)[1:]...)
				require.Zero(t, o.Exit, "%s: %s", command, o.Errs)
			}
		}
	}
}

func TestLearned(t *testing.T) {
	gain := 0.25
	expert := train.Evaluation{Opponent: "expert", Games: 2000, WinRate: .331, Low: .312, High: .352, EqualShare: .25}
	random := train.Evaluation{Opponent: "random", Games: 100, WinRate: .8, Low: .7, High: .9, EqualShare: .25}
	other := train.Evaluation{Opponent: "bot(my.bot)", Games: 100, WinRate: .5, Low: .4, High: .6, EqualShare: .5}
	for want, c := range map[string]struct {
		seats int
		list  []train.Evaluation
	}{
		"": {4, nil},
		"It beats three experts in 33% (31 … 35) of 2,000 games; even would be 25%.\n":              {4, []train.Evaluation{random, expert, random}},
		"It beats three random players in 80% (70 … 90) of 100 games; even would be 25%.\n":         {4, []train.Evaluation{random}},
		"It beats bot(my.bot) in 50% (40 … 60) of 100 games; even would be 50%.\n":                  {2, []train.Evaluation{other}},
		"A team of it beats two of bot(my.bot) in 50% (40 … 60) of 100 games; even would be 50%.\n": {4, []train.Evaluation{other}},
		"A best response gains 0.2500 a game from it, averaged over the seats; nothing would be perfect play.\n": {
			2, []train.Evaluation{{Opponent: "best response", Exploitability: &gain}},
		},
	} {
		assert.Equal(t, want, responses.Learned(&train.Result{Evaluations: c.list}, c.seats))
	}
}

// runBytes returns the files of a run that do not tell the time.
func runBytes(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		name := filepath.Base(path)
		if err != nil || e.IsDir() || strings.HasPrefix(name, "events.") || slices.Contains([]string{"result.json", "id", "CARD.md"}, name) {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		files[relative], err = os.ReadFile(path)
		return err
	}))
	return files
}

// Nothing that a training writes depends on who looks on: nobody, a printer, or a screen of 30
// columns, which shows how far it is and the curves.
func TestTrainingIsTheSameOnAScreen(t *testing.T) {
	cmdtest.InFolder(t)
	quiet, every := progress.QuietFor, progress.DrawEvery
	progress.QuietFor, progress.DrawEvery = 0, time.Millisecond // a short training is drawn often
	t.Cleanup(func() { progress.QuietFor, progress.DrawEvery = quiet, every })
	line := measuredShortly(1, "random, greedy")
	cmdtest.Done(t, append(line, "--out", "plain")...)
	for kind, escapes := range map[string]bool{"xterm": true, "dumb": false} {
		t.Setenv("TERM", kind)
		shown := cmdtest.OnScreen(t, 30, func(screen *os.File) {
			var out bytes.Buffer
			assert.Zero(t, program.Run(t.Context(), append(line, "--out", kind), strings.NewReader(""), &out, screen))
		})
		assert.Equal(t, runBytes(t, "plain"), runBytes(t, kind))
		assert.Equal(t, escapes, strings.Contains(shown, "\x1b"), "%q", shown)
		if escapes {
			assert.Regexp(t, `random +\d+% [▁-█]+`, shown)
		}
		require.NoError(t, os.RemoveAll(kind))
	}
}
