package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
	"ringer/cmd/internal/about"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/internal/console"
)

// withoutJSON lists the commands that measure nothing.
var withoutJSON = []string{
	"ringer agents", "ringer completion bash", "ringer completion fish", "ringer completion powershell", "ringer completion zsh",
	"ringer configs", "ringer design", "ringer env", "ringer help", "ringer json", "ringer man", "ringer nats", "ringer play", "ringer serve",
}

// commandFaults lists what is wrong with a command's help: no text, no example, a wide
// line, a flag without a line, no --json where it measures.
func commandFaults(cmd *cobra.Command) (faults []string) {
	path := cmd.CommandPath()
	own := !strings.HasPrefix(path, "ringer completion")
	if cmd.Short == "" || cmd.Long == "" && cmd.Example == "" && own && !slices.Contains(withoutJSON, path) {
		faults = append(faults, path+": no text")
	}
	if strings.HasSuffix(cmd.Short, ".") {
		faults = append(faults, path+": a full stop after the short text")
	}
	if own && cmd.Example == "" && cmd.HasParent() && !slices.Contains([]string{"agents", "configs", "json", "nats", "version", "help"}, cmd.Name()) {
		faults = append(faults, path+": no example")
	}
	if cmd.HasParent() && cmd.Parent() == cmd.Root() && cmd.GroupID == "" {
		faults = append(faults, path+": in no group")
	}
	if own {
		for line := range strings.Lines(cmd.Long + "\n" + shell.KeysOf(cmd) + "\n" + shell.UsageText(cmd)) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) >= 100 {
				faults = append(faults, path+": a line of 100 columns or more: "+strings.TrimSpace(line))
			}
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if len(f.Usage) < 5 || strings.Contains(f.Usage, "\n") || strings.HasSuffix(f.Usage, ".") {
			faults = append(faults, path+" --"+f.Name+": want one line without a full stop: "+f.Usage)
		}
		if letter := shell.Short[f.Name]; letter != "" && f.Shorthand != letter {
			faults = append(faults, path+" --"+f.Name+": want the letter "+letter)
		}
	})
	if !cmd.HasSubCommands() && cmd.Runnable() && !slices.Contains(withoutJSON, path) {
		switch {
		case cmd.Flags().Lookup("json") == nil:
			faults = append(faults, path+": no --json")
		case !strings.Contains(shell.KeysOf(cmd), "--json prints {"):
			faults = append(faults, path+": the text does not say what --json prints")
		}
	}
	return faults
}

// Every command, also one that is added tomorrow, has what the others have.
func TestEveryCommandIsWhole(t *testing.T) {
	seen := 0
	shell.WalkCommands(program.NewRoot(&shell.Terminal{}), func(cmd *cobra.Command) {
		if !cmd.Hidden {
			seen++
			assert.Empty(t, commandFaults(cmd))
		}
	})
	assert.Greater(t, seen, 30)

	poor := &cobra.Command{Use: "poor", Short: "Do.", Long: strings.Repeat("long ", 25), RunE: func(*cobra.Command, []string) error { return nil }}
	poor.Flags().Int("seed", 1, "")
	assert.Len(t, commandFaults(poor), 5, commandFaults(poor))
}

// completed returns what the shell offers for a command line, without descriptions.
func completed(t *testing.T, words ...string) []string {
	t.Helper()
	o := cmdtest.Ringer(t, "", append([]string{"__completeNoDesc"}, words...)...)
	require.Zero(t, o.Exit, o.Errs)
	lines := strings.Split(strings.TrimSpace(o.Out), "\n")
	return lines[:len(lines)-1]
}

