package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/play"
)

// An agent is built once, in however many seats it sits: to read a network takes most of the
// time to the first question.
func TestATableBuildsAnAgentOnce(t *testing.T) {
	cmdtest.InFolder(t)
	table, err := play.NewTable(cmdtest.NewOpener(t), &play.PlayFlags{Vs: "bot(heat-4p)", Seat: 2}, []string{"heat"})
	require.NoError(t, err)
	seats := table.Seats()
	require.Len(t, seats, 4)
	assert.Nil(t, seats[1].Agent, "a person")
	for _, p := range []int{2, 3} {
		assert.Same(t, seats[0].Agent, seats[p].Agent)
	}
}
