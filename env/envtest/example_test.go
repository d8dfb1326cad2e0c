package envtest_test

import (
	"fmt"

	"ringer/env/envtest"
	"ringer/env/kuhn"
)

func ExampleCheck() {
	game, err := kuhn.New(kuhn.Defaults())
	if err != nil {
		fmt.Println(err)
		return
	}
	report := envtest.Check(game, envtest.Options{Games: 50, Seed: 1})
	fmt.Println(report.Game, report.OK, report.GamesPlayed, report.Err())
	fmt.Println(report.Laws[0].Name + ": " + envtest.Explain(report.Laws[0].Name))
	// Output:
	// kuhn true 50 <nil>
	// spec: every call gives one and the same sealed spec, names are unique, bounds make sense, labels fit their fields, Frames rename each element and action once, and every fresh state is the same
}

func ExampleCount() {
	game, err := kuhn.New(kuhn.Defaults())
	if err != nil {
		fmt.Println(err)
		return
	}
	counts, err := envtest.Count(game, 1000)
	fmt.Println(counts.Nodes, counts.InformationStates, err)
	_, err = envtest.Count(game, 57)
	fmt.Println(err)
	// Output:
	// 58 12 <nil>
	// kuhn: more than 57 nodes
}
