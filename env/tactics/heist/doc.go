// Package heist holds opinions about positions of HEIST: how well crew and Cons
// can be dealt out over a line of Security, and how well a seat stands.
//
//   - cover.go: cards of a line that tools leave over, and the tools and cards
//     that would change it
//   - kit.go: the tools of a seat
//   - judge.go: the evaluation of a position, in points
//   - threat.go: how dangerous a seat is
//   - observer.go: the observation wrapper "prospects"
//   - dealer.go: the observation wrapper "dealings"
//
// The expert (agents/expert/heist), greedy and networks share what is here. No
// rule and no fact of env/heist depends on it.
package heist
