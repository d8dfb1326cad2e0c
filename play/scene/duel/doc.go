// Package duel adds to the scenes of DUEL the odds of those Duels that a choice would begin. The
// game itself says what is on its table: it computes no opinion.
package duel
