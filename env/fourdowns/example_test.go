package fourdowns_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

// What the first player to decide is told, and what it may do.
func Example() {
	game := games.MustNew("fourdowns(players=3)")
	s := game.NewInitialState()
	rng := env.Stream(1, "example")
	if _, err := drive.Roll(s, rng); err != nil {
		panic(err)
	}
	fmt.Println(s.(env.Texter).Text(s.CurrentPlayer()))
	for _, a := range s.LegalActions(nil) {
		fmt.Println(a, s.ActionString(a))
	}
	// Output:
	// 4 Downs: 100 yards and you are out. Hand 1, down 1 of 4, dealt by seat 0.
	// Stake: 10 yards, 0 of 4 knocks made.
	// Seat 1 (you)    0 yards, in for 10, cards 4
	// Seat 2          0 yards, in for 10, cards 4
	// Seat 0          0 yards, in for 10, cards 4
	// Your hand:
	//   Shotgun Trips (blue offense 4)
	//   4-4 (green defense 5)
	//   Punt Return (orange defense 6)
	//   Zero Blitz (orange defense 5)
	// You: knock or pass.
	// 28 knock
	// 29 pass
}
