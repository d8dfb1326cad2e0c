// Package payday holds the opinions about PAYDAY DUEL: a judge of positions for
// agents that look one step ahead, and forecasts of the next combat and the next
// Update, with the observation wrapper that shows them to a network.
//
// Everything here is computed from what env/payday shows of a state. Nothing in the
// rules, the observation or the hash of the game depends on it.
package payday
