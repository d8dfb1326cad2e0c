// Package mmd is magnetic mirror descent (Sokota et al., arXiv 2206.05825, equation 10) by policy
// gradient: what a policy is moved to is the policy that the update of the paper makes of the one
// that played, and nothing is clipped.
//
// config.go has the settings, mmd.go the update, and loss.go the only code that builds a graph.
package mmd