func TestCompletion(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	assert.Equal(t, []string{"match", "man"}, completed(t, "ma"))
	assert.Equal(t, games.Names()[0], completed(t, "check", "")[0])
	assert.Equal(t, []string{"leduc", "leduc("}, completed(t, "match", "random", "--game", "led"))
	assert.Equal(t, []string{"leduc", "leduc("}, completed(t, "check", "-g", "led"))
	assert.Equal(t, []string{"heat(players=", "heat(players=3", "heat(players=4", "heat(players=5"}, completed(t, "match", "-g", "heat(pl"))
	assert.Equal(t, []string{"heat(players=3,talk=", "heat(players=3,talk=off", "heat(players=3,talk=claims"}, completed(t, "play", "heat(players=3,ta"))
	assert.Subset(t, completed(t, "play", "duel(map="), []string{"duel(map=canyon", "duel(map=crossroads"})
	assert.Equal(t, []string{"heat(players=4)", "heat(players=4,"}, completed(t, "play", "heat(players=4"))
	assert.Empty(t, completed(t, "check", "kuhn", ""), "it takes one game")
	assert.Equal(t, []string{"greedy", "greedy("}, completed(t, "match", "random", "gre"))
	assert.Equal(t, []string{"greedy(worlds=", "greedy(worlds=4"}, completed(t, "play", "kuhn", "--vs", "greedy("))
	assert.Contains(t, completed(t, "match", "bot("), "bot("+checkpoints.Names()[0])
	assert.Contains(t, completed(t, "match", "bot(kuhn,se"), "bot(kuhn,search=")
	assert.Equal(t, []string{"leduc-long"}, completed(t, "train", "--config", "leduc-l"))
	assert.Equal(t, []string{"ppo.max_grad_norm="}, completed(t, "train", "--set", "ppo.max"))
	assert.Equal(t, []string{"exact"}, completed(t, "exploit", "random", "--method", "e"))
	assert.Equal(t, []string{"es-mccfr"}, completed(t, "solve", "kuhn", "--algo", "es"))
	assert.Contains(t, completed(t, "decisions", "random", "--kind", ""), "bid")
	assert.Equal(t, []string{"duel"}, completed(t, "help", "due"))
	assert.Equal(t, []string{"positions"}, completed(t, "help", "duel", "p"))

	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("mine.bot", nil, 0o600))
	assert.Equal(t, []string{"bot(mine.bot"}, completed(t, "match", "bot(min"))

	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		assert.Contains(t, cmdtest.Done(t, "completion", shell), "__complete")
	}
}

// A quoted word is completed inside of its quotes by bash itself.
func TestCompletionInBash(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	dir := cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("completion", []byte(cmdtest.Done(t, "completion", "bash")), 0o600))
	self, err := filepath.Abs(os.Args[0])
	require.NoError(t, err)
	script := `ringer() { "` + self + `" "$@"; }
_get_comp_words_by_ref() { cur=${COMP_WORDS[COMP_CWORD]}; words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; } # of bash-completion
compopt() { :; }
source ./completion
tab() {
  COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9
  __start_ringer_quoted
  printf '%s|' "${COMPREPLY[@]}"; echo
}
tab "ringer match -g 'heat(pl" ringer match -g "'heat(pl"
tab "ringer match 'bot(kuhn)' gre" ringer match "'bot(kuhn)'" gre
tab 'ringer match "bot(led' ringer match '"bot(led'
`
	child := exec.Command(bash, "--norc", "-c", script)
	child.Env, child.Dir = append(os.Environ(), cmdtest.AsProgram+"=1"), dir
	out, err := child.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, "heat(players=|heat(players=3|heat(players=4|heat(players=5|\ngreedy|greedy(|\nbot(leduc|\n", string(out))
}

func TestOneLetterOneMeaning(t *testing.T) {
	assert.Equal(t, cmdtest.Object(t, "match", "greedy", "random", "--game", "kuhn", "--games", "20", "--seed", "3"),
		cmdtest.Object(t, "match", "greedy", "random", "-g", "kuhn", "-n", "20", "-s", "3", "-j", "2"))
	assert.Equal(t, cmdtest.Done(t, "count", "kuhn"), cmdtest.Done(t, "count", "-g", "kuhn"), "one form names the game everywhere")
	assert.Equal(t, cmdtest.Object(t, "match", "bot(kuhn)", "random", "-n", "20")["game"], "kuhn", "that of the first bot")
	o := cmdtest.Ringer(t, "", "count", "-g", "kuhn", "leduc")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, `"leduc" is one argument too many`)
}

func TestMisspelt(t *testing.T) {
	for line, want := range map[string]string{
		"mach":              `unknown command "mach": did you mean match`,
		"hepl":              `did you mean help?`,
		"help mach":         `did you mean match`,
		"duel position":     `did you mean positions?`,
		"match --gmae kuhn": `ringer match has no flag --gmae: did you mean --game?`,
		"match --zzzzzz":    `ringer match has no flag --zzzzzz; it takes: --game,`,
	} {
		o := cmdtest.Ringer(t, "", strings.Fields(line)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, line)
		assert.Contains(t, o.Errs, want)
	}
}

func TestVersionFlag(t *testing.T) {
	assert.Equal(t, cmdtest.Done(t, "--version"), cmdtest.Done(t, "-v"))
	assert.Regexp(t, `^ringer \S+`, cmdtest.Done(t, "--version"))
}

