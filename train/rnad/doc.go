// Package rnad is regularised Nash dynamics (Perolat et al., Mastering the Game of Stratego with
// Model-Free Multiagent Reinforcement Learning, arXiv 2206.15378) by policy gradient, for games of
// two seats in which the one wins what the other loses: rewards that pull both policies towards a
// regularisation policy, which is replaced by the policy now and then; two-sided V-trace; and
// NeuRD, which moves logits.
//
// config.go has the settings, rnad.go the update, targets.go the estimates in plain Go, and loss.go
// the only code that builds a graph. One thing differs from the paper: at the end no small
// probability is rounded to 0.
package rnad
