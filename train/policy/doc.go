// Package policy holds what the algorithms that learn a policy share: the pass of a network over
// a batch, advantages and their correction for age, the magnet, the optimiser's settings and its
// passes over the rows. Each algorithm has a package of its own above this one, with its loss.
package policy
