package cmd_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/models/botfile"
	"ringer/open"
)

// A bot, a saved game and a run of a game that lies in a file go to another machine,
// where that file is not.
func TestWhatIsMailedNeedsNoOtherFile(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	home, away := t.TempDir(), t.TempDir()
	t.Chdir(home)
	require.NoError(t, os.WriteFile("mine.yaml", []byte("cards: 3\n"), 0o600))
	require.NoError(t, os.WriteFile("train.yaml", []byte(`game: goofspiel(file=mine.yaml)
decisions: 500
collect: {batch: 256, tables: 8, groups: 1}
network: {hidden: [8]}
evaluation: {every: 0, games: 10, opponents: [random]}
`), 0o600))
	cmdtest.Done(t, "train", "--config", "train.yaml", "--out", "run")
	cmdtest.Done(t, "export", "run", "--out", "mine.bot")
	cmdtest.Done(t, "solve", "goofspiel(file=mine.yaml)", "--iterations", "5", "--run", "solved", "--out", "table.bot")
	o := cmdtest.Ringer(t, "quit\n", "play", "goofspiel(file=mine.yaml)", "--vs", "random", "--save", "saved.jsonl")
	require.Zero(t, o.Exit, o.Errs)

	require.NoError(t, os.CopyFS(away, os.DirFS(home)))
	t.Chdir(away)
	require.NoError(t, os.Remove("mine.yaml"))

	o = cmdtest.Ringer(t, "quit\n", "play", "--vs", "bot(mine.bot)")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "Goofspiel")
	o = cmdtest.Ringer(t, "quit\n", "play", "--vs", "bot(table.bot)")
	require.Zero(t, o.Exit, o.Errs)
	o = cmdtest.Ringer(t, "quit\n", "play", "--resume", "saved.jsonl")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, cmdtest.Done(t, "bot", "mine.bot"), `"game":"goofspiel(file=mine.yaml)"`)
	cmdtest.Done(t, "train", "--resume", "run")
	cmdtest.Done(t, "solve", "--resume", "solved", "--iterations", "6")
	cmdtest.Done(t, "export", "run", "--out", "again.bot")
	a, err := open.Bot("mine.bot")
	require.NoError(t, err)
	b, err := open.Bot("again.bot")
	require.NoError(t, err)
	assert.Equal(t, a.Manifest.SpecHash, b.Manifest.SpecHash)
	assert.JSONEq(t, `{"players":2,"cards":3,"order":"descending","impinfo":true,"returns":"win_loss"}`, string(b.Manifest.Rules))
	assert.NotContains(t, string(b.Manifest.Training.Config), "rules", "the manifest has them once")

	// Without the bot's game the person names one.
	o = cmdtest.Ringer(t, "", "play", "--vs", "random")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "GAME is missing")

	// A file without rules says what it lacks.
	b.Manifest.Rules = nil
	var old bytes.Buffer
	require.NoError(t, botfile.Write(&old, *b))
	require.NoError(t, os.WriteFile("old.bot", old.Bytes(), 0o600))
	config, err := os.ReadFile(filepath.Join("run", "config.yaml"))
	require.NoError(t, err)
	before, _, found := strings.Cut(string(config), "rules:")
	require.True(t, found)
	require.NoError(t, os.WriteFile(filepath.Join("run", "config.yaml"), []byte(before), 0o600))
	forgetConfigs(t, "run")
	for _, args := range [][]string{{"play", "--vs", "bot(old.bot)"}, {"bot", "old.bot"}, {"train", "--resume", "run"}, {"export", "run", "--out", "x.bot"}} {
		o := cmdtest.Ringer(t, "", args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, `goofspiel: the file carries no rules of its own, and "mine.yaml" is a path: want one that is shipped in games/goofspiel`, args)
	}
}

// forgetConfigs makes the checkpoints of a run look as a build wrote them that kept no
// configuration there.
func forgetConfigs(t *testing.T, run string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(run, "checkpoints", "*", "manifest.json"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		sums := map[string]string{}
		require.NoError(t, json.Unmarshal([]byte(cmdtest.ReadText(t, name)), &sums))
		delete(sums, "config.yaml")
		text, err := json.Marshal(sums)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, text, 0o600))
	}
}

