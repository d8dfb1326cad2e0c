package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/botfile"
	"ringer/open"
)

// A bot, a saved game and a run of a game that lies in a file go to another machine,
// where that file is not.
func TestWhatIsMailedNeedsNoOtherFile(t *testing.T) {
	slowWhenRaced(t)
	home, away := t.TempDir(), t.TempDir()
	t.Chdir(home)
	require.NoError(t, os.WriteFile("mine.yaml", []byte("cards: 3\n"), 0o600))
	require.NoError(t, os.WriteFile("train.yaml", []byte(`game: goofspiel(file=mine.yaml)
decisions: 500
collect: {batch: 256, tables: 8, groups: 1}
network: {hidden: [8]}
evaluation: {every: 0, games: 10, opponents: [random]}
`), 0o600))
	done(t, "train", "--config", "train.yaml", "--out", "run")
	done(t, "export", "run", "--out", "mine.bot")
	done(t, "solve", "goofspiel(file=mine.yaml)", "--iterations", "5", "--run", "solved", "--out", "table.bot")
	o := ringer(t, "quit\n", "play", "goofspiel(file=mine.yaml)", "--vs", "random", "--save", "saved.jsonl")
	require.Zero(t, o.exit, o.errs)

	require.NoError(t, os.CopyFS(away, os.DirFS(home)))
	t.Chdir(away)
	require.NoError(t, os.Remove("mine.yaml"))

	o = ringer(t, "quit\n", "play", "--vs", "bot(mine.bot)")
	require.Zero(t, o.exit, o.errs)
	assert.Contains(t, o.out, "Goofspiel")
	o = ringer(t, "quit\n", "play", "--vs", "bot(table.bot)")
	require.Zero(t, o.exit, o.errs)
	o = ringer(t, "quit\n", "play", "--resume", "saved.jsonl")
	require.Zero(t, o.exit, o.errs)
	assert.Contains(t, done(t, "bot", "mine.bot"), `"game":"goofspiel(file=mine.yaml)"`)
	done(t, "train", "--resume", "run")
	done(t, "solve", "--resume", "solved", "--iterations", "6")
	done(t, "export", "run", "--out", "again.bot")
	a, err := open.Bot("mine.bot")
	require.NoError(t, err)
	b, err := open.Bot("again.bot")
	require.NoError(t, err)
	assert.Equal(t, a.Manifest.SpecHash, b.Manifest.SpecHash)
	assert.JSONEq(t, `{"players":2,"cards":3,"order":"descending","impinfo":true,"returns":"win_loss"}`, string(b.Manifest.Rules))
	assert.NotContains(t, string(b.Manifest.Training.Config), "rules", "the manifest has them once")

	// Without the bot's game the person names one.
	o = ringer(t, "", "play", "--vs", "random")
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "GAME is missing")

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
		o := ringer(t, "", args...)
		assert.Equal(t, exitBadInput, o.exit, args)
		assert.Contains(t, o.errs, `goofspiel: the file carries no rules of its own, and "mine.yaml" is a path: want one that is shipped in games/goofspiel`, args)
	}
}

// forgetConfigs makes the checkpoints of a run those of a build that kept no configuration there.
func forgetConfigs(t *testing.T, run string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(run, "checkpoints", "*", "manifest.json"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		sums := map[string]string{}
		require.NoError(t, json.Unmarshal([]byte(readText(t, name)), &sums))
		delete(sums, "config.yaml")
		text, err := json.Marshal(sums)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, text, 0o600))
	}
}

