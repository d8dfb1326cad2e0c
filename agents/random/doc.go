// Package random is the agent that plays every legal action equally often. It
// is the reference of every rating (random = 1000 Elo).
package random
