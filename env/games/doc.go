// Package games is the table of all games: it builds a game from a string such
// as "heat(players=4,talk=claims)".
//
// A game is registered by one line in table.go. Its rules, observation and
// texts live in env/<game>, its numbers in configs/games/<game>. Nothing else
// belongs here.
package games
