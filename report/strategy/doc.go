// Package strategy measures a named strategy and the agent that was trained to beat it: how
// much that best response wins, beside the agent that a report rests on, what it does otherwise, and
// games that show it. It plays agents and counts; the training comes from its callers.
package strategy
