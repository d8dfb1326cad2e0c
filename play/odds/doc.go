// Package odds reads how a game begins between players of unequal strength: which seat
// has more of what, as a player writes it, "1:money=5,3:money=2". What there is to give
// is the game's (env.HeadStarter).
//
// Tables, records and requests carry odds where they carry the text of a position file:
// behind the word "odds:". A game with odds says nothing of who is stronger: tallies do
// not count it.
package odds
