// Package scenarios holds the scenarios and add-ons of DUEL, each in a file named after
// it, with the automata that play in them: the opponents of a lonely player, the boss and
// his kind, the mobs of a city brawl. scenarios.go and addons.go list them; tasks.go lists
// the tasks that they push.
package scenarios
