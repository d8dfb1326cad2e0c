package train_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/open"
)

// One command line begins a run and goes on with it, to the bytes of a run that never
// stopped.
func TestContinue(t *testing.T) {
	cmdtest.InFolder(t)
	line := func(out string, more ...string) []string {
		return append([]string{
			"train", "--config", "kuhn", "--out", out, "--set", "decisions=4000", "--set", "collect={batch: 1000, tables: 8, groups: 1}",
			"--set", "checkpoint.every=1", "--set", "evaluation={every: 0, exact: false, final_games: 20}",
		}, more...)
	}
	cmdtest.Done(t, line("whole")...)
	p := cmdtest.Start(t, ".", nil, line("parts", "--continue")...)
	require.Eventually(t, func() bool {
		names, _ := filepath.Glob("parts/config.yaml")
		return len(names) > 0
	}, time.Minute, time.Millisecond)
	require.NoError(t, p.Process.Kill()) // perhaps before the first checkpoint
	_ = p.Wait()
	cmdtest.Done(t, line("parts", "--continue", "--set", "decisions=999999")...) // whose own settings count
	assert.Equal(t, cmdtest.ReadText(t, "whole/metrics.jsonl"), cmdtest.ReadText(t, "parts/metrics.jsonl"))
	cmdtest.Done(t, line("parts", "--continue")...) // a run that is over stays as it is
	assert.Equal(t, cmdtest.ReadText(t, "whole/metrics.jsonl"), cmdtest.ReadText(t, "parts/metrics.jsonl"))
	o := cmdtest.Ringer(t, "", line("parts", "--continue=false")...)
	assert.Equal(t, shell.ExitBadInput, o.Exit, "a folder that is taken")
	for want, args := range map[string][]string{
		"--config is missing":               {"train", "--continue"},
		"--continue and --resume: want one": {"train", "--resume", "whole", "--out", "x", "--continue"},
	} {
		o := cmdtest.Ringer(t, "", args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, want)
	}
}

// Without a folder the same line goes on with the run of its settings, shows the result of one that has
// ended, and begins another where the settings differ: what make train does.
func TestContinueWithoutAFolder(t *testing.T) {
	cmdtest.InFolder(t)
	line := append([]string{"train", "--config", "kuhn", "--continue"}, cmdtest.TrainedShortly...)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out, errs bytes.Buffer
	require.Equal(t, shell.ExitInterrupted, program.Run(ctx, line, strings.NewReader(""), &out, &errs), errs.String())
	assert.Contains(t, errs.String(), "go on with: ringer train --resume runs/kuhn\n")

	o := cmdtest.Ringer(t, "", line...)
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Errs, "going on with runs/kuhn, which has not ended\n")
	assert.Contains(t, o.Out, "ringer curves runs/kuhn")
	assert.NoDirExists(t, "runs/kuhn-2")

	again := cmdtest.Ringer(t, "", line...)
	require.Zero(t, again.Exit, again.Errs)
	assert.Equal(t, o.Out, again.Out, "the result that is there")
	assert.Equal(t, "runs/kuhn has ended; to train another run: ringer train --config kuhn --seed 2\n", again.Errs)
	assert.Equal(t, "runs/kuhn", cmdtest.Object(t, line...)["run"])
	assert.NoDirExists(t, "runs/kuhn-2")

	cmdtest.Done(t, append(line, "--seed", "2")...)
	assert.DirExists(t, "runs/kuhn-2")
	assert.Contains(t, cmdtest.Ringer(t, "", append(line, "--seed", "2")...).Errs, "runs/kuhn-2 has ended; ")

	// A run that goes on comes before one that has ended.
	require.NoError(t, os.CopyFS("runs/kuhn-3", os.DirFS("runs/kuhn")))
	require.NoError(t, os.Remove("runs/kuhn-3/"+open.ResultName))
	assert.Contains(t, cmdtest.Ringer(t, "", line...).Errs, "going on with runs/kuhn-3, which has not ended\n")
}

// A training that is interrupted before its first iteration can be resumed as well: it says so, and what
// follows has the same bytes.
func TestATrainingStoppedAtOnceGoesOn(t *testing.T) {
	cmdtest.InFolder(t)
	train := append([]string{"train", "--config", "kuhn", "--out", "run dir"}, cmdtest.TrainedShortly...)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out, errs bytes.Buffer
	require.Equal(t, shell.ExitInterrupted, program.Run(ctx, train, strings.NewReader(""), &out, &errs), errs.String())
	assert.Contains(t, errs.String(), "ringer: interrupted: stopped before the first iteration; go on with: ringer train --resume 'run dir'\n")
	assert.Empty(t, out.String())
	cmdtest.Done(t, "train", "--resume", "run dir")
	cmdtest.Done(t, cmdtest.Instead(train, "--out", "whole")...)
	// The seed of the report follows from the configuration alone.
	for _, name := range []string{"metrics.jsonl", "config.yaml"} {
		assert.Equal(t, cmdtest.ReadText(t, "whole/"+name), cmdtest.ReadText(t, "run dir/"+name), name)
	}

	errs.Reset()
	require.Equal(t, shell.ExitInterrupted, program.Run(ctx, cmdtest.Instead(train, "--out", "again"), strings.NewReader(""), &out, &errs))
	assert.Contains(t, errs.String(), "--resume again")
}
