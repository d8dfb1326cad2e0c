// Package review says of a finished game where it was won and lost, from what one seat
// could know.
//
// At each decision of the seat an adviser plays on in worlds that the seat could not tell
// from the true one (package advice): a few worlds for every decision, and many fresh ones
// where the loss looks large. The worlds that point at a decision are not those that
// measure it, so that the costliest decisions are not chosen by luck. A loss counts as an
// error when the fresh worlds confirm it: its 95% interval is above 0.
//
// In a long game the adviser's probabilities choose the decisions that are tried, and
// sequential halving those that are confirmed.
//
// The chance at the beginning, less the errors, plus luck, is the result: luck is all that
// changed the chance between the seat's decisions, the play of the others included.
package review
