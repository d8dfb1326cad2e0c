package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// outside is the environment variable that runs the test of a module outside of this one,
// which builds programs: make outside sets it.
const outside = "RINGER_OUTSIDE"

// offline returns the environment of a go command that downloads nothing.
func offline(more ...string) []string {
	return append(append(os.Environ(), "GOFLAGS=-mod=readonly -trimpath", "GOPROXY=off", "GOWORK=off"), more...)
}

// inShell runs a script in a folder and returns what it prints.
func inShell(t *testing.T, dir, script string, environ ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, offline(environ...)
	cmd.Stdin = strings.NewReader(strings.Repeat("1\n2\n3\n4\n", 100)) // for play: the first actions
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", script, out)
	return string(out)
}

// The page about games of your own leads from the template to a bot that plays, and
// every command knows the game, its players and its files.
func TestOutsideModule(t *testing.T) {
	if os.Getenv(outside) == "" && os.Getenv("RINGER_LONG") != "1" {
		t.Skip("builds programs; make outside runs it")
	}
	page, err := os.ReadFile(filepath.Join("..", "docs", "own-game.md"))
	require.NoError(t, err)
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	var script []string
	for _, line := range cmdtest.ShellLines(string(page)) {
		if !strings.HasPrefix(line, "export RINGER=") {
			script = append(script, line)
		}
	}
	dir := t.TempDir()
	clone := filepath.Join(dir, "clone") // where the page begins; the module lies beside it
	require.NoError(t, os.Mkdir(clone, 0o755))
	shown := inShell(t, clone, strings.Join(script, "\n"), "RINGER="+root)
	for _, want := range []string{
		"worth of a lot of each suit", "everybody knows the worth of", // the page of the game
		"curio: all 32 laws hold on 200 random", "curio(players=3,lots=2): all 32 laws hold", "ok  \texample.com/curio/curio",
		"exploitability", "OPPONENT", "bot(curio-small)", "the game is over",
	} {
		assert.Contains(t, shown, want)
	}

	home := filepath.Join(dir, "mygame")
	for _, c := range [][]string{ // a command line, and what it prints
		{"games --names", "kuhn\n", "\ncurio\n"},
		{"games --json", `"name": "curio"`},
		{"__complete games cur", "curio"},
		{"__complete match -g cur", "curio"},
		{"__complete train -c cur", "curio-small"},
		{"__complete 'match' -g curio 'bot(cur'", "curio-small"},
		{"help agents", "curio-small", "nerve=1", "only for curio", "fivepossessions, curio)"},
		{"bench curio --seconds 0.05", "vector"},
		{"exploit greedy -g 'curio(file=small)'", "exploitability"},
		{"match 'expert(nerve=2)' 'ismcts(sims=20)' -g curio --games 10", "curio: 10 games"},
		{"match expert -g kuhn --games 4 2>&1 || test $? -eq 2", "no expert for kuhn; there is one for: ", "fivepossessions, curio"},
		{"match 'expert(nerve=x)' -g curio 2>&1 || test $? -eq 2", "expert.nerve: x: want a number from 0"},
		{"games cuiro 2>&1 || test $? -eq 2", "did you mean curio?"},
		{"games 'curio(lots=99)' 2>&1 || test $? -eq 2", "a number from 1 to 8"},
		{"games 'curio(file=smal)' 2>&1 || test $? -eq 2", "shipped: small"},
		{"train --config curoi 2>&1 || test $? -eq 2", "curio-small, curio,"},
		{"train --config curio-small --set reinforce.minibach=1 2>&1 || test $? -eq 2", "learning_rate, minibatch"},
		{"train --config curio-small --set reinforce.entropy=-1 2>&1 || test $? -eq 2", "reinforce.entropy"},
		{"train --config curio --set algorithm=a2c 2>&1 || test $? -eq 2", "one of: ppo, reinforce"},
		{"train --resume runs/curio-small", "exploitability"},
		{"bot 'bot(curio-small)' -g 'curio(file=small)' </dev/null", `"type":"hello"`, `"name":"taste"`},
		{`env curio <<< '{"op":"reset","seed":1}'`, `"protocol":"ringer-env/1"`, `"type":"state"`},
		{"play 'curio(file=small)' --seed 4 --save kept.jsonl; cat kept.jsonl", "bot(curio-small)", "the game is over", `"game":"curio(file=small)"`},
		{"ladder curio-small --deals 4 --ismcts 10 --search 0 --out records 2>&1; cat records/curio-small.jsonl", `"game":"curio(file=small)"`, "expert"},
		{"decisions expert -g curio --games 20", "bid"},
		{"exploit expert -g curio --method br --decisions 20000 --set collect.batch=2048 --games 10000 --seeds 3 2>&1", "exploit"},
		{"sweep --config curio-small --set decisions=4000 --set 'reinforce.entropy=0.01..0.1 log' --trials 2 --rungs 1 --seeds 2 --out runs/sweep 2>&1", "reinforce.entropy"},
		{"levels runs/curio-small --games 4 --levels 2 --report-games 4 --out lv 2>&1", "curio-small.level1"},
	} {
		t.Run(c[0], func(t *testing.T) {
			shown := inShell(t, home, "export PATH=$PWD:$PATH\nringer "+c[0])
			for _, want := range c[1:] {
				assert.Contains(t, shown, want)
			}
		})
	}
	t.Run("python", func(t *testing.T) {
		python := "python3"
		if exec.Command(python, "-c", "import numpy").Run() != nil {
			python = "/usr/bin/python3"
		}
		if exec.Command(python, "-c", "import numpy").Run() != nil {
			t.Skip("no python3 with numpy")
		}
		program := "import ringer\nenv = ringer.AECEnv('curio(lots=1)')\nenv.reset(seed=1)\nprint([f.name for f in env.game_spec.fields])\n"
		shown := inShell(t, home, python+" -c \"$PROGRAM\"", "PROGRAM="+program, "PYTHONPATH="+filepath.Join(root, "python"), "RINGER_BIN="+filepath.Join(home, "ringer"))
		assert.Contains(t, shown, "['taste', 'lot', 'left', 'won', 'coins']")
	})
}

