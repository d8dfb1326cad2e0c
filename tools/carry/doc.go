// Command carry writes the bots of checkpoints/ anew for the games of this tree whose spec
// hash has changed since older commits, and notes the change in the records that name
// those games: ratings, balance and puzzles. Ladders and evidence stay as they are: the
// bots' manifests say which files they were. With -round it rounds the weights of bots instead. Bots
// that are packed are left alone: make unpacks them before and packs them after.
//
// It builds the programs of all those commits: an older one tells the columns of the games that
// a bot is of.
package main
