package cmd_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/open"
)

// smaller lists, by command, the flags that make it short, in place of flags of the same
// names.
var smaller = map[string][]string{
	"train":           cmdtest.TrainedShortly,
	"study":           append([]string{"--seeds", "1..2"}, cmdtest.TrainedShortly...),
	"sweep":           append([]string{"--trials", "2", "--rungs", "1", "--finalists", "1", "--seeds", "2"}, cmdtest.TrainedShortly...),
	"match":           {"--games", "16"},
	"arena":           {"--games", "16"},
	"decisions":       {"--games", "16"},
	"duel positions":  {"--games", "8"},
	"duel drafts":     {"--games", "8"},
	"check":           {"--games", "3", "--biased", "1"},
	"report":          {"--minutes", "0.02", "--tune", "300", "--trainings", "2", "--steps", "0"},
	"bench":           {"--seconds", "0.02"},
	"bench solve":     {"--seconds", "0.02"},
	"bench search":    {"--seconds", "0.02"},
	"bench train":     {"--seconds", "0.02"},
	"record":          {"--games", "16"},
	"score":           {"--deals", "4", "--exploit", "0"},
	"ladder":          {"--deals", "4", "--ismcts", "0", "--search", "0", "--seconds", "2", "--exploit", "0"},
	"exploit br":      {"--decisions", "300", "--seeds", "3", "--games", "10000", "--selection", "50"},
	"solve regretful": {"--iterations", "20"},
	"serve":           {"--schema"}, // which ends by itself
}

// shortened returns the arguments of a command line with those that make it short.
func shortened(t *testing.T, args []string) []string {
	t.Helper()
	cmd, _, err := program.NewRoot(&shell.Terminal{}).Find(args)
	require.NoError(t, err)
	key := strings.TrimPrefix(cmd.CommandPath(), "ringer ")
	switch {
	case key == "exploit" && slices.Contains(args, "br"):
		key = "exploit br"
	case key == "solve" && !slices.Contains(args, "lp"):
		key = "solve regretful"
	case slices.Contains(args, "--help"):
		key = ""
	}
	if slices.Contains(args, "--resume") {
		return args
	}
	var kept []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--set" && setTo(smaller[key], args[i+1]) {
			i++ // a key is given once
			continue
		}
		if args[i] != "--set" && args[i] != "--schema" && slices.Contains(smaller[key], long(args[i])) || key == "exploit br" && args[i] == "--budget" {
			i++ // a flag is given once, and a budget is another way to say decisions
			continue
		}
		kept = append(kept, args[i])
	}
	return append(kept, smaller[key]...)
}

// long returns the name of a flag that may be written as a letter.
func long(flag string) string {
	for name, letter := range shell.Short {
		if flag == "-"+letter {
			return "--" + name
		}
	}
	return flag
}

// setTo reports whether flags set the key of an assignment, or what it is a part of.
func setTo(flags []string, assignment string) bool {
	key, _, _ := strings.Cut(assignment, "=")
	return slices.ContainsFunc(flags, func(f string) bool {
		mine, _, ok := strings.Cut(f, "=")
		return ok && (key == mine || strings.HasPrefix(key, mine+".") || strings.HasPrefix(mine, key+"."))
	})
}

