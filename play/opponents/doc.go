// Package opponents lists whom a person can play against in a game: the bots and levels
// that ship, the experts, and the simple agents, each with its measured strength.
//
// The ratings come from ratings.json, which ringer ratings writes from arenas: random has
// 1000, and every rating has a 95% interval. The default opponent of a game is the one with
// the highest rating in just that configuration; in a configuration that was not measured
// it is the bot that ships for it, else the expert, else what can play.
//
// Styles are that bot with a habit, or with a restraint: strategy files that ship.
//
// The package opens no file and starts no program: its agents are inside the binary.
package opponents
