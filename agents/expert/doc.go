// Package expert holds the decision loop of hand-written players: rules that a good
// human would put into words, with numbers where a human has a feeling.
//
// The expert of a game is in agents/expert/<game>; agents/roster has the table. An
// expert reads cards through their effects, never their titles, so that it plays a
// designer's own deck too. It draws worlds from its view and reads from them only what
// its seat may know. Nothing here learns, and an expert looks no further ahead than the
// end of a Duel or of a lane.
package expert
