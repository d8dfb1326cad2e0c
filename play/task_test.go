package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/play"
	"ringer/play/puzzles"
)

// At a puzzle the terminal says whether the decision was the solution, and lets the person
// try again, hear the solution, play on or leave.
func TestAPuzzleAtTheTerminal(t *testing.T) {
	g := kuhnOf(t, 2)
	deal := g.NewInitialState()
	steps := []env.Action{deal.LegalActions(nil)[0]}
	require.NoError(t, deal.Apply(steps[0]))
	for deal.CurrentPlayer() == env.Chance {
		legal := deal.LegalActions(nil)
		steps = append(steps, legal[len(legal)-1]) // not what the seed deals
		require.NoError(t, deal.Apply(steps[len(steps)-1]))
	}
	require.Equal(t, env.Player(0), deal.CurrentPlayer())
	p := &puzzles.Puzzle{
		ID: "one", Game: g.Spec().String(), SpecHash: g.Spec().Hash, Title: "Kuhn poker: the bluff", Words: "What do you do?", Steps: steps,
		Solution: puzzles.Solution{Action: 1, Name: "bet", Second: "pass", Source: "kuhn, 256 worlds", Why: "a bluff"},
	}
	record, err := p.Record(g)
	require.NoError(t, err)
	run := func(input string) (play.Outcome, string, *play.Table) {
		table, err := play.ResumeTable(g, against(g, first{}, 0), record)
		require.NoError(t, err)
		outcome, text := sit(t, table, input, func(c *play.TerminalConfig) { c.Puzzle = p })
		return outcome, text, table
	}

	outcome, text, _ := run("bet\n\n")
	assert.True(t, outcome.Over)
	assert.Contains(t, text, "Kuhn poker: the bluff\nWhat do you do?")
	assert.Contains(t, text, "Solved: Bet.")
	assert.NotContains(t, text, "again: try once more")

	outcome, text, _ = run("pass\nperhaps\nsolution\nagain\nbet\n\n")
	assert.True(t, outcome.Over)
	assert.Contains(t, text, "Not the best: Pass.")
	assert.Contains(t, text, `"perhaps": want again, solution, q`)
	assert.Contains(t, text, "The solution: Bet.")
	assert.Contains(t, text, "a bluff.")
	assert.Contains(t, text, "Solved: Bet.")

	outcome, text, table := run("pass\nagain\nq\n")
	assert.False(t, outcome.Over)
	var dealt []env.Action
	for _, s := range table.Record().Steps {
		dealt = append(dealt, s.Action)
	}
	assert.Equal(t, steps, dealt, "it begins again at the task")
	assert.NotContains(t, text, "Solved")

	outcome, text, table = run("pass\nq\n")
	assert.False(t, outcome.Over)
	assert.NotContains(t, text, "The solution", "it is told when somebody asks")
	assert.Len(t, table.Record().Steps, len(steps)+1)

	outcome, text, _ = run("pass\n\n")
	assert.True(t, outcome.Over, "the game goes on")
	assert.NotContains(t, text, "Solved")
	_, text, _ = run("pass\n")
	assert.NotContains(t, text, "Solved", "the input ends")
}
