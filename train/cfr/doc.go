// Package cfr solves small games by counterfactual regret minimisation. The result is
// a policy for every information set; package eval/tree computes its exact distance
// from a Nash equilibrium.
//
// Two families share one Solver:
//
//	sweeps     visit the whole game in every iteration: CFR, CFR+, DCFR, PCFR+.
//	           They run on the sequence form (sweep.go): no nodes, no
//	           recursion, only the terminals and the infosets of eval/tree.
//	samples    visit a few histories in every iteration: external- and
//	           outcome-sampling MCCFR (external.go, outcome.go). They walk the
//	           nodes of the tree.
//
// One iteration is one update of every seat, one after the other ("alternating
// updates"). The average policy is reported: it converges in two-player zero-sum
// games. With more seats, or other utilities, there is no such guarantee, but NashConv
// of the average policy is still exact.
//
// The same tree, configuration and number of iterations give the same bytes on
// one kind of processor, also when a solver was saved and restored in between.
//
// Nothing here reads a clock, prints, or touches a disk.
package cfr
