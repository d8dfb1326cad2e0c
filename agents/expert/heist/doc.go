// Package heist is a hand-written player of HEIST. Its rules, in the order of a
// turn:
//
//   - recruit as many Personnel as fit, Leaders first, then those that the Job needs;
//   - trade only for Personnel that bring the player's own Job nearer, and never
//     with a single opponent;
//   - draw cards when an Event allows it; take from the opponent who is nearest to a
//     Job;
//   - attach Complications to the Job of that opponent, Secondary Jobs to the
//     player's own Job when there is strength to spare;
//   - execute when crew and Cons cover the line and a tool is left over for the
//     Thwarter; execute the opponent's Job when that is the better one;
//   - spend Personnel before Cons, specialists before those with two skills;
//   - burn Jobs (execute, then give up) to end the game when ahead, and burn a
//     hopeless Job.
//
// The package reads from a world only what is public or its own seat's, so the world
// that it draws does not matter. It looks at cards through their effects, never
// their titles. How tools are dealt out over a line is in env/tactics/heist.
//
//   - heist.go: from question to scores
//   - cards.go: recruits, Events and cards that are attached or kept
//   - execute.go: executions and burnt Jobs
//   - trade.go: offers and answers
//   - worth.go: how near each seat is to its Job
package heist
