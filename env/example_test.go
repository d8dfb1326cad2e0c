package env_test

import (
	"fmt"

	"ringer/env"
	"ringer/env/kuhn"
)

// An episode, from the deal to the returns.
func Example() {
	game, err := kuhn.New(kuhn.Defaults())
	if err != nil {
		panic(err)
	}
	rng := env.Stream(1, "example")
	observation := make([]float32, game.Spec().ObservationSize())
	s := game.NewInitialState()
	for s.CurrentPlayer() != env.Terminal {
		p, legal := s.CurrentPlayer(), s.LegalActions(nil)
		action := legal[len(legal)-1]
		if p == env.Chance {
			action = env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)
		} else {
			s.Observe(p, observation) // all that p may decide by
		}
		fmt.Println(p, "plays", s.ActionString(action))
		if err := s.Apply(action); err != nil {
			panic(err)
		}
	}
	returns := make([]float64, game.Spec().Players)
	s.Returns(returns)
	fmt.Println(returns)
	// Output:
	// chance plays deal J
	// chance plays deal Q
	// seat 0 plays bet
	// seat 1 plays bet
	// [-2 2]
}
