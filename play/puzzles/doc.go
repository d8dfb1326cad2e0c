// Package puzzles holds tables with a task: one action is much better than all others, and
// the person is to find it.
//
// A puzzle is the beginning of a game, as the actions that lead to it from the first deal,
// chance included, and a seat that is to decide. Find looks for them in games that an
// agent plays with itself: decisions whose best action is far ahead of the second, measured again in
// worlds that did not choose them (package advice). Those in the folder shipped are inside
// the binary.
package puzzles
