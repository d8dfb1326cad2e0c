// Package metagame solves the game in which each side of a game chooses one of several players,
// whose payoffs against each other were measured in games: the mixtures of its equilibrium, and
// how sure they are. Package matrixgame has the linear program.
package metagame
