package cmd

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCheck(t *testing.T) {
	out := done(t, "check", "kuhn", "--games", "5")
	assert.Contains(t, out, "laws hold on 5 random and 25 biased games")
	assert.Contains(t, out, "the seats differ: seat 0 bets first")
	report := object(t, "check", "kuhn", "--games", "5", "--biased", "3")
	hasKeys(t, report, "game", "games_played", "biased_games", "laws", "ok")
	assert.Equal(t, true, report["ok"])
	assert.EqualValues(t, 5, report["games_played"])
	assert.EqualValues(t, 3, report["biased_games"])
	for _, l := range elements(t, report, "laws") {
		hasKeys(t, l, "name", "ok", "detail")
	}
	assert.Contains(t, done(t, "check", "kuhn", "--games", "5", "--biased", "0"), "laws hold on 5 random and 0 biased games")
}

// A check that is stopped says nothing about laws.
func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	assert.Equal(t, exitInterrupted, run(ctx, []string{"check", "leduc"}, nil, &out, &errs))
	assert.Empty(t, out.String())
	assert.Equal(t, "ringer: interrupted\n", errs.String())
}
