package agents_test

import (
	"context"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

// cautious passes whenever it may.
type cautious struct{}

func (cautious) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views) // zeros: a probability for each legal action
	for i := range views {
		decisions[i].Probs[0] = 1
	}
	return decisions, nil
}

// An agent sees a view of its seat, and the driver draws from its decision.
func Example() {
	game := games.MustNew("kuhn")
	var table drive.Table
	table.Set(game.NewInitialState())
	viewer, rng := agents.NewViewer(game), env.Stream(1, "example")
	err := table.Play(rng, func(env.Player, []env.Action) (env.Action, error) {
		view := viewer.View(table.State(), rng)
		decisions, err := agents.Ask(context.Background(), cautious{}, []agents.View{view})
		if err != nil {
			return 0, err
		}
		action := agents.Sample(decisions[0], view.Legal, rng)
		fmt.Println(view.Seat, "plays", view.ActionString(action))
		return action, nil
	})
	fmt.Println(err)
	// Output:
	// seat 0 plays pass
	// seat 1 plays pass
	// <nil>
}
