package fivepossessions_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/games"
)

// A toss, a choice, and the hands are drawn.
func Example() {
	game := games.MustNew("fivepossessions(file=mini)")
	state := game.NewInitialState()
	for _, name := range []string{"seat 1 wins the toss", "offense", "draw Spread", "draw Wing", "draw Dime", "draw Four Four"} {
		action, err := env.ParseAction(state, name)
		if err != nil {
			panic(err)
		}
		if err := state.Apply(action); err != nil {
			panic(err)
		}
	}
	fmt.Println(state.(env.Texter).Text(state.CurrentPlayer()))
	// Output:
	// Yards: you 0, seat 0 0; 20 win. Possession 1, line 1 of 2. You attack.
	//   Lane 1  open
	//   Lane 2  open
	// Your hand:
	//   Spread                  blue    1 orange 0 purple 1 green 4 blue 5 yellow
	//   Wing                    green   1 orange 2 purple 2 green 1 blue 5 yellow
	// You: choose a lane for Spread.
}