// A clone of the repository under another module path builds and vets, and so does its
// template; it keeps the import table, and merges what comes later with the old path.
func TestOutsidePath(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("RINGER_LONG=1 builds the whole repository anew")
	}
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	for _, who := range []string{"GIT_AUTHOR", "GIT_COMMITTER"} {
		t.Setenv(who+"_NAME", "A")
		t.Setenv(who+"_EMAIL", "a@example.org")
	}
	origin, dir := filepath.Join(t.TempDir(), "origin"), filepath.Join(t.TempDir(), "clone")
	inShell(t, root, `mkdir "$COPY"; git ls-files --cached --others --exclude-standard -z | xargs -0 cp --parents -t "$COPY"
		cd "$COPY"; git init -q -b main; git add .; git commit -q -m begin; git clone -q . "$CLONE"`, "COPY="+origin, "CLONE="+dir)
	assert.Regexp(t, `^[0-9]{3,4} files say github.com/me/ringer now`, inShell(t, dir, "make -s module PATH=github.com/me/ringer"))
	tested := "go build ./... && go vet ./... && go test -vet=off -count 1 -run '^(TestImportTable|TestSourcesOf|TestSettingsAreUpToDate|TestFoldersStandInTheOrderOfImports|TestCatch)$' ./cmd ./docs ./models/graph"
	inShell(t, dir, tested+" && go vet -C tools ./... && go test -C tools ./module && cd docs/template && go build -o ringer . && go vet ./... && ./ringer check curio --games 5")

	const path, old = "env/kuhn/later.go", "ringer" // the path of upstream where nothing has renamed this file
	module, err := os.ReadFile(filepath.Join(origin, "go.mod"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(module), "module "+old+"\n"), "of a clone that was renamed: nothing to merge")
	later := "package kuhn\n\nimport \"" + old + "/env\"\n\nvar _ env.Player\n"
	require.NoError(t, os.WriteFile(filepath.Join(origin, path), []byte(later), 0o644))
	inShell(t, origin, `sed -i 's|^\t"`+old+`/env/games"$|&\n\t_ "`+old+`/env/wrap"|' cmd/agents.go; git add .; git commit -q -m later`)
	shown := inShell(t, dir, "git fetch -q; make -s module PATH=github.com/me/ringer MERGE=origin/main; "+tested)
	assert.Contains(t, shown, "merged origin/main")
	text, err := os.ReadFile(filepath.Join(dir, path))
	require.NoError(t, err)
	assert.Equal(t, strings.Replace(later, old+"/env", "github.com/me/ringer/env", 1), string(text))
	left := inShell(t, dir, "grep -rlE --include=*.go '\""+old+"/(env|cmd|agents|train|models)' . || true")
	assert.Empty(t, left, "still import the old path")
}