// The changelog says which formats are stable, and the program has these.
func TestFormatsAreThoseOfTheChangelog(t *testing.T) {
	list := cmdtest.Object(t, "version")["formats"].([]any)
	_, section, ok := strings.Cut(cmdtest.ReadText(t, filepath.Join("..", "CHANGELOG.md")), "### What is stable\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n### ")
	var said []any
	for _, m := range regexp.MustCompile("`(ringer-[a-z-]+/\\d+)`").FindAllStringSubmatch(section, -1) {
		said = append(said, m[1])
	}
	assert.ElementsMatch(t, list, said)
	assert.Len(t, list, 8)
}

func TestTopics(t *testing.T) {
	for name, want := range map[string]string{"agents": "determinizations=100", "configs": "heat(file=mini)"} {
		assert.Equal(t, cmdtest.Done(t, "help", name), cmdtest.Done(t, name))
		assert.Contains(t, cmdtest.Done(t, name), want)
		for line := range strings.Lines(cmdtest.Done(t, name)) {
			assert.Less(t, utf8.RuneCountInString(line), 101, line)
		}
	}
	assert.Contains(t, cmdtest.Done(t, "help", "games"), "ringer games kuhn")
}

func TestQuiet(t *testing.T) {
	cmdtest.InFolder(t)
	short := []string{"--config", "kuhn", "--set", "decisions=500"}
	loud := cmdtest.Ringer(t, "", append([]string{"train", "--out", "a"}, short...)...)
	assert.Contains(t, loud.Errs, "training kuhn in a")
	hushed := cmdtest.Ringer(t, "", append([]string{"train", "--out", "b", "-q"}, short...)...)
	require.Zero(t, hushed.Exit)
	assert.Empty(t, hushed.Errs)
	assert.NotEmpty(t, hushed.Out)
	assert.Contains(t, cmdtest.Ringer(t, "", "train", "-q").Errs, "--config is missing", "errors are shown")
}

func TestManualPages(t *testing.T) {
	dir := cmdtest.InFolder(t)
	cmdtest.Done(t, "man", "--out", "man1")
	text := cmdtest.ReadText(t, filepath.Join(dir, "man1", "ringer-match.1"))
	for _, want := range []string{".TH RINGER\\-MATCH 1", ".SH OPTIONS\n", "\\-g, \\-\\-game GAME", ".SH EXAMPLES\n", "ringer(1)"} {
		assert.Contains(t, text, want)
	}
	assert.Contains(t, cmdtest.ReadText(t, filepath.Join("man1", "ringer.1")), "ringer\\-duel(1)")
	assert.FileExists(t, filepath.Join("man1", "ringer-duel-positions.1"))
	assert.NoFileExists(t, filepath.Join("man1", "ringer-warbands.1"), "hidden")
	assert.Regexp(t, regexp.MustCompile(`(?m)^\\&\.x`), about.Roff("a\n.x"))
	if groff, err := exec.LookPath("groff"); err == nil {
		for _, file := range []string{"man1/ringer.1", "man1/ringer-match.1", "man1/ringer-duel-warbands.1"} {
			out, err := exec.Command(groff, "-man", "-Tutf8", "-Kutf8", "-ww", "-z", file).CombinedOutput()
			assert.NoError(t, err)
			assert.Empty(t, string(out), file)
		}
	}
}

func TestColours(t *testing.T) {
	for env, want := range map[string]bool{"": true, "NO_COLOR=1": false, "CLICOLOR=0": false, "CLICOLOR=1": true} {
		key, value, _ := strings.Cut(env, "=")
		assert.Equal(t, want, console.ColorWanted(func(k string) string {
			if k == key {
				return value
			}
			return ""
		}), env)
	}
	assert.NotContains(t, cmdtest.Done(t, "check", "kuhn", "-n", "2"), "\x1b")
}

func TestTableAlignsFigures(t *testing.T) {
	var out strings.Builder
	term := &shell.Terminal{Out: &out}
	require.NoError(t, term.Table([][]string{{"AGENT", "WINS", "INTERVAL", "NOTE"}, {"a", "5.0%", "1.0 … 9.9%", "x"}, {"long-name", "100.0%", "–", "1,000"}, {"b", "-12.5", "", "BROKEN"}}))
	assert.Equal(t, "AGENT        WINS    INTERVAL  NOTE\na            5.0%  1.0 … 9.9%  x\nlong-name  100.0%           –  1,000\nb           -12.5              BROKEN\n", out.String())
}
