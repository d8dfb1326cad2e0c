// Package ppo is proximal policy optimisation (Schulman et al., arXiv
// 1707.06347) for self-play, with the regularisation of magnetic mirror descent
// (Sokota et al., arXiv 2206.05825): an entropy bonus and a penalty on the
// divergence from the behaviour policy.
//
// ppo.go has the update, and loss.go the only code that builds a graph; advantages, their correction for
// age and the magnet are train/policy's.
package ppo
