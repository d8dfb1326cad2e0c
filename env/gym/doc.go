// Package gym runs games behind the interfaces that trainers know: Env, one table in
// the agent-environment cycle of PettingZoo, and Vector, many tables in contiguous
// buffers that the caller owns. It knows no game, no agent and no network.
package gym
