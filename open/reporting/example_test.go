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
	// Nothing is flagged: no card, job, move or ending stands out of what luck explains.
	// No seat of the strongest agents lies clearly outside 5 points around even.
	// there is a page: true
}
