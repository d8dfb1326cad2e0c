// Package fivepossessions holds opinions about 5 Possessions: an evaluation of
// positions, for players that look one step ahead, and a level-k model of where the
// other side will put its cards, for the expert and the observation wrapper
// "levelk".
//
// A Model holds the tables of a configuration; a Forecaster works with it and has
// memory for one table. Everything but Model.Evaluate reads what one seat knows.
//
// # The files
//
//   - model.go: the tables of a deck
//   - hope.go: the chance to score, from the deck alone, by line and open lanes;
//     judge.go: the evaluation
//   - odds.go: the odds of a card against a random one
//   - forecast.go: what a side can expect, worked out once a line; levelk.go: by
//     what both sides like (level-k); response.go: by sampled hands of the other
//     side, one level further
//   - ways.go: the chance of each way to place a hand
//   - observer.go: the wrapper
package fivepossessions
