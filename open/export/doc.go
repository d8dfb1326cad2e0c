// Package export makes bot files: of runs and of their checkpoints, and of older bots, rounded or
// carried to the game of this version. It knows no terminal, and prints nothing.
package export
