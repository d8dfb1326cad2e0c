// Package config holds what can be set of a game of DUEL, with its defaults, and what
// the players field: warbands, kits, shapes. It is data and words. What is wrong with a
// configuration is found by package duel, which knows the rules; no state of a game is
// known here.
package config
