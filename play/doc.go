// Package play seats people among agents at a table.
//
// Table deals, asks the agents and keeps the record. Terminal shows the table to a
// person, tells what happens in the words of env.Tell, and reads choices, line by
// line. Without them a game goes on like this:
//
//	table := play.NewTable(games.MustNew("kuhn"), []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, 7)
//	for !table.Over() {
//		seat, waits := table.Person()
//		if waits { // Terminal, or a page, asks here
//			legal := table.State().LegalActions(nil)
//			fmt.Println(seat, "plays", table.State().ActionString(legal[0]))
//			if _, err := table.Choose(legal[0]); err != nil {
//				panic(err)
//			}
//		} else if _, err := table.Next(ctx); err != nil { // chance, or an agent
//			panic(err)
//		}
//	}
//	record := table.Record() // for play/replay, which writes it into a file
//
// Everything goes through an io.Reader and an io.Writer; only play/replay
// touches the disk. The protocol in which a bot answers a program is in
// play/protocol. A person at the table is never shown more than the seat may
// know, before the game is over.
package play
