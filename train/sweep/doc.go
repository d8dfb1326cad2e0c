// Package sweep searches settings of a training: which values to try next, which
// trials get a larger budget, and what the results say. It trains nothing, reads no
// clock and touches no disk: cmd runs the trials and keeps them.
//
// Trials climb a ladder of budgets as in ASHA (Li and others, "A system for massively
// parallel hyperparameter tuning", MLSys 2020): the best of each rung go on to the
// next. Here a rung is a whole run of its budget rather than a part of one run, because
// learning rates and entropies that fall until the end of a run decide how good it is.
//
// New values come from a tree-structured Parzen estimator (Bergstra and others,
// "Algorithms for hyper-parameter optimization", NIPS 2011) on the largest budget that
// has enough results, as in BOHB (Falkner, Klein and Hutter, ICML 2018), divided by the
// cost that is expected (expected improvement per second, Snoek, Larochelle and Adams,
// NIPS 2012).
package sweep
