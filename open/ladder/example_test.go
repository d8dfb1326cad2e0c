package ladder_test

import (
	"context"
	"fmt"
	"os"

	"ringer/open"
	"ringer/open/ladder"
)

// A bot meets its field. The same program goes on with what it finds in the folder.
func Example() {
	dir, err := os.MkdirTemp("", "ladder-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	l := &ladder.Ladder{
		Opener:  &open.Opener{},
		Options: ladder.Options{Out: dir, Ismcts: []int{5}, Deals: 100, Single: true, Seed: 1},
	}
	measured, err := l.Measure(context.Background(), "kuhn")
	if err != nil {
		panic(err)
	}
	for _, r := range measured.Records {
		fmt.Printf("%s: %s against %q\n", r.Kind, r.One.Name, r.Others.Name)
	}
	// Output:
	// exact: bot(kuhn) against ""
	// pair: bot(kuhn) against "random"
	// pair: bot(kuhn) against "greedy"
	// pair: bot(kuhn) against "ismcts(sims=5)"
}
