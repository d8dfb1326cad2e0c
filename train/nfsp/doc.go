// Package nfsp is neural fictitious self-play (Heinrich and Silver, "Deep Reinforcement Learning from
// Self-Play in Imperfect-Information Games", arXiv 1603.01121, algorithm 1): one network learns by deep Q-learning
// (train/dqn) to respond to how the others play, and another learns what it did, on average over the whole run.
// That average is the policy: the weights of the run, which a bot plays by their softmax.
//
// In every episode each seat is played by the response with the chance anticipatory, and by the average
// otherwise. All decisions go to the memory of the response; the decisions of seats that responded also go
// to a reservoir, from which the average learns.
//
// nfsp.go has the update, loss.go what the average minimises.
package nfsp
