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
	// A game of bot(kuhn) takes 0.47 (0.46 … 0.48) minutes on average, and 0.4 to 0.6 in eight of ten, where people decide one after the other in 12 seconds (400 games); minutes by level, the weakest first: random 0.44 (0.43 … 0.46), greedy 0.45 (0.44 … 0.46), bot(kuhn) 0.46 (0.45 … 0.48).
	// Not studied here: trust in the agents, cards and other things, styles of play, changes of the rules, decisions, the arc of a game, luck and skill and endings.
	// there is a page: true
}
