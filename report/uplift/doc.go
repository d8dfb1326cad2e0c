// Package uplift measures by experiment what a thing of a game is worth to the seat that
// has it, or plays it: a card, a formation, a feat, a move.
//
// How often those win who hold a thing says little: good players choose it when they are
// ahead, or avoid it. So a game of strong agents is stopped at a random moment and played on
// from there twice with the same dice. Where a seat is about to get a thing, by chance or by
// a choice that does nothing else, it gets that thing in one game and another of those that
// could have come in the other. Where a seat is about to play, it plays one of two things
// between which the agent hardly chooses. Nobody selected, so the things alone cause the
// difference of the two outcomes. Each such pair of games is a fork.
//
// A fork gives an equation: the worth of what the seat has in the one game, less the worth
// of what it has in the other, is the difference of its outcomes, but for luck. Least
// squares over all forks give the worth of every thing against the average of the things
// that were in its place.
//
// Forks come in blocks. Blocks of one sort look at all things: first at all alike, then at
// those at both ends of the ranking, at their rivals, and at those that are known least.
// They choose the few that stand out. The forks of the other sort are about these few, and they alone say
// whether a thing is flagged: what chose it is no evidence for it.
//
// Between two actions an agent hardly chooses when it gives the one nearly the probability of
// the other. Values would not tell better. A network's value is the position's, before any of
// its actions; and the values that a search has found for each action are of few games each,
// so that their errors are larger than the worths that are looked for. What a search knows of
// them is in its probabilities: it makes actions more or less likely by their values.
//
// Where nobody plays a thing that could be played, the agents find no other nearly as good. Such
// a thing is played on purpose, once in a game, against what the agent does; these forks are
// kept apart from the others, as what they find is the price of an error too.
//
// A worthless thing that players can pass on or discard costs them little, and is then
// not flagged: its play rate shows it, not its worth.
package uplift
