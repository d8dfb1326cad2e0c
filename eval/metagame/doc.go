// Package metagame mixes the players of the game in which each side of a game chooses one of several
// players, whose payoffs against each other were measured in games, and says how sure the mixtures
// are. Package matrixgame has the linear program of an equilibrium.
package metagame
