package lengths_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/lengths"
)

// timid never takes its last legal action where it has a choice.
type timid struct{}

func (timid) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		out[i].Probs = make([]float32, len(v.Legal))
		for k := range len(v.Legal) - 1 {
			out[i].Probs[k] = 1 / float32(len(v.Legal)-1)
		}
	}
	return out, nil
}

func study(t *testing.T, game string, agent agents.Agent, n int) *lengths.Study {
	t.Helper()
	c, err := corpus.Play(context.Background(), corpus.Config{
		Game: games.MustNew(game), Entries: []eval.Entry{{Name: "agent", Agent: agent}}, Games: n, Seed: 4,
	})
	require.NoError(t, err)
	s, err := lengths.Of(context.Background(), c, 1)
	require.NoError(t, err)
	again, err := lengths.Of(context.Background(), c, 3)
	require.NoError(t, err)
	assert.Equal(t, s, again, "results do not depend on workers")
	return s
}

// Agents that never raise make the raise of Leduc a dead action: it is legal, and never
// taken. With random players no action is dead.
func TestADeadActionIsFound(t *testing.T) {
	s := study(t, "leduc", timid{}, 300)
	require.Len(t, s.Unused, 1)
	a := s.Unused[0]
	assert.Equal(t, "raise", a.Block)
	assert.Equal(t, 300, a.Games)
	assert.Positive(t, a.Legal)
	require.Len(t, s.Flags, 1)
	assert.Equal(t, "never-used", s.Flags[0].Kind)
	assert.Equal(t, 300, s.Flags[0].N)
	assert.Less(t, s.Flags[0].High, .02)
	assert.Zero(t, s.Blocks[2].Met.Value)
	assert.Equal(t, 1, s.Blocks[2].Legal)
	assert.Equal(t, []int{}, s.Blocks[2].Never)

	s = study(t, "leduc", random.New(), 300)
	assert.Empty(t, s.Unused)
	assert.Empty(t, s.Flags)
	assert.Greater(t, s.Blocks[1].Met.Value, .5)
}

// A game of tic-tac-toe has 5 to 9 decisions, the last of which is forced. Of the 255,168
// games, 1,440 end after 5 marks, 5,328 after 6, 47,952 after 7, 72,576 after 8 and 127,872
// after 9, which gives random play 7.626 on average, and 35.24% of 9.
func TestLength(t *testing.T) {
	s := study(t, "tictactoe", random.New(), 500)
	assert.InDelta(t, 5, s.Decisions.Min, 0)
	assert.InDelta(t, 9, s.Decisions.Max, 0)
	assert.InDelta(t, 8, s.Choices.Max, 0)
	assert.Equal(t, s.Decisions.Mean.Value, s.Actions.Mean.Value, "no chance")
	assert.InDelta(t, 7.626, s.Decisions.Mean.Value, .2)
	assert.Less(t, s.Decisions.Mean.Low, s.Decisions.Mean.Value)
	assert.InDelta(t, .3524, s.AtBound.Value, .07)
	assert.Equal(t, 500, s.Questions[0].Met.Of)
	assert.InDelta(t, 1, s.Questions[0].Met.Value, 0)
}

// What the core of a skirmish game never asks is listed.
func TestQuestionsNeverAsked(t *testing.T) {
	s := study(t, "duel", random.New(), 20)
	asked := map[string]int{}
	for _, q := range s.Questions {
		asked[q.Name] = q.Times
	}
	assert.Positive(t, asked["score"])
	assert.Contains(t, asked, "bid")
	assert.Zero(t, asked["bid"])
}

// Rounds are counted as the rule book does: HEAT has three heists, and DUEL ends by round 15 at
// the latest. Minutes go by the choices, at the pace that the page in the browser tells
// players, too.
func TestRoundsAndMinutes(t *testing.T) {
	for game, want := range map[string]struct {
		unit        string
		least, most float64
	}{
		"heat": {"heist", 3, 3}, "heist": {"round", 2, 200}, "payday": {"round", 1, 60}, "duel": {"round", 1, 15},
		"fourdowns": {"hand", 2, 200}, "fivepossessions": {"possession", 2, 60}, "kuhn": {},
	} {
		s := study(t, game, random.New(), 12)
		assert.Equal(t, want.unit, s.Unit, game)
		if want.unit == "" {
			assert.Nil(t, s.Rounds, game)
			continue
		}
		assert.GreaterOrEqual(t, s.Rounds.Min, want.least, game)
		assert.LessOrEqual(t, s.Rounds.Max, want.most, game)
		assert.InDelta(t, s.Choices.Mean.Value/5, lengths.Minutes(s.Choices).Mean.Value, 1e-9, game)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "play", "web", "src", "pages", "facts.tsx"))
	require.NoError(t, err)
	assert.Contains(t, string(text), fmt.Sprintf("const pace = %d // seconds", lengths.Pace))
}
