package payday_test

import (
	"fmt"

	"ringer/configs"
	"ringer/env"
	"ringer/env/payday"
)

// A puzzle: the Criminal to play, two heisters, one door. Games begin at positions
// set up in YAML.
func Example() {
	config := payday.Defaults()
	if err := configs.ReadAll(&config, configs.Named("games/payday/decks", "even"), configs.Assignments("", "loot_cards=1")); err != nil {
		panic(err)
	}
	game, err := payday.New(config)
	if err != nil {
		panic(err)
	}
	p := game.NewPosition()
	if err := configs.ReadInto(p, configs.Text("puzzle", []byte(`
columns: [{loot: payday, gone: 1, obstacles: [lobby, {id: camera-room, up: true}]}]
heisters: [{id: ghost, column: 1}]
hands: {criminal: [driver, pistol]}
`))); err != nil {
		panic(err)
	}
	puzzle, err := game.FromPosition(p)
	if err != nil {
		panic(err)
	}
	s := puzzle.NewInitialState()
	fmt.Println(s.CurrentPlayer() == env.Player(payday.Criminal))
	for _, a := range s.LegalActions(nil) {
		fmt.Println(s.ActionString(a))
	}
	// Output:
	// true
	// play Pistol
	// end
}
