// Package leduc is Leduc hold'em for two to five players.
//
// Source: F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI
// 2005, and its usual extension to more players: players+1 ranks in two suits,
// one private card each, one public card, a betting round before and after it.
// The tree equals OpenSpiel's leduc_poker node for node (ruling CAL-2).
//
// Seat order: seat 0 is dealt to first and opens the first round; the first
// seat still in opens the second.
//
// Deviations: none in the rules. What the source leaves open: at a showdown
// every seat still in shows its card, a seat that folded never does; equal
// hands share the pot.
//
// Nothing but this one game lives here.
package leduc
