// Package match plays agents against each other by their names: in matches, in arenas that rate them,
// and for recordings that others learn from. Finished games are kept in files, and what was stopped goes
// on from there. It knows no terminal, and prints nothing.
//
// A match in a program is this much:
//
//	o := match.Options{Game: game, Agents: []string{"greedy", "bot(leduc)"}, Games: 2000, Seed: 1}
//	result, err := match.Play(context.Background(), opener, o)
//	if err != nil {
//		panic(err)
//	}
//	first := result.Agents[0]
//	fmt.Printf("%s wins more than a half: %t\n", first.Name, first.Low > first.EqualShare)
//
// Results do not depend on the number of workers. Package eval plays agents that have no names.
package match
