// Package expert holds hand-written players, one per game: rules that a good
// human would put into words, with numbers where a human has a feeling.
//
// expert.go is the table of games. A game's expert is in files named after it.
// An expert looks at the cards through their effects, never their titles, so it
// plays a designer's own deck too. It draws worlds from its view and reads from
// them only what its seat may know. Nothing here learns; who looks ahead does so to
// the end of a Duel or a lane, no further.
package expert
