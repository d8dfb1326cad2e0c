// Package seats measures what a seat, a role and the order of play are worth, at each
// level of skill: the same agent sits in every seat, so that a difference between seats
// belongs to the game.
package seats
