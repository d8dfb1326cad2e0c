package open_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"ringer/open"
	"ringer/open/export"
	"ringer/open/solve"
)

// A small game is solved in a folder, and the solution is a bot.
func Example_solve() {
	dir, err := os.MkdirTemp("", "solve-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	ctx, c := context.Background(), solve.Defaults()
	c.Game, c.Iterations = "kuhn", 500
	s, err := solve.New(ctx, c, filepath.Join(dir, "run")) // solve.Resume goes on with it
	if err != nil {
		panic(err)
	}
	defer s.Close()
	result, err := s.Solve(ctx)
	if err != nil {
		panic(err)
	}
	bot := filepath.Join(dir, "truth.bot")
	if err := s.Export(result, export.Options{Out: bot, Licence: open.DefaultLicence}); err != nil {
		panic(err)
	}
	read, err := open.Bot(bot)
	if err != nil {
		panic(err)
	}
	fmt.Printf("the first seat loses %.3f a game; %d rows; exploitable by less than 0.001: %t\n", -result.Values[0], len(read.Table.Rows), result.Exploitability < 0.001)
	// Output: the first seat loses 0.056 a game; 12 rows; exploitable by less than 0.001: true
}
