package goofspiel_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/goofspiel"
)

// Bids are hidden commits: before and after seat 0 has bid, seat 1 sees the
// same.
func Example() {
	game, err := goofspiel.New(goofspiel.Defaults())
	if err != nil {
		panic(err)
	}
	state := game.NewInitialState()
	for _, name := range []string{"bid 4", "bid 2", "bid 1"} {
		fmt.Println(state.(env.InfoStater).InformationState(1))
		action, err := env.ParseAction(state, name)
		if err != nil {
			panic(err)
		}
		if err := state.Apply(action); err != nil {
			panic(err)
		}
	}
	fmt.Println(state.(env.InfoStater).InformationState(1))
	// Output:
	// 1: 4:
	// 1: 4:
	// 1: 4:2>0 3:
	// 1: 4:2>0 3:
}
