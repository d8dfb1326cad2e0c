// Package dmc is deep Monte-Carlo (Zha et al., "DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement
// Learning", arXiv 2106.06135): a network learns the mean return of each action that a seat took, from whole
// episodes, without any value of what comes next, and seats take the action of the largest value, but for a
// share of explored ones.
//
// The paper gives a network the features of an action as input, for lists of legal actions that are long. Here the
// network does that, whatever learns with it: where a game says which things its actions speak of
// (env.Block.Items), network.items scores each action by a shared layer over its own thing, and so does the kind
// attention. In a game that says nothing of the sort every action has a logit of its own.
//
// Package train/qvalue fits values to the returns, and says how seats play by them.
package dmc
