package agents_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
)

// valued gives every decision a value, and notes how many views it was asked about.
type valued struct {
	value float32
	asked *int
	err   error
}

func (a valued) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	*a.asked += len(views)
	out := agents.Decisions(views)
	for i := range out {
		out[i].Probs[0], out[i].Value = 1, a.value
	}
	return out, a.err
}

func TestAskEach(t *testing.T) {
	var views []agents.View
	for _, seat := range []env.Player{1, 0, 1, 0, 0} {
		views = append(views, agents.View{Seat: seat, Legal: []env.Action{3, 4}})
	}
	var asked [3]int
	fault := errors.New("tired")
	list := []agents.Agent{valued{1, &asked[0], nil}, valued{2, &asked[1], nil}, valued{3, &asked[2], fault}}
	bySeat := func(v *agents.View) int { return int(v.Seat) }

	decisions, err := agents.AskEach(t.Context(), list, views, bySeat)
	require.NoError(t, err, "the third has no views, and is not asked")
	require.NoError(t, agents.Check(decisions, views))
	for i, want := range []float32{2, 1, 2, 1, 1} {
		assert.InDelta(t, want, decisions[i].Value, 0, "view %d", i)
	}
	assert.Equal(t, [3]int{3, 2, 0}, asked)

	_, err = agents.AskEach(t.Context(), list, views, func(*agents.View) int { return 2 })
	assert.ErrorIs(t, err, fault)
	decisions, err = agents.AskEach(t.Context(), list[:1], views, bySeat)
	require.NoError(t, err)
	assert.Len(t, decisions, len(views), "an only agent decides about all")
}

// wrong returns a decision too many.
type wrong struct{}

func (wrong) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	return append(agents.Decisions(views), agents.Decision{}), nil
}

func TestAskChecks(t *testing.T) {
	_, err := agents.Ask(t.Context(), wrong{}, []agents.View{{Legal: []env.Action{0}}})
	var fault *agents.DecisionError
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, -1, fault.View)
}
