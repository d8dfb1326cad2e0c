package open_test

import (
	"context"
	"fmt"

	"ringer/eval"
	"ringer/open"
	"ringer/play/external"
)

// Two agents meet by their names.
func ExampleOpener() {
	game, err := open.Game("fivepossessions") // also a bot, a saved game or the folder of a run
	if err != nil {
		panic(err)
	}
	opener := &open.Opener{Programs: external.NewPrograms()}
	defer opener.Programs.Close()
	entries, err := opener.Entries(game, []string{"bot(fivepossessions)", "random"})
	if err != nil {
		panic(err)
	}
	match, err := eval.PlayMatch(context.Background(), eval.MatchConfig{Game: game, Entries: entries, Games: 200, Seed: 1})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s wins more than a half: %t\n", match.Agents[0].Name, match.Agents[0].Low > match.Agents[0].EqualShare)
	// Output: bot(fivepossessions) wins more than a half: true
}
