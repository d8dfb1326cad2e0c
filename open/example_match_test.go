package open_test

import (
	"context"
	"fmt"

	"ringer/open"
	"ringer/open/match"
)

// Two agents meet by their names, and are rated together with the anchor.
func Example_match() {
	game, err := open.Game("leduc")
	if err != nil {
		panic(err)
	}
	opener := &open.Opener{}
	o := match.Options{Game: game, Agents: []string{"greedy", "bot(leduc)"}, Games: 2000, Seed: 1}
	result, err := match.Play(context.Background(), opener, o)
	if err != nil {
		panic(err)
	}
	first := result.Agents[0]
	fmt.Printf("%s wins more than a half: %t\n", first.Name, first.Low > first.EqualShare)
	arena, err := match.Rate(context.Background(), opener, o)
	if err != nil {
		panic(err)
	}
	for _, i := range arena.Ranked() {
		fmt.Println(arena.Agents[i].Name)
	}
	// Output:
	// greedy wins more than a half: true
	// greedy
	// bot(leduc)
	// random
}
