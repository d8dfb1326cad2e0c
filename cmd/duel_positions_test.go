package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The command prints figures, as text and with --json, and writes pictures, for
// two agents and a position.
func TestPositions(t *testing.T) {
	slowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("edge.yaml", []byte("act: A\ncarrier: A\nmodels: [{model: A, at: [2, 5]}, {model: B, at: [10, 9]}]\n"), 0o644))
	args := []string{"duel", "positions", "expert", "random", "--games", "20", "--position", "edge.yaml", "--out", "pictures"}
	out := done(t, args...)
	for _, want := range []string{"Duels that it starts", "inches between the two", "expert at edge: 100.0% leave to the west", "random at edge:", filepath.Join("pictures", "duels-random.svg")} {
		assert.Contains(t, out, want)
	}
	refused := ringer(t, "", args...)
	assert.Equal(t, exitBadInput, refused.exit)
	assert.Contains(t, refused.errs, "--force replaces it", "pictures are not drawn over")
	assert.Equal(t, 4, strings.Count(refused.errs, "is there already"), "all that are there are named")
	o := object(t, append(args, "--force")...)
	hasKeys(t, o, "game", "games", "seed", "agents", "positions", "pictures")
	for _, a := range elements(t, o, "agents") {
		hasKeys(t, a, "name", "figures")
		for _, f := range elements(t, a, "figures") {
			hasKeys(t, f, "name", "value", "low", "high", "of", "games", "share")
		}
	}
	pictures := o["pictures"].([]any)
	assert.Len(t, pictures, 4)
	for _, path := range pictures {
		svg, err := os.ReadFile(path.(string))
		require.NoError(t, err)
		assert.Contains(t, string(svg), "<svg ")
	}
}

func TestPositionsRefuses(t *testing.T) {
	slowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("bad.yaml", []byte("act: Z\n"), 0o644))
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"random", "--game", "kuhn"}, "want duel"},
		{[]string{"random", "random", "random"}, "3 agents for the 2 seats"},
		{[]string{"random", "--games", "0"}, "--games 0"},
		{[]string{"nobody"}, "nobody"},
		{[]string{"random", "--games", "1", "--position", "missing.yaml"}, "missing.yaml"},
		{[]string{"random", "--games", "1", "--position", "bad.yaml"}, "act: Z"},
	} {
		o := ringer(t, "", append([]string{"duel", "positions"}, x.args...)...)
		assert.Equal(t, 2, o.exit, x.args)
		assert.Contains(t, o.errs, x.want)
	}
}

func TestFileWord(t *testing.T) {
	assert.Equal(t, "bot-duel", fileWord("bot(duel)"))
	assert.Equal(t, "bot-runs-x-bot-search-20", fileWord("bot(runs/x.bot,search=20)"))
}
