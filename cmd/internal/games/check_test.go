package games_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

func TestCheck(t *testing.T) {
	out := cmdtest.Done(t, "check", "kuhn", "--games", "5")
	assert.Contains(t, out, "laws hold on 5 random and 25 biased games")
	assert.Contains(t, out, "the seats differ: seat 0 bets first")
	report := cmdtest.Object(t, "check", "kuhn", "--games", "5", "--biased", "3")
	cmdtest.HasKeys(t, report, "game", "games_played", "biased_games", "laws", "ok")
	assert.Equal(t, true, report["ok"])
	assert.EqualValues(t, 5, report["games_played"])
	assert.EqualValues(t, 3, report["biased_games"])
	for _, l := range cmdtest.Elements(t, report, "laws") {
		cmdtest.HasKeys(t, l, "name", "ok", "detail")
	}
	assert.Contains(t, cmdtest.Done(t, "check", "kuhn", "--games", "5", "--biased", "0"), "laws hold on 5 random and 0 biased games")
}

// A check that is stopped says nothing about laws.
func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	assert.Equal(t, shell.ExitInterrupted, program.Run(ctx, []string{"check", "leduc"}, nil, &out, &errs))
	assert.Empty(t, out.String())
	assert.Equal(t, "ringer: interrupted\n", errs.String())
}