// runPage carries out every block of a page in the working folder, in order: each command
// line, made short, in the shell's quotes, and each block of Python but those that need
// PyTorch. A block of YAML or Python whose first line is a comment with the name of a file
// is written into that file instead.
func runPage(t *testing.T, repository, page string) (lines int) {
	t.Helper()
	for _, b := range cmdtest.BlocksOf(page) {
		if name := fileOf(b); b.Language == "python" && name != "" {
			require.NoError(t, os.WriteFile(name, []byte(b.Text), 0o600)) // a command before it may name it
		}
	}
	for _, b := range cmdtest.BlocksOf(page) {
		switch b.Language {
		case "sh":
			for _, line := range cmdtest.ShellLines("```sh\n" + b.Text + "```\n") {
				words := cmdtest.ShellWords(line)
				switch strings.TrimPrefix(words[0], "bin/") {
				case "ringer":
					if slices.Contains(words, "--web") {
						continue // it serves until it is stopped: see TestServeEndsOnCtrlC
					}
					in := "quit\n"
					if words[1] == "bot" || words[1] == "env" {
						in = "" // they read JSON until its end
					} else if slices.Contains(words, "--save") {
						in = strings.Repeat("1\n2\n3\n4\n", 50) // a game that is kept is played to its end
					}
					o := cmdtest.Ringer(t, in, shortened(t, words[1:])...)
					require.Zero(t, o.Exit, "%s\n%s%s", line, o.Out, o.Errs)
					lines++
				case "cp":
					text := cmdtest.ReadText(t, filepath.Join(repository, words[1]))
					require.NoError(t, os.WriteFile(words[2], []byte(text), 0o600))
				}
			}
		case "yaml":
			if name := fileOf(b); name != "" {
				require.NoError(t, os.WriteFile(name, []byte(b.Text), 0o600))
			}
		case "python":
			if fileOf(b) == "" && !strings.Contains(b.Text, "torch.") { // which few machines have
				runPython(t, repository, b.Text)
			}
		}
	}
	return lines
}

// fileOf returns the name of the file that a block of YAML or Python says it is, in a comment
// on its first line; empty for others.
func fileOf(b cmdtest.Block) string {
	name, ok := strings.CutPrefix(strings.SplitN(b.Text, "\n", 2)[0], "# ")
	if !ok || strings.Contains(name, " ") || filepath.Ext(name) != map[string]string{"yaml": ".yaml", "python": ".py"}[b.Language] {
		return ""
	}
	return name
}

// runPython carries out a block of Python with the package of the repository, and this
// test's own process as the program; where there is no numpy it is left out.
func runPython(t *testing.T, repository, text string) {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy").Run() != nil {
			continue
		}
		self, err := filepath.Abs(os.Args[0])
		require.NoError(t, err)
		child := exec.Command(python, "-c", text)
		child.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH="+filepath.Join(repository, "python"), "RINGER_BIN="+self, cmdtest.AsProgram+"=1")
		var out bytes.Buffer
		child.Stdout, child.Stderr = &out, &out
		require.NoError(t, child.Run(), "%s\n%s", text, &out)
		return
	}
	t.Log("no numpy here: a block of Python was left out")
}

// The tutorial can be walked from top to bottom.
func TestTheTutorialRuns(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	repository, err := filepath.Abs("..")
	require.NoError(t, err)
	page := cmdtest.ReadText(t, filepath.Join(repository, "docs", "tutorial.md"))
	cmdtest.InFolder(t)
	assert.Greater(t, runPage(t, repository, page), 12)
}

// Every command of the guides runs, in order, each page in a folder of its own with the
// bots that it takes for granted.
func TestTheGuidesRun(t *testing.T) {
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("set RINGER_LONG=1: some minutes")
	}
	repository, err := filepath.Abs("..")
	require.NoError(t, err)
	for page, bots := range map[string]map[string]string{
		"README.md":              nil,
		"docs/agents.md":         {"my.bot": "leduc"},
		"docs/command-line.md":   nil,
		"docs/designer.md":       nil,
		"docs/environment.md":    nil,
		"docs/laws.md":           nil,
		"docs/measuring.md":      {"runs/new.bot": "kuhn", "runs/old.bot": "kuhn", "runs/heat.bot": "heat-4p", "runs/older/heat.bot": "heat-4p", "my.bot": "kuhn"},
		"docs/networks.md":       nil,
		"docs/player.md":         nil,
		"docs/protocol.md":       {"my.bot": "heat-4p", "policy.onnx": "leduc"},
		"docs/reporting.md":      {"my.bot": "kuhn"},
		"docs/solving.md":        nil,
		"docs/speed.md":          nil,
		"docs/table-protocol.md": nil,
		"docs/settings.md":       nil,
		"docs/training.md":       {"my.bot": "heat-4p"},
	} {
		t.Run(page, func(t *testing.T) {
			text := cmdtest.ReadText(t, filepath.Join(repository, page))
			cmdtest.InFolder(t)
			for file, name := range bots {
				data, err := open.BotBytes(name)
				require.NoError(t, err)
				if filepath.Ext(file) == ".onnx" {
					bot, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
					require.NoError(t, err)
					require.NoError(t, os.CopyFS(".", bot))
					continue
				}
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
				require.NoError(t, os.WriteFile(file, data, 0o600))
			}
			assert.Positive(t, runPage(t, repository, text))
		})
	}
}

