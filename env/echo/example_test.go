package echo_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/echo"
)

// The echo shows what the seat guessed the round before.
func Example() {
	game, err := echo.New(echo.Defaults())
	if err != nil {
		panic(err)
	}
	state := game.NewInitialState()
	for _, name := range []string{"answer 1 ago +0", "A", "show B", "B", "show A"} {
		action, err := env.ParseAction(state, name)
		if err != nil {
			panic(err)
		}
		if err := state.Apply(action); err != nil {
			panic(err)
		}
	}
	fmt.Println(state.(env.Texter).Text(0))
	// Output:
	// Round 3 of 12
	// Seat 0 (you)  to act
	// Rounds before, the newest first (and the sign): guess B (A), guess A (B)
	// Which sign does the echo show?
	// It answers one of your guesses before, always from as many rounds ago and in the same way, but for a few rounds.
}
