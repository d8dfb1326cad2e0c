package tictactoe_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/tictactoe"
)

// The board as seat 1 sees it after two marks.
func Example() {
	game, err := tictactoe.New(tictactoe.Defaults())
	if err != nil {
		panic(err)
	}
	state := game.NewInitialState()
	for _, name := range []string{"b2", "a1"} {
		action, err := env.ParseAction(state, name)
		if err != nil {
			panic(err)
		}
		if err := state.Apply(action); err != nil {
			panic(err)
		}
	}
	fmt.Println(state.(env.Texter).Text(1))
	// Output:
	//   1 2 3
	// a O . .
	// b . X .
	// c . . .
	// You are seat 1 and play O.
	// Seat 0 is to mark a cell.
}
