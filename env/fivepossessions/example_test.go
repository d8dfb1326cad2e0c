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
	// Possession 1 · line 1 of 2
	// Seat 1 (you)  offense · yards 0 of 20 · to act
	//   Your hand:
	//     Spread (blue) [place this one]: Blue offense with 1 orange, 1 green, 4 blue and 5 yellow men. On its lane blue men count: it has 4, and beats 2 of the 3 defense cards.
	//     Wing (green): Green offense with 1 orange, 2 purple, 2 green, 1 blue and 5 yellow men. On its lane green men count: it has 2, and beats 1 of the 3 defense cards.
	//   Seen of the offense (3 of 3 not seen)
	// Seat 0  defense · yards 0 of 20
	//   Hand of the defense: 2 face down
	//   Seen of the defense (3 of 3 not seen)
	// Lanes:
	//   Lane 1 (open): Place here
	//   Lane 2 (open): Place here
	// Line 1 of 2, card 1 of 2: on which lane do you put Spread (blue), face down?
	// To win the lane it needs more men of its counting colours than the defense card there. You go on if you win at least one lane.
}
