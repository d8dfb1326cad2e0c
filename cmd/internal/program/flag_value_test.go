package program_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/report"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
)

// Every flag of every command reads a number in the same way, and is given once unless it
// holds a list, to which each giving adds.
func TestEveryFlagIsStrict(t *testing.T) {
	forms := map[string][2]string{ // of a number in flags of a type, and what they hold then
		"int": {"010", "10"}, "int64": {"1_000", "1000"}, "uint64": {"1e6", "1000000"}, "float64": {"0_1.5e1", "15"},
		"intSlice": {"010,1e2", "[10,100]"}, "float64Slice": {"010,2.5e-1", "[10.000000,0.250000]"},
	}
	seen := 0
	shell.WalkCommands(program.NewRoot(&shell.Terminal{}), func(cmd *cobra.Command) {
		if cmd.DisableFlagParsing {
			return
		}
		check := func(f *pflag.Flag) {
			if f.Name == "help" || f.Name == "version" { // they are no values
				return
			}
			seen++
			at := cmd.CommandPath() + " --" + f.Name
			text, want := "x", "x"
			switch form, number := forms[f.Value.Type()]; {
			case number:
				text, want = form[0], form[1]
				for _, no := range []string{"0x10", "0b1", "1__0", "_1", "one", ""} {
					require.Error(t, f.Value.Set(no), "%s %s", at, no)
				}
				if kind := f.Value.Type(); strings.HasPrefix(kind, "int") && f.Value.(*shell.FlagValue).Most < math.MaxInt64 {
					require.ErrorContains(t, f.Value.Set("9e18"), "want at most", at)
				}
			case f.Value.Type() == "bool":
				text, want = "true", "true"
			case f.Value.Type() == "duration":
				text, want = "3s", "3s"
			case f.Value.Type() == "stringArray":
				want = "[x]"
			}
			require.NoError(t, cmd.ParseFlags([]string{"--" + f.Name + "=" + text}), at)
			assert.Equal(t, want, f.Value.String(), at)
			again := text
			if f.Value.Type() == "bool" {
				again = "false"
			}
			require.NoError(t, cmd.ParseFlags([]string{"--" + f.Name + "=" + again}), at)
			v := f.Value.(*shell.FlagValue)
			if _, list := v.Value.(pflag.SliceValue); list {
				inner := strings.Trim(want, "[]")
				assert.Equal(t, "["+inner+","+inner+"]", f.Value.String(), at)
			} else {
				require.ErrorContains(t, cmd.ValidateArgs(nil), "--"+f.Name+" is given twice: want it once", at)
			}
			v.Given = 0
		}
		cmd.LocalNonPersistentFlags().VisitAll(check)
		cmd.PersistentFlags().VisitAll(check)
	})
	assert.Greater(t, seen, 200)
}

func TestFlagsGivenTwice(t *testing.T) {
	o := cmdtest.Ringer(t, "", "match", "random", "random", "--game", "kuhn", "--games", "10", "-n", "20")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Equal(t, "ringer: --games is given twice: want it once; see ringer match --help\n", o.Errs)

	both := []string{"games", "heat", "--diff", "cards.lookout.gain=3", "--diff", "cards.armoured-van.gain=16"}
	assert.Len(t, cmdtest.Elements(t, cmdtest.Object(t, both...), "differences"), 2)
	o = cmdtest.Ringer(t, "", "games", "heat", "--diff", "shipped", "--diff", "cards.lookout.gain=3")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Len(t, strings.Split(cmdtest.Done(t, "games", "heat", "--vary", "players=3,4", "--vary", "cards.lookout.gain=3..5"), "\n"), 5+1)

	f := report.ReportFlags{Rules: []string{"cards.lookout.gain=3", "players=4"}}
	g, err := f.ReadGame("heat")
	require.NoError(t, err)
	want, err := games.NewChanged("heat(players=4)", "cards.lookout.gain=3")
	require.NoError(t, err)
	assert.Equal(t, want.Spec().Hash, g.Spec().Hash)
}

// A kind says from where on its numbers are, and its bounds hold before a command begins.
func TestKindsHaveALeastNumber(t *testing.T) {
	for line, want := range map[string]string{
		"count kuhn --limit 0": "--limit 0: want at least 1", "check kuhn --biased -1": "--biased -1: want at least 0",
		"puzzles --workers -1": "--workers -1: want at least 0", "levels nope --levels 1": "--levels 1: want at least 2", "bench kuhn --workers 0": "--workers 0: want at least 1",
	} {
		o := cmdtest.Ringer(t, "", strings.Fields(line)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, line)
		assert.Contains(t, o.Errs, want)
	}
	o := cmdtest.Ringer(t, "", "bench", "kuhn", "--workers", "1025")
	assert.Contains(t, o.Errs, "--workers 1025: want at most 1,024", "the other bound stays")
}

// A count beyond its bound is refused at once, whatever would have been made of it.
func TestCountsAreBounded(t *testing.T) {
	for _, args := range [][]string{
		{"match", "random", "random", "-g", "kuhn", "-n", "9e18"},
		{"match", "random", "random", "-g", "kuhn", "-n", "1000000000000"},
		{"match", "random", "random", "-g", "kuhn", "-n", "9e18", "--sprt", "elo0=0"},
		{"match", "random", "random", "-g", "kuhn", "-n", "9e18", "--keep", "x"},
		{"arena", "random", "greedy", "-g", "kuhn", "-n", "1e10"},
		{"arena", "random", "greedy", "-g", "kuhn", "-n", "1e9", "--keep", "x"},
		{"ladder", "kuhn", "--deals", "1e9"},
		{"score", "kuhn", "--deals", "1e9"},
		{"decisions", "random", "-g", "kuhn", "-n", "1e6"},
		{"match", "random", "random", "-g", "kuhn", "-j", "1e9"},
		{"bench", "kuhn", "--tables", "1e9"},
	} {
		o := cmdtest.Ringer(t, "", args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, "want at most", args)
		assert.Equal(t, 1, strings.Count(o.Errs, "\n"), o.Errs)
	}
}

// A number is the same in a flag, a game string, a setting, a file and the options of an
// agent.
func TestNumbersAreTheSameEverywhere(t *testing.T) {
	for text, want := range map[string]int{"4": 4, "04": 4, "0_4": 4, "4e0": 4, "40e-1": 4, "0x4": 0, "4.5": 0, "0b100": 0, "4__0": 0} {
		t.Run(text, func(t *testing.T) {
			exits := map[string]int{
				"a flag":        cmdtest.Ringer(t, "", "match", "random", "random", "-g", "kuhn", "-n", text).Exit,
				"a game string": cmdtest.Ringer(t, "", "games", "kuhn(players="+text+")").Exit,
				"an option":     cmdtest.Ringer(t, "", "match", "mcts(sims="+text+")", "random", "-g", "tictactoe", "-n", "2").Exit,
				"a change":      cmdtest.Ringer(t, "", "games", "heat", "--diff", "players="+text).Exit,
				"a file":        cmdtest.Ringer(t, "", "games", fmt.Sprintf("heat(file=%s)", write(t, "rules.yaml", "\ufeffplayers: "+text+"\n"))).Exit,
			}
			for where, exit := range exits {
				assert.Equal(t, want == 0, exit == shell.ExitBadInput, where)
			}
			if want > 0 {
				g, err := games.New("heat(players=" + text + ")")
				require.NoError(t, err)
				assert.Equal(t, want, g.Spec().Players)
			}
		})
	}
}

// write returns the path of a new file with a text.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}
