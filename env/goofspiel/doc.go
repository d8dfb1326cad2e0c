// Package goofspiel is Goofspiel, the game of pure strategy, for two to five
// players.
//
// Source: S. Ross, "Goofspiel: the game of pure strategy", Journal of Applied
// Probability 8 (1971); the variant in which only the winner of every bid is
// announced is from M. Lanctot et al., "No-regret learning in extensive-form
// games with imperfect recall", ICML 2012. The tree equals the tree of OpenSpiel's
// goofspiel in its turn-based form node for node (ruling CAL-4).
//
// Seat order: bids are taken from seat 0 upwards, hidden from the other seats
// until all have bid (ruling C-1). The order means nothing in play, so an
// observation names the other seats by how far they sit to the left.
//
// Deviations: none in the rules. What the source leaves open: the highest bid
// wins only when it is alone, otherwise no seat gets the prize; in the last
// round no seat has a choice, so it is played out at once; bids that were not
// announced stay hidden after the end.
//
// Nothing but this one game lives here.
package goofspiel
