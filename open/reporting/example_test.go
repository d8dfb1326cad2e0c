package reporting_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ringer/open"
	"ringer/open/reporting"
	"ringer/open/study"
)

// The bot of Kuhn poker plays in both seats, and two panels are counted.
func Example() {
	dir, err := os.MkdirTemp("", "report-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	game, err := open.Game("kuhn")
	if err != nil {
		panic(err)
	}
	c := reporting.Defaults()
	c.Game, c.Dir, c.Games = game, dir, 400
	c.Agents, c.Only = []string{"bot(kuhn)"}, []string{"seats", "length"} // else trainings, and all panels
	c.Trainer = &study.Trainer{Opener: &open.Opener{}}
	report, err := reporting.Run(context.Background(), c)
	if err != nil {
		panic(err)
	}
	fmt.Println(strings.Join(report.Verdict, "\n"))
	_, err = os.Stat(filepath.Join(dir, reporting.HTMLName))
	fmt.Println("there is a page:", err == nil)
	// Output:
	// No seat of the strongest agents lies clearly outside 5 points around even, but this report could only see effects above ±12 points; about 360 more games would show effects above ±10 points. Furthest from even: seat 1 +1 (-6 … +7) points.
	// A game of bot(kuhn) takes 2.35 (2.31 … 2.40) decisions of all seats on average, and 2 to 3 in eight of ten (400 games); by level, the weakest first: random 2.22 (2.16 … 2.28), greedy 2.25 (2.19 … 2.32), bot(kuhn) 2.31 (2.25 … 2.38).
	// Not studied here: trust in the agents, cards and other things, styles of play, changes of the rules, decisions, the arc of a game, luck and skill and endings.
	// there is a page: true
}
