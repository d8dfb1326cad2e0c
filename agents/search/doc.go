// Package search lets any policy look ahead before it plays: it rolls the policy
// out in worlds that the seat cannot tell from the true one and moves towards
// what did better there (root search by update equivalence: Sokota et al., "The
// Update-Equivalence Framework for Decision-Time Planning", 2023).
//
// Tree search without a policy is in agents/mcts.
package search
