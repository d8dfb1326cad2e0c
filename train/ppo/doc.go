// Package ppo is proximal policy optimisation (Schulman et al., arXiv
// 1707.06347) for self-play, with the regularisation of magnetic mirror descent
// (Sokota et al., arXiv 2206.05825): an entropy bonus and a penalty on the
// divergence from the behaviour policy.
//
// ppo.go has the update, targets.go the advantages in plain Go, vtrace.go the advantages of
// rows that an older policy played, and loss.go the only code that builds a graph.
package ppo
