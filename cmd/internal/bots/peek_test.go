package bots_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/cmd/internal/cmdtest"
)

// A bot that plays by its view passes with status 0, and the figures say what was tested.
func TestPeekTest(t *testing.T) {
	assert.Regexp(t, `^bot\(leduc\) at leduc, 3 games, seed 1\n\d+ decisions asked again in \d+ worlds, of which \d+ differ from the true one: 0 answers differ\n$`,
		cmdtest.Done(t, "peek-test", "ringer", "--game", "leduc", "--games", "3"))
	m := cmdtest.Object(t, "peek-test", "bot(leduc)", "--games", "3")
	cmdtest.HasKeys(t, m, "agent", "game", "games", "seed", "decisions", "worlds", "other", "differences")
	assert.EqualValues(t, 0, m["differences"])
	assert.Equal(t, 2, cmdtest.Ringer(t, "", "peek-test", "nobody", "--game", "leduc").Exit)
	assert.Equal(t, 2, cmdtest.Ringer(t, "", "peek-test", "random").Exit)
}
