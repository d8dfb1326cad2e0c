package expert_test

import (
	"context"
	"fmt"

	"ringer/agents/roster"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

// An expert decides from what its seat sees, as every agent does.
func Example() {
	game := games.MustNew("heat")
	agent, err := roster.New("expert", roster.Sources{Game: game})
	if err != nil {
		panic(err)
	}
	rng := env.Stream(4, "example")
	s := game.NewInitialState()
	if _, err := drive.Roll(s, rng); err != nil {
		panic(err)
	}
	view := agents.NewViewer(game).View(s, rng)
	decisions, err := agent.Decide(context.Background(), []agents.View{view})
	if err != nil {
		panic(err)
	}
	for i, a := range view.Legal {
		fmt.Printf("%s: %.0f%%\n", view.ActionString(a), 100*decisions[0].Probs[i])
	}
	// Output:
	// pass Night Train: 100%
	// pass Safe House: 0%
}
