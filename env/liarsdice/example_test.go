package liarsdice_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/liarsdice"
)

// A round with two four-sided dice each; the four is wild.
func Example() {
	game, err := liarsdice.New(liarsdice.Config{Dice: 2, Sides: 4})
	if err != nil {
		panic(err)
	}
	state := game.NewInitialState()
	for _, name := range []string{"roll 4", "roll 1", "roll 2", "roll 3", "1x2", "2x2", "liar"} {
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
	// Output: 1,4 | 2,3: 1x2 2x2 liar [-1 1]
}
