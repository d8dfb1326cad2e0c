package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/replay"
)

// The only card that is left is played without a question, and told in a line.
func TestWhereThereIsNoChoiceTheGameGoesOn(t *testing.T) {
	g := games.MustNew("fivepossessions")
	table := play.NewTable(g, []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, 1)
	_, text := sit(t, table, strings.Repeat("1\n2\n3\n4\n", 5)+"q\n")
	assert.Regexp(t, `(?m)^  · you .* \(no other choice\)$`, text)
	assert.NotContains(t, text, "Enter takes it", "nothing is revealed while cards are laid down")
	before := g.NewInitialState()
	forced := 0
	for _, step := range table.Record().Steps {
		if step.Player == 0 && len(before.LegalActions(nil)) == 1 {
			forced++
		}
		require.NoError(t, before.Apply(step.Action))
	}
	assert.Equal(t, forced, strings.Count(text, "(no other choice)"))
}

// It stops where the person was dealt something, though there is no choice.
func TestADealIsSeenWhereThereIsNoChoice(t *testing.T) {
	g := games.MustNew("payday")
	table := play.NewTable(g, []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, 1)
	_, text := sit(t, table, "1\nq\n")
	assert.Contains(t, text, "1 Keep this hand (Enter takes it)")
}

// Undo goes back to the last decision at which there was a choice, or nowhere.
func TestUndoGoesBackOverForcedActions(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for long")
	}
	undone, refused := 0, 0
	for _, game := range []string{"heist", "payday", "fivepossessions"} {
		for seed := range uint64(2) {
			g := games.MustNew(game)
			deal := func() *play.Table {
				return play.NewTable(g, []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, seed)
			}
			for n := 1; n < 25; n++ {
				straight := deal()
				_, _ = sit(t, straight, strings.Repeat("1\n", n)+"q\n")
				if steps := straight.Record().Steps; straight.Over() || !endsForced(t, g, steps) {
					continue
				}
				table := deal()
				_, text := sit(t, table, strings.Repeat("1\n", n)+"undo\nq\n")
				steps := table.Record().Steps
				if strings.Contains(text, "not taken back") {
					refused++
					assert.Equal(t, straight.Record().Steps, steps)
					continue
				}
				undone++
				s := g.NewInitialState()
				for _, step := range steps {
					require.NoError(t, s.Apply(step.Action))
				}
				assert.Greater(t, len(s.LegalActions(nil)), 1)
				assert.Equal(t, steps, straight.Record().Steps[:len(steps)])
			}
		}
	}
	t.Logf("%d taken back, %d refused", undone, refused)
	assert.Positive(t, undone)
	assert.Positive(t, refused)
}

// endsForced reports whether the last step is one of seat 0 without a choice.
func endsForced(t *testing.T, g env.Game, steps []replay.Step) bool {
	s := g.NewInitialState()
	for _, step := range steps[:len(steps)-1] {
		require.NoError(t, s.Apply(step.Action))
	}
	return s.CurrentPlayer() == 0 && len(s.LegalActions(nil)) == 1
}
