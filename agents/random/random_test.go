package random_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
)

func Example() {
	views := []agents.View{{Legal: []env.Action{3, 8}}, {Legal: []env.Action{0, 1, 2, 9}}}
	decisions, err := random.New().Decide(context.Background(), views)
	fmt.Println(decisions[0].Probs, decisions[1].Probs, err)
	// Output: [0.5 0.5] [0.25 0.25 0.25 0.25] <nil>
}

func TestEveryLengthIsADistribution(t *testing.T) {
	var views []agents.View
	for n := 1; n < 300; n++ {
		views = append(views, agents.View{Legal: make([]env.Action, n)})
	}
	decisions, err := random.New().Decide(context.Background(), views)
	require.NoError(t, err)
	require.NoError(t, agents.Check(decisions, views))
	allocations := testing.AllocsPerRun(10, func() {
		if _, err := random.New().Decide(context.Background(), views); err != nil {
			t.Fatal(err)
		}
	})
	assert.LessOrEqual(t, allocations, 2.0, "one slice of decisions and one of probabilities, however many views")
}
