// Package ladder measures bots by their names: against whole fields of agents, how much they can be
// exploited, and by the standard protocol. Its records are kept in files as they come, and a
// measurement that was stopped goes on from there. It knows no terminal, and prints nothing.
//
// A ladder in a program is this much:
//
//	l := &ladder.Ladder{Opener: opener, Options: ladder.Options{Out: "runs/ladder", Ismcts: []int{50}, Deals: 1000, Seed: 1}}
//	measured, err := l.Measure(ctx, "heat-4p")
//	…
//	for _, r := range measured.Records {
//		fmt.Println(r.One.Name, r.Others.Name, r.Deals.WinRate)
//	}
//
// What records are, and the pages that are written from them, is in package report/ladder.
package ladder
