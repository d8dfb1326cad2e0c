// Package search lets any policy look ahead before it plays, in worlds that the
// seat cannot tell from the true one. It holds three agents:
//
//   - Agent rolls the policy out after every action and moves towards the actions
//     with higher returns: root search by update equivalence (Sokota et al., "The
//     Update-Equivalence Framework for Decision-Time Planning", 2023).
//   - GumbelAgent searches a tree of the seat's own decisions over a few such
//     worlds, with sequential halving at the root and an improved policy from
//     completed values (Danihelka et al., "Policy improvement by planning with
//     Gumbel", 2022).
//   - PUCTAgent searches the tree of a game without chance and hidden information, as AlphaZero
//     does (Silver et al., 2018): expert iteration learns from it.
//
// All see the table only through View.Resample, keep nothing from one decision
// to the next, and draw from View.Rand alone. Tree search without a policy is in
// agents/mcts.
package search
