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
	// Marking
	// Seat 1 (you)  O
	// Seat 0  X · to act
	// Board:
	//   O . .
	//   . X .
	//   . . .
	// Seat 0 marks a cell.
}
