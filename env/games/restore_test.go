package games_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/games"
)

// A game of a file carries on where the file is not: the rules are enough.
func TestRestoreNeedsNoFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	field := write("field.yaml", "width: 12\ndepth: 12\n")
	band := write("band.yaml", "name: two\nmodels: [{ranged: one_handed}, {ranged: one_handed}]\n")
	deck, _, err := configs.Load("games/payday/decks", "book")
	require.NoError(t, err)
	for _, text := range []string{
		"heat(file=" + write("heat.yaml", "heists: 2\nstart_money: 3\n") + ")",
		"heat(players=3,start_money=2,file=" + write("more.yaml", "heists: 2\n") + ")",
		"payday(deck=" + write("deck.yaml", string(deck)) + ",wrap=forecast)",
		"duel(players=2,models_per_player=2,map=" + field + ")",
		"duel(models_per_player=2,heroes=true,bands=[" + band + "," + band + "])",
	} {
		g, err := games.New(text)
		require.NoError(t, err, text)
		for _, file := range []string{field, band} {
			require.NoError(t, os.Rename(file, file+".away"))
		}
		restored, err := games.Restore(g.Spec().String(), g.Spec().Configuration)
		require.NoError(t, err, text)
		assert.Equal(t, g.Spec().Hash, restored.Spec().Hash, text)
		assert.Equal(t, g.Spec().String(), restored.Spec().String())
		assert.JSONEq(t, string(g.Spec().Configuration), string(restored.Spec().Configuration))

		// A file of JSON may have been laid out for people.
		var rules any
		require.NoError(t, json.Unmarshal(g.Spec().Configuration, &rules))
		pretty, err := json.MarshalIndent(rules, "", "  ")
		require.NoError(t, err)
		restored, err = games.Restore(g.Spec().String(), pretty)
		require.NoError(t, err, text)
		assert.Equal(t, g.Spec().Hash, restored.Spec().Hash, text)
		for _, file := range []string{field, band} {
			require.NoError(t, os.Rename(file+".away", file))
		}
	}
}

// A game string of somebody else's file opens nothing, whatever it names.
func TestRestoreOpensNothing(t *testing.T) {
	own := filepath.Join(t.TempDir(), "mine.yaml")
	require.NoError(t, os.WriteFile(own, []byte("secret: 1\n"), 0o600))
	for _, path := range []string{"/dev/zero", "/etc/passwd", own, "../mine.yaml", `\\host\share`, "mine.yml"} {
		for _, text := range []string{
			"heat(file=%)", "payday(deck=%)", "fourdowns(deck=%)", "duel(map=%)", "duel(bands=[%,posse])", "duel(file=%)", "kuhn(file=%)", "payday(deck=%,wrap=forecast)",
		} {
			text = strings.ReplaceAll(text, "%", path)
			_, err := games.Restore(text, nil)
			require.ErrorContains(t, err, "is a path: want one that is shipped in games/", text)
			assert.NotContains(t, err.Error(), "secret")
		}
	}
	_, err := games.Restore("heat(file=mini)", nil)
	require.NoError(t, err, "a shipped configuration needs no rules")
	_, err = games.Restore("duel(map=city)", nil)
	require.NoError(t, err)
}

// Rules that name files are as good as their names: a map or a warband is in the
// rules, or there is none.
func TestRulesOpenNothing(t *testing.T) {
	g := games.MustNew("duel(file=gang)")
	var rules map[string]any
	require.NoError(t, json.Unmarshal(g.Spec().Configuration, &rules))
	rules["map"] = "/dev/zero"
	rules["bands"] = []string{"/dev/zero", "/dev/zero"}
	text, err := json.Marshal(rules)
	require.NoError(t, err)
	restored, err := games.Restore("duel(map=/dev/zero)", text)
	require.NoError(t, err)
	assert.NotEqual(t, g.Spec().Hash, restored.Spec().Hash)

	delete(rules, "board")
	text, err = json.Marshal(rules)
	require.NoError(t, err)
	restored, err = games.Restore("duel(file=gang)", text)
	if err == nil {
		assert.NotEqual(t, g.Spec().Hash, restored.Spec().Hash)
	}
}

// Rules are held to the limits and to the rules of the game, as a file is.
func TestBadRules(t *testing.T) {
	wrapped := games.MustNew("payday(wrap=forecast)").Spec().Configuration
	for _, c := range []struct{ text, rules, want string }{
		{"kuhn", `{"players": 99}`, "rules of kuhn:1:13: players: 99: want"},
		{"kuhn", `{"plaeyrs": 3}`, "plaeyrs: unknown key"},
		{"kuhn", `{"players": 3, "players": 4}`, "given twice"},
		{"kuhn", `[`, "rules of kuhn:1:"},
		{"kuhn", strings.Repeat("[", 400_000), "want at most 50000"},
		{"kuhn(colour=red)", `{"players": 3}`, `no parameter "colour"`},
		{"chess", `{}`, "unknown game"},
		{"payday(wrap=forecast)", `{"rounds": 3}`, "unknown field"},
		{"payday(wrap=levelk)", string(wrapped), `wrap "forecast": want "levelk"`},
		{"payday", string(wrapped), "facts: unknown key"},
	} {
		_, err := games.Restore(c.text, json.RawMessage(c.rules))
		require.ErrorContains(t, err, c.want, c.text)
		assert.Less(t, len(err.Error()), 20_000)
	}
}