// A game that was changed by the names of cards goes to another machine too: a bot, a saved
// game or a run stands there for the game whose rules it carries.
func TestChangedRulesAreMailed(t *testing.T) {
	slowWhenRaced(t)
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
	done(t, "train", "--config", "train.yaml", "--out", "run")
	done(t, "export", "run", "--out", "mine.bot")
	o := ringer(t, "quit\n", "play", game, "--vs", "random", "--save", "saved.jsonl")
	require.Zero(t, o.exit, o.errs)
	hash := elements(t, object(t, "games", game), "games")[0]["spec_hash"]
	assert.NotEqual(t, elements(t, object(t, "games", "heist(file=mini)"), "games")[0]["spec_hash"], hash)

	require.NoError(t, os.CopyFS(away, os.DirFS(home)))
	t.Chdir(away)
	require.NoError(t, os.Remove("small.yaml"))
	assert.Contains(t, ringer(t, "", "games", game).errs, "small.yaml: no such file")
	for _, carrier := range []string{"mine.bot", "bot(mine.bot)", "saved.jsonl", "run"} {
		assert.Equal(t, hash, elements(t, object(t, "games", carrier), "games")[0]["spec_hash"], carrier)
		assert.Equal(t, game+" changes heist(file=mini):\n  max rounds 2 → 3\n  Guard Dog: copies 1 → 2\n", done(t, "games", carrier, "--diff", "shipped"))
	}
	m := object(t, "match", "bot(mine.bot)", "random", "--game", "mine.bot", "--games", "4")
	assert.Equal(t, game, m["game"])
	done(t, "train", "--resume", "run")
	o = ringer(t, "quit\n", "play", "--vs", "bot(mine.bot)")
	require.Zero(t, o.exit, o.errs)
	o = ringer(t, "quit\n", "play", "saved.jsonl", "--vs", "bot(mine.bot)")
	require.Zero(t, o.exit, o.errs)
	assert.Contains(t, done(t, "games", "mine.bot", "--diff", "max_rounds=8"), "max rounds 2 → 8")
	assert.Len(t, strings.Split(done(t, "games", "mine.bot", "--vary", "max_rounds=4..6"), "\n"), 4)

	for name, says := range map[string]string{"none.bot": "none.bot: no such file", "none.jsonl": "none.jsonl", "bot(none)": "none"} {
		o = ringer(t, "", "games", name)
		assert.Equal(t, exitBadInput, o.exit)
		assert.Contains(t, o.errs, says)
	}
}

// A file that names other files is refused: nothing is opened, and nothing of it told.
func TestFilesOpenNoOtherFile(t *testing.T) {
	inFolder(t)
	require.NoError(t, os.WriteFile("secret.yaml", []byte("password: xyzzy\n"), 0o600))
	for i, game := range []string{"heat(file=secret.yaml)", "heat(file=/dev/zero)", "duel(map=./secret.yaml)", "duel(bands=[secret.yaml])", "payday(deck=secret.yaml)"} {
		header := `{"format":"ringer-replay/1","game":"` + game + `","spec_hash":"x","seed":7,"agents":["human","random","random","random"]}` + "\n"
		require.NoError(t, os.WriteFile("save.jsonl", []byte(header), 0o600))
		o := ringer(t, "", "play", "--resume", "save.jsonl")
		assert.Equal(t, exitBadInput, o.exit, game)
		assert.Contains(t, o.errs, "is a path: want one that is shipped in", "%d %s", i, game)
		assert.NotContains(t, o.errs, "xyzzy")
	}
	header := `{"format":"ringer-replay/1","game":"kuhn","spec_hash":"x","seed":7,"agents":["human","bot(/dev/zero)"]}` + "\n"
	require.NoError(t, os.WriteFile("save.jsonl", []byte(header), 0o600))
	o := ringer(t, "", "play", "--resume", "save.jsonl")
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "names a file")

	// A path that a person names is opened when it leads to a regular file.
	for _, args := range [][]string{
		{"play", "kuhn", "--vs", "bot(/dev/zero)"},
		{"bot", "/dev/zero"},
		{"games", "heat(file=/dev/zero)"},
		{"train", "--config", "/dev/zero"},
		{"play", "payday", "--position", "/dev/zero"},
		{"bot", "./"},
	} {
		o := ringer(t, "", args...)
		assert.Equal(t, exitBadInput, o.exit, args)
		assert.Contains(t, o.errs, "want a regular file", args)
	}
}
