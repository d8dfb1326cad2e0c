// Package random is the agent that plays every legal action equally often. It
// is the zero of every rating (random = 1000 Elo) and the floor of every
// ladder.
package random
