package leduc_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/leduc"
)

// A seat that faces a raise sees the table and its legal actions.
func Example() {
	game, err := leduc.New(leduc.Defaults())
	if err != nil {
		panic(err)
	}
	state := game.NewInitialState()
	for _, name := range []string{"deal Ks", "deal Jh", "check", "raise"} {
		action, err := env.ParseAction(state, name)
		if err != nil {
			panic(err)
		}
		if err := state.Apply(action); err != nil {
			panic(err)
		}
	}
	fmt.Println(state.(env.Texter).Text(state.CurrentPlayer()))
	for _, action := range state.LegalActions(nil) {
		fmt.Println(action, state.ActionString(action))
	}
	// Output:
	// Betting round 1 of 2 · pot 4 chips
	// Seat 0 (you)  paid 1 chip · to act
	//   Card: K of spades
	// Seat 1  paid 3 chips
	//   Card: 1 face down
	// Round 1: you checked, seat 1 raised.
	// There is a raise: fold, call, or raise again?
	// A card that pairs the open card beats all others; otherwise the higher rank wins.
	// 0 fold
	// 1 call
	// 2 raise
}
