package cmd

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A bot that plays by its view passes with status 0, and the figures say what was tested.
func TestPeekTest(t *testing.T) {
	assert.Regexp(t, `^bot\(leduc\) at leduc, 3 games, seed 1\n\d+ decisions asked again in \d+ worlds, of which \d+ differ from the true one: 0 answers differ\n$`,
		done(t, "peek-test", "ringer", "--game", "leduc", "--games", "3"))
	m := object(t, "peek-test", "bot(leduc)", "--games", "3")
	hasKeys(t, m, "agent", "game", "games", "seed", "decisions", "worlds", "other", "differences")
	assert.EqualValues(t, 0, m["differences"])
	assert.Equal(t, 2, ringer(t, "", "peek-test", "nobody", "--game", "leduc").exit)
	assert.Equal(t, 2, ringer(t, "", "peek-test", "random").exit)
}
