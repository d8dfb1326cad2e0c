// Package knobs lists what a designer can turn in the rules of a game: every number, word
// and switch of its configuration, by a path such as cards.lookout.gain. It turns knobs,
// makes series of games along one, and says in words what two games do differently.
//
// Nothing here plays a game or touches the disk.
package knobs
