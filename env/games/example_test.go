package games_test

import (
	"fmt"

	"ringer/env/games"
)

func ExampleNew() {
	g, err := games.New("kuhn(players=3)")
	fmt.Println(g.Spec(), g.Spec().Players, err)

	_, err = games.New("kuhn(players=9)")
	fmt.Println(err)
	// Output:
	// kuhn(players=3) 3 <nil>
	// kuhn: players: 9: want a number from 2 to 5
	//   players=2 (2, 3, 4, 5)  seats at the table; the deck has one card more
}
