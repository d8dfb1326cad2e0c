// Package tables makes tables at which people and agents play from what people name: seats, saved
// games, positions, puzzles, the host of a server, and the folder of a page without one.
//
// A program that lets a person play in its terminal is this much:
//
//	game, err := open.Game("kuhn")
//	if err != nil {
//		panic(err)
//	}
//	opener := &open.Opener{Programs: external.NewPrograms()}
//	defer opener.Programs.Close()
//	table, _, err := tables.New(opener, game, 0, "", 1) // against the strongest that ships
//	if err != nil {
//		panic(err)
//	}
//	_, err = play.Terminal(ctx, table, play.TerminalConfig{In: os.Stdin, Out: os.Stdout})
package tables