// A game that was changed by the names of cards goes to another machine too: a bot, a saved
// game or a run stands there for the game whose rules it carries.
func TestChangedRulesAreMailed(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	home, away := t.TempDir(), t.TempDir()
	t.Chdir(home)
	require.NoError(t, os.WriteFile("small.yaml", []byte("heist_deck.guard-dog.copies: 2\n"), 0o600))
	game := "heist(file=mini,changes=[small.yaml,max_rounds=3])"
	require.NoError(t, os.WriteFile("train.yaml", []byte("game: "+game+`
decisions: 500
collect: {batch: 256, tables: 8, groups: 1}
network: {hidden: [8]}
evaluation: {every: 0, games: 4, opponents: [random]}
`), 0o600))
	cmdtest.Done(t, "train", "--config", "train.yaml", "--out", "run")
	cmdtest.Done(t, "export", "run", "--out", "mine.bot")
	o := cmdtest.Ringer(t, "quit\n", "play", game, "--vs", "random", "--save", "saved.jsonl")
	require.Zero(t, o.Exit, o.Errs)
	hash := cmdtest.Elements(t, cmdtest.Object(t, "games", game), "games")[0]["spec_hash"]
	assert.NotEqual(t, cmdtest.Elements(t, cmdtest.Object(t, "games", "heist(file=mini)"), "games")[0]["spec_hash"], hash)

	require.NoError(t, os.CopyFS(away, os.DirFS(home)))
	t.Chdir(away)
	require.NoError(t, os.Remove("small.yaml"))
	assert.Contains(t, cmdtest.Ringer(t, "", "games", game).Errs, "small.yaml: no such file")
	for _, carrier := range []string{"mine.bot", "bot(mine.bot)", "saved.jsonl", "run"} {
		assert.Equal(t, hash, cmdtest.Elements(t, cmdtest.Object(t, "games", carrier), "games")[0]["spec_hash"], carrier)
		assert.Equal(t, game+" changes heist(file=mini):\n  max rounds 2 → 3\n  Guard Dog: copies 1 → 2\n", cmdtest.Done(t, "games", carrier, "--diff", "shipped"))
	}
	m := cmdtest.Object(t, "match", "bot(mine.bot)", "random", "--game", "mine.bot", "--games", "4")
	assert.Equal(t, game, m["game"])
	cmdtest.Done(t, "train", "--resume", "run")
	o = cmdtest.Ringer(t, "quit\n", "play", "--vs", "bot(mine.bot)")
	require.Zero(t, o.Exit, o.Errs)
	o = cmdtest.Ringer(t, "quit\n", "play", "saved.jsonl", "--vs", "bot(mine.bot)")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, cmdtest.Done(t, "games", "mine.bot", "--diff", "max_rounds=8"), "max rounds 2 → 8")
	assert.Len(t, strings.Split(cmdtest.Done(t, "games", "mine.bot", "--vary", "max_rounds=4..6"), "\n"), 4)

	for name, says := range map[string]string{"none.bot": "none.bot: no such file", "none.jsonl": "none.jsonl", "bot(none)": "none"} {
		o = cmdtest.Ringer(t, "", "games", name)
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, says)
	}
}

// A file that names other files is refused: nothing is opened, and nothing of it told.
func TestFilesOpenNoOtherFile(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("secret.yaml", []byte("password: xyzzy\n"), 0o600))
	for i, game := range []string{"heat(file=secret.yaml)", "heat(file=/dev/zero)", "duel(map=./secret.yaml)", "duel(bands=[secret.yaml])", "payday(deck=secret.yaml)"} {
		header := `{"format":"ringer-replay/1","game":"` + game + `","spec_hash":"x","seed":7,"agents":["human","random","random","random"]}` + "\n"
		require.NoError(t, os.WriteFile("save.jsonl", []byte(header), 0o600))
		o := cmdtest.Ringer(t, "", "play", "--resume", "save.jsonl")
		assert.Equal(t, shell.ExitBadInput, o.Exit, game)
		assert.Contains(t, o.Errs, "is a path: want one that is shipped in", "%d %s", i, game)
		assert.NotContains(t, o.Errs, "xyzzy")
	}
	header := `{"format":"ringer-replay/1","game":"kuhn","spec_hash":"x","seed":7,"agents":["human","bot(/dev/zero)"]}` + "\n"
	require.NoError(t, os.WriteFile("save.jsonl", []byte(header), 0o600))
	o := cmdtest.Ringer(t, "", "play", "--resume", "save.jsonl")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "names a file")

	// A path that a person names is opened when it leads to a regular file.
	for _, args := range [][]string{
		{"play", "kuhn", "--vs", "bot(/dev/zero)"},
		{"bot", "/dev/zero"},
		{"games", "heat(file=/dev/zero)"},
		{"train", "--config", "/dev/zero"},
		{"play", "payday", "--position", "/dev/zero"},
		{"bot", "./"},
	} {
		o := cmdtest.Ringer(t, "", args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, "want a regular file", args)
	}
}
