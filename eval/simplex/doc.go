// Package simplex solves linear programs that start feasible, exact up to rounding,
// and returns primal and dual solutions: both sides of a game at once.
//
// It is a dense dictionary simplex (Chvátal, "Linear Programming", 1983,
// chapters 2, 3 and 5). Games are degenerate, so the right-hand sides are
// perturbed while pivots are chosen, and the solution is read off at the true
// ones. Games live in packages eval/matrixgame and eval/sequenceform.
package simplex
