package darkhex_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/darkhex"
)

// Seat 1 meets the stone of seat 0, and tries another cell.
func Example() {
	game, err := darkhex.New(darkhex.Config{Rows: 3, Columns: 2, Variant: darkhex.Classical})
	if err != nil {
		panic(err)
	}
	state := game.NewInitialState()
	for _, name := range []string{"b1", "b1"} {
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
	// Placing
	// Seat 1 (you)  O · to act
	//   Your tries: b1 [taken]
	// Seat 0  X
	// Board:
	//   . .
	//   X .
	//   . .
	// Where do you try to put a stone O?
	// Connect the left column with the right column. A cell touches those beside it, above and below it, up to the right and down to the left.
}
