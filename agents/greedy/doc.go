// Package greedy is a one-ply agent for any game: it tries every legal action
// in a few worlds that its seat cannot tell from the true one and plays the one
// after which it stands best. It knows nothing of a game but its rules and, where
// there is one, an env.Judge.
package greedy
