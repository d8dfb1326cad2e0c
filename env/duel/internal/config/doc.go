// Package config holds the parameters of a game of DUEL, with their defaults, and
// the types of what players field: warbands, kits, shapes. It is data and words.
// Package duel, which knows the rules, finds the faults of a configuration; this
// package knows no state of a game.
package config
