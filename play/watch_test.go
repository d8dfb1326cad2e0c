package play_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/play"
)

// watch shows a record to a script.
func watch(t *testing.T, table *play.Table, eyes play.Eyes, height int, input string) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, play.Watch(t.Context(), table.Game(), table.Record(), eyes, play.TerminalConfig{
		In: strings.NewReader(input), Out: &out, Height: height, Echo: true,
	}))
	return out.String()
}

func TestStepThroughAGame(t *testing.T) {
	g := kuhnOf(t, 2)
	table := play.NewTable(g, against(g, first{}, 0), 3)
	sit(t, table, "bet\n")

	text := watch(t, table, play.Eyes{Open: true}, 24, "\n\nback\n4\nseat 2\nstart\nopen\nback\n9\nhop\nseat 3\n?\nq\nnever read\n")
	for _, want := range []string{
		"Kuhn poker · moment 0 of 4 · open", "· seat 1 (a person) gets J\n", "moment 2 of 4", "· seat 2 (first) gets K\n",
		"> back\n\n  · seat 1 (a person) gets J\n", "> 4\n", "Seat 1 won.\n", "moment 4 of 4 · as seat 2 saw it", "moment 0 of 4 · as seat 2 saw it",
		"there is no moment -1: they go from 0 to 4", "there is no moment 9", `no command is called "hop"`, "want seat N with N from 1 to 2",
		"go to moment 12",
	} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "never read")

	mine := watch(t, table, play.Eyes{Seat: 1}, 24, "4\n")
	before, _, _ := strings.Cut(mine, "> 4")
	assert.NotContains(t, before, "gets J")
}

// A record is printed at once, and nothing is read, where there is no screen.
func TestAGameIsPrinted(t *testing.T) {
	g := kuhnOf(t, 2)
	table := play.NewTable(g, against(g, first{}, 0), 3)
	sit(t, table, "bet\n")
	text := watch(t, table, play.Eyes{Open: true}, 0, "q\n")
	for _, want := range []string{"gets J", "gets K", "seat 1 (a person) bets", "seat 2 (first) passes", "Seat 2  paid 1 chip", "seat 1 (a person)  +1"} {
		assert.Contains(t, text, want)
	}
	assert.True(t, strings.HasSuffix(text, "Seat 1 won.\n"))
	assert.NotContains(t, watch(t, table, play.Eyes{Seat: 0}, 0, ""), "gets K")
}

// An open game is seen through one seat's eyes only.
func TestEyesThatAreKept(t *testing.T) {
	g := kuhnOf(t, 2)
	table := play.NewTable(g, against(g, first{}, 0), 3)
	sit(t, table, "q\n")
	text := watch(t, table, play.Eyes{Seat: 0, Kept: true}, 24, "end\nopen\nseat 2\n")
	assert.Equal(t, 2, strings.Count(text, "the game is not over"))
	assert.NotContains(t, text, "gets K")
	assert.Contains(t, watch(t, table, play.Eyes{Seat: 0, Kept: true}, 0, ""), "The game is not over.")
}

func TestARecordOfOtherRulesIsNotShown(t *testing.T) {
	g := kuhnOf(t, 2)
	table := play.NewTable(g, against(g, first{}, 0), 3)
	sit(t, table, "bet\n")
	err := play.Watch(t.Context(), kuhnOf(t, 3), table.Record(), play.Eyes{Open: true}, play.TerminalConfig{})
	assert.ErrorContains(t, err, "spec hash")
	table.Record().Returns[0] = 7
	err = play.Watch(t.Context(), g, table.Record(), play.Eyes{Seat: env.Player(0)}, play.TerminalConfig{})
	assert.ErrorContains(t, err, "returns")
}
