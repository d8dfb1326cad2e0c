// Package eval measures agents: matches on shared deals with rotated seats
// (match.go), sequential tests (sprt.go), arenas of many agents with their ratings
// (arena.go, rate.go), exact exploitability on small games (exact.go), and the gains
// of given responses (response.go). Every estimate comes with its n and a 95% interval.
//
//	match, err := eval.PlayMatch(ctx, eval.MatchConfig{
//		Game:    game,
//		Entries: []eval.Entry{{Name: "random", Agent: random.New()}, {Name: "also random", Agent: random.New()}},
//		Games:   4000, // 2,000 deals, each from both seats
//		Seed:    1,
//	})
//	if err != nil {
//		panic(err)
//	}
//	one := match.Agents[0]
//	fmt.Printf("%s wins %.0f%% (%.0f … %.0f); even would be %.0f%%\n", one.Name, 100*one.WinRate, 100*one.Low, 100*one.High, 100*one.EqualShare)
//
// Nothing here learns, prints or touches a disk. The ratings are computed by package
// eval/rating, and the flat trees behind the exact figures are package eval/tree.
package eval
