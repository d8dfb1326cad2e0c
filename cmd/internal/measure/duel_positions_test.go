package measure_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/open"
)

// The command prints figures, as text and with --json, and writes pictures, for
// two agents and a position.
func TestPositions(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("edge.yaml", []byte("act: A\ncarrier: A\nmodels: [{model: A, at: [2, 5]}, {model: B, at: [10, 9]}]\n"), 0o644))
	args := []string{"duel", "positions", "expert", "random", "--games", "20", "--position", "edge.yaml", "--out", "pictures"}
	out := cmdtest.Done(t, args...)
	for _, want := range []string{"Duels that it starts", "inches between the two", "expert at edge: 100.0% leave to the west", "random at edge:", filepath.Join("pictures", "duels-random.svg")} {
		assert.Contains(t, out, want)
	}
	refused := cmdtest.Ringer(t, "", args...)
	assert.Equal(t, shell.ExitBadInput, refused.Exit)
	assert.Contains(t, refused.Errs, "--force replaces it", "pictures are not drawn over")
	assert.Equal(t, 4, strings.Count(refused.Errs, "is there already"), "all that are there are named")
	o := cmdtest.Object(t, append(args, "--force")...)
	cmdtest.HasKeys(t, o, "game", "games", "seed", "agents", "positions", "pictures")
	for _, a := range cmdtest.Elements(t, o, "agents") {
		cmdtest.HasKeys(t, a, "name", "figures")
		for _, f := range cmdtest.Elements(t, a, "figures") {
			cmdtest.HasKeys(t, f, "name", "value", "low", "high", "of", "games", "share")
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
	cmdtest.SlowWhenRaced(t)
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
		o := cmdtest.Ringer(t, "", append([]string{"duel", "positions"}, x.args...)...)
		assert.Equal(t, 2, o.Exit, x.args)
		assert.Contains(t, o.Errs, x.want)
	}
}

func TestFileWord(t *testing.T) {
	assert.Equal(t, "bot-duel", open.FileWord("bot(duel)"))
	assert.Equal(t, "bot-runs-x-bot-search-20", open.FileWord("bot(runs/x.bot,search=20)"))
}
