// Package luck says how much of an outcome is luck and how much is skill: which share of
// the variance of a return belongs to the seat, to the deal, to chance after it and to the
// random choices of the agents, and what one level of play is worth against the next. It
// knows no game.
package luck
