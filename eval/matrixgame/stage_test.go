package matrixgame_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval/matrixgame"
	"ringer/eval/tree"
	"ringer/train/cfr"
)

func build(t *testing.T, game string) *tree.Tree {
	t.Helper()
	walked, err := tree.Build(t.Context(), games.MustNew(game), 0)
	require.NoError(t, err)
	return walked
}

// Two cards, the larger prize first. By hand: who alone bids the 2 wins the
// larger prize and the game; equal bids draw.
func TestStageByHand(t *testing.T) {
	walked := build(t, "goofspiel(cards=2,impinfo=false)")
	s, err := matrixgame.StageAt(walked, walked.Uniform(), 0)
	require.NoError(t, err)
	assert.Equal(t, env.Player(0), s.Row)
	assert.Equal(t, env.Player(1), s.Column)
	assert.Equal(t, []env.Action{0, 1}, s.RowActions)
	assert.Equal(t, s.RowActions, s.ColumnActions)
	assert.Equal(t, [][]float64{{0, -1}, {1, 0}}, s.Payoffs)
}

// At an equilibrium of a game whose bids are shown, the stage at the start is
// worth what the game is, and nobody gains by choosing otherwise there.
func TestStageOfAnEquilibrium(t *testing.T) {
	walked := build(t, "goofspiel(cards=4,impinfo=false)")
	solver, err := cfr.New(walked, cfr.Defaults(cfr.Plus))
	require.NoError(t, err)
	solver.Iterate(2000)
	policy := make(tree.Policy, walked.Slots())
	point, values := solver.Measure(policy)
	s, err := matrixgame.StageAt(walked, policy, 0)
	require.NoError(t, err)
	assert.InDelta(t, values[0], matrixgame.Solve(s.Payoffs).Value, 2*point.NashConv+1e-9)
	second := walked.Infoset[walked.First[0]]
	row, column := matrixgame.Gains(s.Payoffs, walked.At(policy, walked.Infoset[0]), walked.At(policy, second))
	assert.LessOrEqual(t, row+column, point.NashConv+1e-9)
}

func TestNoStage(t *testing.T) {
	walked := build(t, "kuhn")
	for node, reason := range map[int32]string{
		0:                                   "chance acts here",
		int32(walked.TerminalNode[0]):       "terminal acts here",
		walked.Example[0]:                   "not the hidden choice of another seat",
		walked.Example[walked.Infosets()-1]: "not the hidden choice of another seat",
	} {
		_, err := matrixgame.StageAt(walked, walked.Uniform(), node)
		var stage *matrixgame.StageError
		require.ErrorAs(t, err, &stage)
		assert.ErrorContains(t, err, reason)
	}
}
