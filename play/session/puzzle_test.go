package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/play/session"
)

// Every puzzle that ships begins at its task, for the seat that is to solve it, and tells
// nothing of how the hidden cards were dealt.
func TestShippedPuzzlesBegin(t *testing.T) {
	var all []string
	for _, name := range games.Names() {
		all = append(all, games.Configurations(name)...)
	}
	all = append(all, "fourdowns(players=2)")
	list := session.ShippedPuzzles(all)
	require.NotEmpty(t, list)
	assert.Empty(t, session.ShippedPuzzles([]string{"tictactoe"}))
	for _, p := range list {
		c := connect(t, newHost(t, func(c *session.Config) {
			c.Puzzles = list
			c.Games = append(c.Games, p.Game)
		}))
		welcome := c.say(`{"type":"hello","protocol":"ringer-table/1"}`)[0]
		assert.NotContains(t, welcome, `"Steps"`)
		seats := make([]string, games.MustNew(p.Game).Spec().Players)
		for i := range seats {
			seats[i] = `{"agent":"random"}`
		}
		seats[p.Seat] = `{"person":"Ann"}`
		_, v := begin(t, c, fmt.Sprintf(`{"type":"new","puzzle":%q,"practice":true,"seats":[%s]}`, p.ID, strings.Join(seats, ",")))
		assert.NotEmpty(t, v.names(), p.ID)
		assert.Equal(t, p.Seat, v.You, p.ID)
	}
}
