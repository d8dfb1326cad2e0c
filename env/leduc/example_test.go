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
	// Leduc hold'em, ranks JQK in two suits. You are seat 0 and hold Ks.
	// Pot 4: seat 0 paid 1, seat 1 paid 3.
	// Round 1: seat 0 checks, seat 1 raises.
	// You are to act, with 2 to call.
	// 0 fold
	// 1 call
	// 2 raise
}
