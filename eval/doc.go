// Package eval measures agents: matches on shared deals with rotated seats
// (match.go), sequential tests (sprt.go), arenas of many agents with Elo (elo.go,
// rate.go), α-rank (alpharank.go) and Nash averaging (nash.go), exact
// exploitability on small games (exact.go), and the gains of given
// responses (response.go). Every estimate comes with its n and a 95% interval.
//
// Nothing here learns, prints or touches a disk. The flat trees behind the
// exact figures are package eval/tree.
package eval
