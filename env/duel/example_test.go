package duel_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// The example plays a Duel from a position, with given dice.
func Example() {
	c := duel.Defaults()
	board := space.Plains()
	c.Board = &board
	game, err := duel.New(c)
	if err != nil {
		panic(err)
	}
	s, err := game.State(duel.Position{Act: "A", Models: []duel.Placed{
		{Model: "A", At: [2]float64{2, 6}}, {Model: "B", At: [2]float64{9, 6}},
	}})
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"go to 3,6", "score 3", "score 5"} {
		a, err := env.ParseAction(s, name)
		if err != nil {
			panic(err)
		}
		_ = s.Apply(a)
	}
	for _, dice := range []string{"2 3", "1 2"} {
		a, err := s.Throw(dice)
		if err != nil {
			panic(err)
		}
		_ = s.Apply(a)
	}
	fmt.Println("A is prone:", s.Fighter(0).Prone)
	// Output: A is prone: true
}
