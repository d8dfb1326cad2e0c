package kuhn_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/kuhn"
)

// Play one hand: chance deals, the seats bet.
func Example() {
	game, err := kuhn.New(kuhn.Defaults())
	if err != nil {
		panic(err)
	}
	state := game.NewInitialState()
	for _, name := range []string{"deal K", "deal Q", "pass", "bet", "bet"} {
		action, err := env.ParseAction(state, name)
		if err != nil {
			panic(err)
		}
		if err := state.Apply(action); err != nil {
			panic(err)
		}
	}
	returns := make([]float64, game.Spec().Players)
	state.Returns(returns)
	fmt.Println(state, returns)
	// Output: KQ pbb [2 -2]
}
