package fivepossessions

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A decoded action says what its name says, and answers the question.
func TestDecode(t *testing.T) {
	x := newScript(t, build(t))
	assert.Equal(t, AskNothing, x.Question())
	x.do("seat 1 wins the toss")
	assert.Equal(t, AskSide, x.Question())
	for _, a := range x.LegalActions(nil) {
		c := x.game.Decode(a)
		assert.Equal(t, -1, c.Lane)
		assert.Equal(t, c.Side.String(), x.ActionString(a))
	}
	x.do("defense")
	attack := x.lays("Empty@1 Spread@2 Bunch@3 Wishbone@4")
	x.drawing(attack, x.lays("46_Bear@1 4-4@2 3-3-5@3 Zero_Blitz@4"))
	assert.Equal(t, AskPlace, x.Question())
	assert.Equal(t, Offense, x.Side())
	assert.Len(t, x.LegalActions(nil), 4)
	for _, a := range x.LegalActions(nil) {
		assert.Equal(t, fmt.Sprintf("Empty to lane %d", x.game.Decode(a).Lane+1), x.ActionString(a))
	}
}
