// Package arc measures how a game unfolds: how the chance to win moves from the start to
// the end, how often the lead changes, and when the game is decided. Chances are shares of
// the win over playouts from positions of played games, by agents that each know what
// their seat may know; the position itself is the true one. It knows no game.
package arc
