package train_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/internal/cover"
	"ringer/models/botfile"
	"ringer/open"
)

// continueAxes vary the runs that a line of ringer train --continue may find.
var continueAxes = []cover.Axis{
	{Name: "there", Values: []string{"nothing", "a stopped run", "an ended run", "a stopped run in --out", "an ended run in --out"}},
	{Name: "of", Values: []string{"the same", "another seed", "another setting", "another opponent"}},
	{Name: "prints", Values: []string{"text", "json"}},
}

// ringer train --continue goes on with a run, shows its result or begins another, and the run that it
// leaves has the bytes of one that was trained at once.
func TestCrossContinue(t *testing.T) {
	cmdtest.InFolder(t)
	opponent := func(t *testing.T, name string) {
		bot, err := open.Bot("kuhn")
		require.NoError(t, err)
		bot.Manifest.Name = name
		var file bytes.Buffer
		require.NoError(t, botfile.Write(&file, *bot))
		require.NoError(t, os.WriteFile("my.bot", file.Bytes(), 0o600))
	}
	more := map[string][]string{"another seed": {"--seed", "2"}, "another setting": {"--set", "ppo.entropy=0.05"}}
	line := func(of string, rest ...string) []string {
		args := append([]string{"train", "--config", "kuhn", "--set", `opponents.fixed=["bot(my.bot)"]`, "--set", "opponents.fixed_share=0.25"}, cmdtest.TrainedShortly...)
		return append(append(args, more[of]...), rest...)
	}
	opponent(t, "mine")
	for _, of := range []string{"the same", "another seed", "another setting"} {
		cmdtest.Done(t, line(of, "--out", "whole/"+of)...)
	}
	cover.Run(t, continueAxes, 4, nil, func(t *testing.T, pick func(string) string) {
		require.NoError(t, os.RemoveAll("runs"))
		opponent(t, "mine")
		before := "the same"
		there, named := strings.CutSuffix(pick("there"), " in --out")
		switch there {
		case "a stopped run":
			ctx, stop := context.WithCancel(t.Context())
			stop()
			var out, errs bytes.Buffer
			require.Equal(t, shell.ExitInterrupted, program.Run(ctx, line(before, "--out", "runs/kuhn"), strings.NewReader(""), &out, &errs), errs.String())
		case "an ended run":
			cmdtest.Done(t, line(before, "--out", "runs/kuhn")...)
		}
		if pick("of") == "another opponent" {
			opponent(t, "theirs")
		}
		args := []string{"--continue"}
		if named {
			args = append(args, "--out", "runs/kuhn")
		}
		of, where := pick("of"), "runs/kuhn"
		switch {
		case named:
			of = before // the run's own settings count
		case there != "nothing" && of != "the same":
			where = "runs/kuhn-2"
		}
		if pick("prints") == "json" {
			assert.Equal(t, where, cmdtest.Object(t, line(pick("of"), args...)...)["run"])
		} else {
			assert.Contains(t, cmdtest.Done(t, line(pick("of"), args...)...), "ringer curves "+where)
		}
		if of == "another opponent" {
			of = "the same" // it plays as the first one does
		}
		assert.Equal(t, cmdtest.ReadText(t, "whole/"+of+"/metrics.jsonl"), cmdtest.ReadText(t, where+"/metrics.jsonl"))
		assert.FileExists(t, where+"/"+open.ResultName)
		list, err := os.ReadDir("runs")
		require.NoError(t, err)
		assert.Len(t, list, map[string]int{"runs/kuhn": 1, "runs/kuhn-2": 2}[where])
	})
}
