// Package open goes from what people name to what runs: games, agents, bots, networks,
// strategies, and the folders of runs. It knows no terminal, and prints nothing.
//
// A program that lets two agents meet is this much:
//
//	game, err := open.Game("fivepossessions") // also a bot, a saved game or the folder of a run
//	if err != nil {
//		panic(err)
//	}
//	opener := &open.Opener{Programs: external.NewPrograms()}
//	defer opener.Programs.Close()
//	entries, err := opener.Entries(game, []string{"bot(fivepossessions)", "random"})
//	if err != nil {
//		panic(err)
//	}
//	match, err := eval.PlayMatch(context.Background(), eval.MatchConfig{Game: game, Entries: entries, Games: 200, Seed: 1})
//
// Package open/reporting makes a balance report of a game in ten lines: see its example.
//
// What a name means depends on whose name it is. Opener.Agent opens the files of the person
// who gives the name; Opener.AgentOfRun opens the files of a run's own folder alone, and CarriedAgent none: it
// takes what a message carried. Errors that the person who gave the name can mend are input.Errors.
package open
