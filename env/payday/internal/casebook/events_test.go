package casebook_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/payday"
)

// tell plays actions by name and returns what a seat is told of them, an action a line;
// chance takes its first outcome and is told as well.
func (b *board) tell(p env.Player, names ...string) []string {
	b.t.Helper()
	var lines []string
	apply := func(a env.Action) {
		before := b.Clone()
		require.NoError(b.t, b.Apply(a))
		var told []string
		for _, e := range env.Tell(before, p, a, b.State, nil) {
			told = append(told, env.Reading{}.Event(e))
		}
		lines = append(lines, strings.Join(told, "; "))
	}
	chance := func() {
		for b.CurrentPlayer() == env.Chance {
			apply(b.LegalActions(nil)[0])
		}
	}
	for _, name := range names {
		chance()
		a, err := env.ParseAction(b.State, name)
		require.NoError(b.t, err, "asked to %s", b.Question())
		apply(a)
	}
	chance()
	return lines
}

// A heist is laid out behind a screen: the Criminal is told once, when it lies there. First
// hands and secret discards are told the other side by their number, in one line.
func TestSetupIsToldOnceItLies(t *testing.T) {
	setup := []string{"end the column in PAYDAY", "use Lobby", "column 1 place 1", "use Steel Gate", "column 1 place 2"}
	start := func() *board {
		g := small(t, "criminal_hand=2", "police_hand=3", "guards_per_loot=0")
		return &board{t, g.NewInitialState().(*payday.State)}
	}
	b := start()
	assert.Equal(t, []string{
		"", "", "", "", "seat 1 lays the heist out, face down",
		"", "seat 0 draws Mastermind, Mastermind",
		"seat 0 keeps the hand",
		"", "", "seat 1 draws 3 cards",
		"", "", "seat 1 discards 2 cards in secret",
		"", "seat 1 draws 2 cards; seat 0 gets $1; the table: round 1 begins",
	}, b.tell(payday.Criminal, append(setup, "keep", "discard Patrol Officer", "discard Patrol Officer", "end")...))
	b = start()
	assert.Equal(t, []string{
		"seat 1 ends column 1 in PAYDAY", "seat 1 picks Lobby", "seat 1 puts Lobby at column 1 place 1", "seat 1 picks Steel Gate",
		"seat 1 puts Steel Gate at column 1 place 2; seat 1 lays the heist out, face down",
		"", "seat 0 draws 2 cards",
		"seat 0 keeps the hand",
		"", "", "seat 1 draws Patrol Officer, Patrol Officer, Patrol Officer",
		"seat 1 discards Patrol Officer in secret", "seat 1 discards no more",
	}, b.tell(payday.Police, append(setup, "keep", "discard Patrol Officer", "end")...)[:13])
}

// A drawn card has its name for its owner alone; a look at the other hand tells both.
func TestHandsAreToldToWhomeverSeesThem(t *testing.T) {
	const table = quiet + `
hands: {criminal: [inside-man], police: [patrol, beat-cop]}`
	for p, drawn := range []string{"Mastermind", "a card"} {
		b := one(t, table)
		assert.Equal(t, []string{
			"seat 0 plays Inside Man; seat 1 shows Patrol Officer, Beat Cop", "seat 0 plays no more",
			"seat 0 draws " + drawn + "; seat 1 gets $1; seat 1 begins a turn",
		}, b.tell(env.Player(p), "play Inside Man", "end"))
	}
}
