// Package kuhn is Kuhn poker for two to five players.
//
// Source: H. W. Kuhn, "A simplified two-person poker", Contributions to the
// Theory of Games 1 (1950), and its usual extension to more players: players+1
// cards, one card and one ante each, one round of betting with a fixed bet.
// The tree equals OpenSpiel's kuhn_poker node for node (ruling CAL-1).
//
// Seat order: seat 0 is dealt to first and acts first.
//
// Deviations: none in the rules. What the source leaves open: a seat that is in
// at a showdown shows its card to everyone, a seat that folded does not, and
// without a bet all seats are in.
//
// Nothing but this one game lives here.
package kuhn
