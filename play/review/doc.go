// Package review says of a finished game where it was won and lost, from what one seat
// could know.
//
// At each decision of the seat an adviser plays on in worlds that the seat could not tell
// from the true one (package advice): a few worlds for every decision, and many fresh ones
// where the loss looks large. The worlds that point at a decision are not those that
// measure it, so that the costliest decisions are not chosen by luck. A decision costs the
// value when the adviser decides, less the value of the chosen action. It is a clear error
// when fresh worlds confirm its cost: its 95% interval is above 0. What all others cost
// together is measured in worlds of their own.
//
// In a long game the adviser's probabilities choose the decisions that are tried,
// sequential halving those that are confirmed, and draws what all others cost.
//
// The chance at the beginning, less clear errors, less unclear ones, plus luck, is the result:
// luck is all that changed the chance between the seat's decisions, the play of the others
// included.
package review
