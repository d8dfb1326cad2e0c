// Package qvalue fits the logits of a network to values of actions, and says how seats play by
// them: what the learners share that learn values from a ring of earlier decisions
// (train/replay). Where the targets come from is up to each of them.
//
// The value of an action is what the seat's scaled return will be. A logit is Scale times it, so
// that the softmax of the logits is a policy as every other part of the program takes it: a
// softmax over values with the temperature 1/Scale.
package qvalue
