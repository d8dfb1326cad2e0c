// Package duel makes the scenes of DUEL: the map in inches, the models with their feats,
// the Duel under way, and the odds of those that a choice would begin.
package duel
