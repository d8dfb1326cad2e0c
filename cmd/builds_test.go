package cmd_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/models/botfile"
)

// stoppedTraining makes a run in the folder "run" that was interrupted after some
// iterations.
func stoppedTraining(t testing.TB, set ...string) {
	t.Helper()
	args := []string{
		"train", "--config", "kuhn", "--out", "run", "--set", "decisions=40000",
		"--set", "checkpoint.every=1", "--set", "evaluation={every: 0, exact: false}",
	}
	for _, s := range set {
		args = append(args, "--set", s)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if names, _ := filepath.Glob("run/checkpoints/0*"); len(names) > 1 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var out, errs bytes.Buffer
	require.Equal(t, shell.ExitInterrupted, program.Run(ctx, args, strings.NewReader(""), &out, &errs), errs.String())
	require.Contains(t, errs.String(), "saved; go on with: ringer train --resume run")
}

// A bot says which builds trained it, and not which build wrote the file.
func TestABotNamesTheBuildsThatTrainedIt(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	stoppedTraining(t)
	text, err := os.ReadFile("run/builds.jsonl")
	require.NoError(t, err)
	assert.Equal(t, 1, bytes.Count(text, []byte("\n")))
	mine := buildinfo.ThisVersion().Build()
	assert.Contains(t, string(text), fmt.Sprintf(`"vectors":%q`, mine.Vectors))
	before := cmdtest.ManifestOf(t, exported(t, "before.bot"))
	assert.Equal(t, []botfile.Build{mine}, before.Training.Builds)
	assert.Equal(t, mine.Backend, before.Training.Backend)

	// Somebody else's build goes on.
	require.NoError(t, os.WriteFile("run/builds.jsonl",
		[]byte(`{"iteration":0,"ringer":"v0.1","go":"go1.27.0","platform":"plan9/amd64 v1","backend":"abacus","vectors":"none"}`+"\n"), 0o644))
	foreign := cmdtest.ManifestOf(t, exported(t, "foreign.bot"))
	assert.Equal(t, "abacus", foreign.Training.Backend)
	require.Len(t, foreign.Training.Builds, 1)
	assert.Equal(t, "plan9/amd64 v1", foreign.Training.Builds[0].Platform)
	assert.Equal(t, mine.Ringer, foreign.Ringer, "this build wrote the file")

	o := cmdtest.Ringer(t, "", "train", "--resume", "run")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Errs, "run was trained by another build until now")
	assert.Contains(t, o.Errs, "vectors none, now "+mine.Vectors)
	after := cmdtest.ManifestOf(t, exported(t, "after.bot")).Training
	require.Len(t, after.Builds, 2)
	assert.Equal(t, "abacus", after.Builds[0].Backend)
	assert.Positive(t, after.Builds[1].Iteration)
	assert.Equal(t, mine.Backend, after.Backend)

	// The same build again is no news.
	o = cmdtest.Ringer(t, "", "train", "--resume", "run")
	assert.NotContains(t, o.Errs, "another build")
	assert.Len(t, cmdtest.ManifestOf(t, exported(t, "again.bot")).Training.Builds, 2)
}

func exported(t testing.TB, name string) string {
	t.Helper()
	cmdtest.Done(t, "export", "run", "--out", name)
	return name
}

func TestASecondTrainingOfARunIsRefused(t *testing.T) {
	dir := cmdtest.InFolder(t)
	first := cmdtest.Start(t, dir, nil, "train", "--config", "kuhn", "--out", "run", "--set", "decisions=100000000", "--set", "checkpoint={every: 1, keep: 1}")
	require.Eventually(t, func() bool {
		names, _ := filepath.Glob("run/checkpoints/0*")
		return len(names) > 0
	}, 10*time.Minute, 5*time.Millisecond)
	o := cmdtest.Ringer(t, "", "train", "--resume", "run")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	host, err := os.Hostname()
	require.NoError(t, err)
	assert.Contains(t, o.Errs, fmt.Sprintf("run is locked by process %d on host %s since ", first.Process.Pid, host))
	assert.Empty(t, o.Out)

	// Exports read the last whole checkpoint, and the training goes on.
	for i := range 20 {
		cmdtest.Done(t, "export", "run", "--out", fmt.Sprintf("%d.bot", i))
	}
	require.NoError(t, first.Process.Signal(os.Interrupt))
	require.Equal(t, shell.ExitInterrupted, first.Exit(), first.Errs.String())
	assert.Contains(t, first.Errs.String(), "go on with: ringer train --resume run")
}

// A run whose configuration was edited does not go on, nor is it exported: its card would
// claim the new settings for all of it. Other words for the same are no edit.
func TestAnEditedRunIsRefused(t *testing.T) {
	cmdtest.InFolder(t)
	stoppedTraining(t)
	text := cmdtest.ReadText(t, "run/config.yaml")
	edit := func(pairs ...string) {
		t.Helper()
		edited := strings.NewReplacer(pairs...).Replace(text)
		require.NotEqual(t, text, edited)
		require.NoError(t, os.WriteFile("run/config.yaml", []byte(edited), 0o600))
	}
	before := cmdtest.RunFiles(t, "run")
	edit("decisions: 40000", "decisions: 80000", "seed: 1\n", "seed: 2\n")
	for _, args := range [][]string{{"train", "--resume", "run"}, {"export", "run", "--out", "edited.bot"}} {
		o := cmdtest.Ringer(t, "", args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, "run/config.yaml was edited after a part of the run was trained: decisions: 80000, was 40000; ", args)
		assert.Contains(t, o.Errs, "seed: 2, was 1", args)
	}
	assert.NoFileExists(t, "edited.bot")
	edit("decisions: 40000", "decisions: 40000 # enough")
	after := cmdtest.RunFiles(t, "run")
	delete(before, "config.yaml")
	delete(after, "config.yaml")
	assert.Equal(t, before, after, "nothing was written")
	o := cmdtest.Ringer(t, "", "train", "--resume", "run")
	require.Zero(t, o.Exit, o.Errs)
}
