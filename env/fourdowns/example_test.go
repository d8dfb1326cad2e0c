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
	// Hand 1 · down 1 of 4 · stake 10 yards · knocks 0 of 4
	// Seat 1 (you)  yards lost 0 of 100 · in for 10 yards · this game 0 knocks, 0 calls, 0 folds · to act · opens
	//   Your hand:
	//     Punt Return (orange defense): Orange defense, strength 6. Once it has opened a down, orange offense of its strength or more takes the lead: Field Goal (7) or Punt (6).
	//     Zero Blitz (orange defense): Orange defense, strength 5. Once it has opened a down, orange offense of its strength or more takes the lead: Field Goal (7), Punt (6) or Wildcat (5).
	//     4-4 (green defense): Green defense, strength 5. Once it has opened a down, green offense of its strength or more takes the lead: Wishbone (7), Flexbone (6) or I-Formation (5).
	//     Shotgun Trips (blue offense): Blue offense, strength 4. Once it has opened a down, blue defense of its strength or more takes the lead: Nickel (7), Dime (6) or Quarter (4).
	// Seat 2  yards lost 0 of 100 · in for 10 yards · this game 0 knocks, 0 calls, 0 folds
	//   Hand: 4 face down
	// Seat 0  yards lost 0 of 100 · in for 10 yards · this game 0 knocks, 0 calls, 0 folds · dealer
	//   Hand: 4 face down
	// Down 1 of 4: knock, or pass?
	// The hand is for 10 yards, which all in it lose but the player that leads the last down. A knock makes it 20: the others call, fold or knock again.
	// 28 knock
	// 29 pass
}
