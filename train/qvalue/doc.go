// Package qvalue fits the logits of a network to values of actions, and says how seats play by
// them. Learners share it that learn values from a memory of earlier decisions
// (train/replay). Where the targets come from is up to each of them.
//
// The value of an action is the scaled return that the seat expects. A logit is Config.ScaleAt times it, so
// that the softmax of the logits is a policy as every other part of the program takes it: a
// softmax over values with the temperature 1/ScaleAt.
package qvalue
