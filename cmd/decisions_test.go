package cmd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What two agents bid, and that --top cuts the list and nothing else.
func TestDecisions(t *testing.T) {
	args := []string{"decisions", "random", "greedy", "--game", "goofspiel", "--games", "20", "--kind", "bid", "--top", "3"}
	out := done(t, args...)
	assert.Equal(t, 2, strings.Count(out, "AT RANDOM"), "a list for each agent")
	assert.Equal(t, 6, strings.Count(out, "\nbid ")-2, "three lines each, after a table of kinds each")
	o := object(t, args...)
	hasKeys(t, o, "game", "games", "seed", "kind", "agents")
	for _, a := range elements(t, o, "agents") {
		hasKeys(t, a, "name", "kinds")
		kinds := elements(t, a, "kinds")
		require.Len(t, kinds, 1)
		hasKeys(t, kinds[0], "kind", "decisions", "forced", "entropy", "top", "different", "actions")
		actions := elements(t, kinds[0], "actions")
		assert.Len(t, actions, 4)
		for _, c := range actions {
			hasKeys(t, c, "name", "count", "share", "offered", "taken", "random")
		}
	}
}

// --beside asks another agent about the choices of the first one.
func TestDecisionsBesideAnother(t *testing.T) {
	args := []string{"decisions", "random", "greedy", "--game", "goofspiel", "--games", "20", "--kind", "bid", "--beside", "greedy"}
	out := done(t, args...)
	assert.Equal(t, 1, strings.Count(out, "APART"), "for the first agent alone")
	assert.Equal(t, 1, strings.Count(out, "BESIDE"))
	listed := elements(t, object(t, args...), "agents")
	first, second := elements(t, listed[0], "kinds")[0], elements(t, listed[1], "kinds")[0]
	hasKeys(t, first, "kind", "decisions", "forced", "entropy", "apart", "top", "different", "actions")
	for _, a := range elements(t, first, "actions") {
		hasKeys(t, a, "name", "count", "share", "offered", "taken", "beside", "random")
	}
	assert.NotContains(t, second, "apart")

	o := ringer(t, "", "decisions", "random", "--game", "goofspiel", "--beside", "nobody")
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "--beside: ")
	assert.Contains(t, o.errs, "nobody")
}
