package playdesign_test

import (
	"fmt"

	"ringer/configs"
	"ringer/env/playdesign"
)

// A deck is read like every configuration: onto the form of the printed game.
func ExampleDeck() {
	deck := playdesign.Defaults()
	if err := configs.Read("games/playdesign", "default", &deck); err != nil {
		panic(err)
	}
	for _, i := range deck.Of(playdesign.Offense)[:2] {
		c := &deck.Cards[i]
		fmt.Printf("%s: %s %s %d, %d wide receivers\n", c.Name, c.Type, c.Colour, c.Strength, c.Men(playdesign.Blue))
	}
	// Output:
	// Empty: pass blue 7, 5 wide receivers
	// Spread: pass blue 6, 4 wide receivers
}
