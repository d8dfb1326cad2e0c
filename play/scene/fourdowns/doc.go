// Package fourdowns makes the scenes of 4 Downs: the field, the cards of the down, the
// hands and the stake.
package fourdowns
