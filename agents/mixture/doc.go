// Package mixture plays one of several agents, which it draws at the start of each episode: a
// mixture of players, as an equilibrium among them is one. The player stays for the whole
// episode; each side of the game draws its own.
package mixture
