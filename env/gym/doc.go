// Package gym gives games the faces that trainers know: Env, one table in the
// agent-environment cycle of PettingZoo, and Vector, many tables in contiguous
// buffers that the caller owns.
//
// The package drives games and rolls their dice; it knows no game, no agent and
// no network.
package gym
