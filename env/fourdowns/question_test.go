package fourdowns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/fourdowns"
)

// A decoded action says what its name says, and answers the question.
func TestDecode(t *testing.T) {
	verbs := map[fourdowns.Verb]string{fourdowns.Knock: "knock", fourdowns.Pass: "pass", fourdowns.Call: "call", fourdowns.Fold: "fold"}
	asked := map[fourdowns.Question]map[fourdowns.Verb]bool{}
	g := game(t, "fourdowns")
	p := newPlayer(g, 5)
	for range 5000 {
		p.step()
		s := p.s.(*fourdowns.State)
		q := s.Question()
		require.Equal(t, s.CurrentPlayer() < 0, q == fourdowns.AskNothing)
		if q == fourdowns.AskNothing {
			continue
		}
		if asked[q] == nil {
			asked[q] = map[fourdowns.Verb]bool{}
		}
		for _, a := range s.LegalActions(nil) {
			c := g.Decode(a)
			asked[q][c.Verb] = true
			if c.Verb == fourdowns.Play {
				require.Equal(t, "play "+g.Card(c.Card).Name, s.ActionString(a))
				continue
			}
			require.Equal(t, -1, c.Card)
			require.Equal(t, verbs[c.Verb], s.ActionString(a))
		}
	}
	assert.Equal(t, map[fourdowns.Question]map[fourdowns.Verb]bool{
		fourdowns.AskWindow: {fourdowns.Knock: true, fourdowns.Pass: true},
		fourdowns.AskAnswer: {fourdowns.Knock: true, fourdowns.Call: true, fourdowns.Fold: true},
		fourdowns.AskOpen:   {fourdowns.Play: true},
		fourdowns.AskFollow: {fourdowns.Play: true},
	}, asked)
}
