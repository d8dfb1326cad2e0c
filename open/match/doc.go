// Package match plays agents against each other by their names: in matches, in arenas that rate them,
// and for recordings that others learn from. Finished games are kept in files, and what was stopped goes
// on from there. It knows no terminal, and prints nothing.
//
// A match in a program is this much:
//
//	result, err := match.Play(ctx, opener, match.Options{Game: game, Agents: []string{"bot(heat-4p)", "expert"}, Games: 2000, Seed: 1})
//	…
//	fmt.Println(result.Agents[0].WinRate, result.Agents[0].Low, result.Agents[0].High)
//
// Results do not depend on the number of workers. Package eval plays agents that have no names.
package match
