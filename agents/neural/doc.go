// Package neural plays with a network: the trainer's own, or one from a bot
// file. It turns a game's spec into the network's fields, decides for many
// seats in one batch, and refuses a bot that was made for another game.
package neural
