// Package imitation gives a network a first idea of a game before self-play:
// it learns to predict what an agent, such as a hand-written expert, does, and
// what comes of it (behaviour cloning, Pomerleau 1989). It is for games in which
// random play hardly ever meets what matters; it is off unless a configuration
// asks for it.
package imitation
