package measure_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// A designer's warband against a shipped one: as a table, as JSON and as CSV.
func TestWarbands(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("mine.yaml", []byte("name: mine\nmodels:\n  - {name: Ox, ranged: one_handed, traits: {toughness: 6}}\n"), 0o644))
	args := []string{"duel", "warbands", "mine.yaml", "posse", "--games", "4", "--game", "duel(file=gang,rounds=5,warband=draft)"}
	out := cmdtest.Done(t, args...)
	for _, want := range []string{"duel(file=gang,rounds=5,warband=draft), expert on both sides: 4 games", "WARBAND", "NASH", "mine.yaml", "100% (21 … 100)"} {
		assert.Contains(t, out, want)
	}
	o := cmdtest.Object(t, args...)
	cmdtest.HasKeys(t, o, "game", "games", "deals", "seed", "payoff", "anchor", "agents", "pairs", "alpha_rank", "alpha", "alpha_sweep", "nash_average")
	assert.Len(t, cmdtest.Elements(t, o, "agents"), 2)
	csv := cmdtest.Done(t, append(args, "--csv")...)
	assert.Contains(t, csv, "nash_weight,posse")
}

func TestWarbandsRefuses(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("rich.yaml", []byte("name: rich\nmodels:\n  - {name: Ox, traits: {toughness: 7}}\n"), 0o644))
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"posse"}, "name two warbands or more"},
		{[]string{"posse", "posse"}, "named twice"},
		{[]string{"posse", "nobody"}, "nobody"},
		{[]string{"posse", "rich.yaml"}, "7"},
		{[]string{"--games", "0"}, "--games 0"},
		{[]string{"--game", "kuhn"}, "want duel"},
		{[]string{"--game", "duel(players=4)"}, "two seats"},
		{[]string{"--game", "duel"}, "heroes=true"},
		{[]string{"--agent", "nobody", "posse", "swarm"}, "nobody"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"duel", "warbands"}, x.args...)...)
		assert.Equal(t, 2, o.Exit, x.args)
		assert.Contains(t, o.Errs, x.want)
	}
}

// What two agents draft, and that --top cuts the tables and nothing else.
func TestDrafts(t *testing.T) {
	args := []string{"duel", "drafts", "expert(draft=random)", "random", "--games", "10", "--game", "duel(file=gang,resource_points=1)", "--top", "2"}
	out := cmdtest.Done(t, args...)
	assert.Contains(t, out, "OF THE HEROES")
	assert.Equal(t, 2, strings.Count(out, "HERO  "), "a table of whole Heroes for each agent")
	o := cmdtest.Object(t, args...)
	cmdtest.HasKeys(t, o, "game", "games", "seed", "agents")
	for _, a := range cmdtest.Elements(t, o, "agents") {
		cmdtest.HasKeys(t, a, "name", "wins", "skills", "builds")
		skills := cmdtest.Elements(t, a, "skills")
		assert.Greater(t, len(skills), 2)
		for _, p := range skills {
			cmdtest.HasKeys(t, p, "name", "heroes", "level", "wins")
		}
	}
}

func TestDraftsRefuses(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"random", "--game", "kuhn"}, "want duel"},
		{[]string{"random", "--game", "duel"}, "warband=draft or random"},
		{[]string{"random", "random", "random"}, "3 agents for the 2 seats"},
		{[]string{"random", "--top", "0"}, "--top 0"},
		{[]string{"random", "--games", "0"}, "--games 0"},
		{[]string{"nobody"}, "nobody"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"duel", "drafts"}, x.args...)...)
		assert.Equal(t, 2, o.Exit, x.args)
		assert.Contains(t, o.Errs, x.want)
	}
}
