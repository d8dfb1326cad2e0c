package measure_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// What two agents bid, and that --top cuts the list and nothing else.
func TestDecisions(t *testing.T) {
	args := []string{"decisions", "random", "greedy", "--game", "goofspiel", "--games", "20", "--kind", "bid", "--top", "3"}
	out := cmdtest.Done(t, args...)
	assert.Equal(t, 2, strings.Count(out, "AT RANDOM"), "a list for each agent")
	assert.Equal(t, 6, strings.Count(out, "\nbid ")-2, "three lines each, after a table of kinds each")
	o := cmdtest.Object(t, args...)
	cmdtest.HasKeys(t, o, "game", "games", "seed", "kind", "agents")
	for _, a := range cmdtest.Elements(t, o, "agents") {
		cmdtest.HasKeys(t, a, "name", "kinds")
		kinds := cmdtest.Elements(t, a, "kinds")
		require.Len(t, kinds, 1)
		cmdtest.HasKeys(t, kinds[0], "kind", "decisions", "forced", "entropy", "top", "different", "actions")
		actions := cmdtest.Elements(t, kinds[0], "actions")
		assert.Len(t, actions, 4)
		for _, c := range actions {
			cmdtest.HasKeys(t, c, "name", "count", "share", "offered", "taken", "random")
		}
	}
}

// --beside asks another agent about the choices of the first one.
func TestDecisionsBesideAnother(t *testing.T) {
	args := []string{"decisions", "random", "greedy", "--game", "goofspiel", "--games", "20", "--kind", "bid", "--beside", "greedy"}
	out := cmdtest.Done(t, args...)
	assert.Equal(t, 1, strings.Count(out, "APART"), "for the first agent alone")
	assert.Equal(t, 1, strings.Count(out, "BESIDE"))
	listed := cmdtest.Elements(t, cmdtest.Object(t, args...), "agents")
	first, second := cmdtest.Elements(t, listed[0], "kinds")[0], cmdtest.Elements(t, listed[1], "kinds")[0]
	cmdtest.HasKeys(t, first, "kind", "decisions", "forced", "entropy", "apart", "top", "different", "actions")
	for _, a := range cmdtest.Elements(t, first, "actions") {
		cmdtest.HasKeys(t, a, "name", "count", "share", "offered", "taken", "beside", "random")
	}
	assert.NotContains(t, second, "apart")

	o := cmdtest.Ringer(t, "", "decisions", "random", "--game", "goofspiel", "--beside", "nobody")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--beside: ")
	assert.Contains(t, o.Errs, "nobody")
}
