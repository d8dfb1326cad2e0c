package heat_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

// A game is built from its string; chance is rolled by whoever drives it.
func Example() {
	game := games.MustNew("heat(players=3)")
	s := game.NewInitialState()
	rng := env.Stream(1, "example")
	if _, err := drive.Roll(s, rng); err != nil {
		panic(err)
	}
	fmt.Println(s.CurrentPlayer(), "to choose among:")
	for _, a := range s.LegalActions(nil) {
		fmt.Println(" ", s.ActionString(a))
	}
	// Output:
	// seat 0 to choose among:
	//   pass Lookout
	//   pass Getaway Driver
}
