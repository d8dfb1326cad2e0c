package eval_test

import (
	"context"
	"fmt"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
)

// A match with intervals, and the exact figure behind it where the game is small enough.
func Example() {
	ctx, game := context.Background(), games.MustNew("kuhn")
	match, err := eval.PlayMatch(ctx, eval.MatchConfig{
		Game:    game,
		Entries: []eval.Entry{{Name: "random", Agent: random.New()}, {Name: "also random", Agent: random.New()}},
		Games:   4000, // 2,000 deals, each from both seats
		Seed:    1,
	})
	if err != nil {
		panic(err)
	}
	one := match.Agents[0]
	fmt.Printf("%s wins %.0f%% (%.0f … %.0f); even would be %.0f%%\n", one.Name, 100*one.WinRate, 100*one.Low, 100*one.High, 100*one.EqualShare)

	whole, err := tree.Build(ctx, game, 1000)
	if err != nil {
		panic(err)
	}
	exact, err := eval.Exploit(ctx, whole, "random", random.New(), 1)
	if err != nil {
		panic(err)
	}
	fmt.Printf("a best response gains %.4f a game\n", exact.Exploitability)
	// Output:
	// random wins 51% (50 … 52); even would be 50%
	// a best response gains 0.4583 a game
}
