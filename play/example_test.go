package play_test

import (
	"context"
	"fmt"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/replay"
)

// A person, who passes here, plays against an agent.
func Example() {
	ctx := context.Background()
	table := play.NewTable(games.MustNew("kuhn"), []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, 7)
	for !table.Over() {
		seat, waits := table.Person()
		if waits { // Terminal, or a page, asks here
			legal := table.State().LegalActions(nil)
			fmt.Println(seat, "plays", table.State().ActionString(legal[0]))
			if _, err := table.Choose(legal[0]); err != nil {
				panic(err)
			}
		} else if _, err := table.Next(ctx); err != nil { // chance, or an agent
			panic(err)
		}
	}
	record := table.Record() // for play/replay, which writes it into a file
	fmt.Println(record.Returns)
	// Output:
	// seat 0 plays pass
	// [1 -1]
}
