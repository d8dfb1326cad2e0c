// Package gym runs games behind the interface that trainers know: Vector, many tables in
// contiguous buffers that the caller owns. It knows no game, no agent and no network.
package gym
