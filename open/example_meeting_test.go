package open_test

import (
	"context"
	"fmt"

	"ringer/open"
	"ringer/open/duel"
)

// Two warbands meet, with random play on both sides.
func Example_meeting() {
	arena, err := duel.Meet(context.Background(), &open.Opener{}, duel.Meeting{
		Game: "duel(file=gang,rounds=2)", Names: []string{"posse", "swarm"}, Agent: "random", Games: 4, Seed: 1,
	})
	if err != nil {
		panic(err)
	}
	pair := arena.Pairs[0]
	fmt.Println(pair.A, "against", pair.B, "in", pair.Games, "games")
	// Output: posse against swarm in 4 games
}
