// Package duel holds opinions about DUEL that players and trainers share:
//
//   - judge.go, scenarios.go, prices.go: the evaluation of positions, for players that
//     look one step ahead
//   - bout.go: the odds and the payoffs of one Duel, by the scores of both sides
//   - scores.go: which scores to set in it, against a model of the opponent
//   - skills.go: measured prices of feats, traits and followers, for drafts
//
// Worths are in fighters: 1 is a fighter of the core game on its feet.
package duel
