// Package advice tells a seat what its best actions are, from what that seat may know.
//
// An agent names the actions that are worth a try. Each of them is tried in worlds that
// the seat cannot tell from the true one (env.Resampler), the same worlds and the same
// dice for all actions, and the agent plays on in every seat to the end. The chance to
// win is the share of the win in those games, with a 95% interval.
//
// The worlds that choose which actions are shown are not those that measure them. What
// an action does better is said in the meters of the game's scene (env/scene), as means
// over the same worlds.
//
// Advice depends on the seed, on the number of worlds and on what the seat knows. It does
// not depend on the clock or on the number of workers.
package advice