// The commands on the page about numbers print two of the numbers in its table, and the games
// of the published record.
func TestPublishedNumbersAreRemade(t *testing.T) {
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("set RINGER_LONG=1: some ten seconds")
	}
	page := cmdtest.ReadText(t, filepath.Join("..", "docs", "numbers.md"))
	published := cmdtest.ReadText(t, filepath.Join("..", "docs", "ladder", "kuhn.jsonl"))
	_, section, ok := strings.Cut(page, "\n## Remake one of them\n")
	require.True(t, ok)
	cmdtest.InFolder(t)
	var out strings.Builder
	for _, line := range cmdtest.ShellLines(section) {
		o := cmdtest.Ringer(t, "", cmdtest.ShellWords(line)[1:]...)
		require.Zero(t, o.Exit, "%s\n%s", line, o.Errs)
		out.WriteString(o.Out)
	}
	for number, shown := range map[string]string{"`exploitability 0.0054, exact`": "exploitability 0.00535", "`+0.04 (+0.03 … +0.05)`": "+0.04 (+0.03 … +0.05)"} {
		assert.Contains(t, page, "| "+number+" |")
		assert.Contains(t, out.String(), shown)
	}
	for line := range strings.Lines(cmdtest.ReadText(t, filepath.Join("runs", "again", "kuhn.jsonl"))) {
		if _, deals, ok := strings.Cut(line, `"deals":{`); ok {
			deals, _, _ = strings.Cut(deals, `"wanted":`)
			assert.True(t, strings.Contains(published, deals), deals)
		}
	}
}

// walkLeduc is the block of Go on the page about environments: the test below compares
// them.
func walkLeduc() {
	g := games.MustNew("leduc")
	s := g.NewInitialState()
	for s.CurrentPlayer() != env.Terminal {
		legal := s.LegalActions(nil)
		if err := s.Apply(legal[0]); err != nil {
			panic(err)
		}
	}
}

func TestTheBlockOfGoRuns(t *testing.T) {
	_, source, ok := strings.Cut(cmdtest.ReadText(t, "pages_run_test.go"), "func walkLeduc() {\n")
	require.True(t, ok)
	source, _, _ = strings.Cut(source, "\n}\n")
	source = strings.TrimSpace(strings.ReplaceAll("\n"+source, "\n\t", "\n"))
	for _, b := range cmdtest.BlocksOf(cmdtest.ReadText(t, filepath.Join("..", "docs", "laws.md"))) {
		if b.Language == "go" {
			assert.Equal(t, source, strings.TrimSpace(b.Text))
		}
	}
	assert.NotPanics(t, walkLeduc)
}

// Blocks of other languages on these pages are shown, not run: outputs, files, and commands
// of other programs (console).
func TestBlocksAreOfKnownLanguages(t *testing.T) {
	for file, page := range pages(t) {
		for _, b := range cmdtest.BlocksOf(page) {
			assert.Contains(t, []string{"sh", "console", "python", "go", "text", "json", "yaml"}, b.Language, fmt.Sprintf("%s: %s", file, b.Text))
		}
	}
}
