// Package ladder measures bots by their names: against whole fields of agents, how much they can be
// exploited, and by the standard protocol. Its records are kept in files as they come, and a
// measurement that was stopped goes on from there. It knows no terminal, and prints nothing.
//
// A ladder in a program is this much:
//
//	l := &ladder.Ladder{
//		Opener:  &open.Opener{},
//		Options: ladder.Options{Out: dir, Ismcts: []int{5}, Deals: 100, Single: true, Seed: 1},
//	}
//	measured, err := l.Measure(context.Background(), "kuhn")
//	if err != nil {
//		panic(err)
//	}
//	for _, r := range measured.Records {
//		fmt.Printf("%s: %s against %q\n", r.Kind, r.One.Name, r.Others.Name)
//	}
//
// What records are, and the pages that are written from them, is in package report/ladder.
package ladder
