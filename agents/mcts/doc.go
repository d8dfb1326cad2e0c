// Package mcts plays by Monte-Carlo tree search. It holds two agents that share
// their random playouts and nothing else:
//
//   - Agent, for games in which nothing is hidden: UCT (Kocsis and Szepesvári
//     2006) for any number of seats, with sampled chance and with positions
//     proven as soon as they are.
//   - InformationSetAgent, for games in which something is: SO-ISMCTS (Cowling,
//     Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
//
// Both see the table only through View.Resample, keep nothing from one decision
// to the next, and draw from View.Rand alone. A trained policy that searches is
// in agents/search.
package mcts
