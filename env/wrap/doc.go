// Package wrap adds fields to what a game shows.
//
// A game shows facts. An Observer computes opinions from what a seat may know
// (expected values, forecasts, an opponent model), and New wraps the game: the
// same rules, actions, chance and returns, with the observer's fields after the
// game's own. The wrapped spec has a hash of its own, and remembers the hash of the facts,
// so that agents of both kinds can meet at one table (agents.Through).
//
// Nothing here knows a game.
package wrap
