// Package styles finds ways to play in the games of a corpus: clusters of seats that prefer
// the same actions over a whole game, what tells them apart, what they win against each
// other, and which of them an equilibrium mixes. It knows no game.
package styles
