// Package train has the commands that train a network and solve a game.
package train
