// Package reporting makes balance reports of games: it lets strong agents learn the rules and
// play them, changes rules, trains best responses, and keeps a folder from which a report that was
// stopped goes on. Packages below report count what was played. It knows no terminal, and
// prints nothing.
//
// A report in a program, whose page is report.html in the folder dir, is this much:
//
//	game, err := open.Game("kuhn")
//	if err != nil {
//		panic(err)
//	}
//	c := reporting.Defaults()
//	c.Game, c.Dir, c.Games = game, dir, 400
//	c.Agents, c.Only = []string{"bot(kuhn)"}, []string{"seats", "length"} // else trainings, and all panels
//	c.Trainer = &study.Trainer{Opener: &open.Opener{}}
//	report, err := reporting.Run(context.Background(), c)
//	if err != nil {
//		panic(err)
//	}
//	fmt.Println(strings.Join(report.Verdict, "\n"))
//
// Equal configurations give equal reports, whatever the number of workers and however often
// a report was stopped.
package reporting
