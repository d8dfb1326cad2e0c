package open_test

import (
	"context"
	"fmt"
	"io"
	"strings"

	"ringer/open"
	"ringer/open/tables"
	"ringer/play"
	"ringer/play/external"
)

// A person plays one game with the strongest agent that ships.
func Example_table() {
	game, err := open.Game("kuhn")
	if err != nil {
		panic(err)
	}
	opener := &open.Opener{Programs: external.NewPrograms()}
	defer opener.Programs.Close()
	table, agent, err := tables.New(opener, game, 0, "", 1)
	if err != nil {
		panic(err)
	}
	keys := strings.NewReader("bet\nbet\nbet\n")
	how, err := play.Terminal(context.Background(), table, play.TerminalConfig{In: keys, Out: io.Discard})
	fmt.Println(agent, how.Over, err)
	// Output: bot(kuhn) true <nil>
}
