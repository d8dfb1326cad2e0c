// Package imitation trains a network to predict the actions and returns of an agent,
// such as a hand-written expert, before self-play (behaviour cloning, Pomerleau 1989).
// It helps in games in which random play hardly ever reaches the situations that
// matter; it is off unless a configuration asks for it.
package imitation
