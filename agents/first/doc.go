// Package first is the agent that always takes the first of its legal actions: the simplest
// player that means nothing, against which levels are checked.
package first
