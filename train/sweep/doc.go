// Package sweep searches settings of a training: which values to try next, which
// trials get more decisions and seeds, and what the results say. It trains nothing, reads no
// clock and touches no disk: open/study runs the trials and keeps them.
//
// Trials climb a ladder by successive halving (see Ladder): the best of each rung go on to the
// next, where their runs go on, not anew, and one more seed begins. So a run pauses on a rung with
// its learning rate and entropy on the way to where they fall by the end: a rung compares runs
// that are equally far.
//
// New values come from a tree-structured Parzen estimator (Bergstra and others,
// "Algorithms for hyper-parameter optimization", NIPS 2011) on the highest rung that
// has enough results, as in BOHB (Falkner, Klein and Hutter, ICML 2018), divided by the
// cost that is expected (expected improvement per second, Snoek, Larochelle and Adams,
// NIPS 2012).
package sweep
