// Package liarsdice is one round of liar's dice for two players.
//
// Source: the game as studied in M. Lanctot et al., "Monte Carlo sampling for
// regret minimization in extensive games", NIPS 2009, where the highest face is
// wild. The tree equals OpenSpiel's liars_dice node for node (ruling CAL-3):
// bids are ordered by quantity first and face second.
//
// Seat order: the dice of seat 0 are rolled first, then the dice of seat 1; seat 0 bids
// first.
//
// Deviations: none in the rules. What the source leaves open: the dice of a
// seat have no order (they lie under one cup), so a seat knows how many of each
// face it has; calling liar shows all dice to everyone.
//
// Nothing but this one game lives here.
package liarsdice
