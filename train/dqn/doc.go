// Package dqn is deep Q-learning from a memory of earlier decisions (Mnih et al., "Human-level control
// through deep reinforcement learning", Nature 518, 2015) with double Q-learning (van Hasselt et al., arXiv
// 1509.06461, section Double DQN), for self-play: every seat learns what its actions are worth against the others.
//
// A step leads from a decision of a seat to its own next one. What the others do in between belongs to
// the game, and to what the memory still holds of their earlier play. In a game of hidden information greedy
// play against greedy play has no rest: play goes round. With policy softmax it has one, where
// each seat answers the others by a softmax of its values; Config says what that costs.
//
// dqn.go has the update, targets.go the targets in plain Go. Package train/qvalue fits values to them, and says how
// seats play by them.
package dqn
