// Package drive rolls chance and plays episodes of any game. Search, matches,
// vectors, studies and tests share its one loop.
//
// A game never rolls its own dice: its driver draws each chance outcome, and does so
// here. Table is for code that plays many steps and must not allocate, Roll and Copy
// for the rest. Random numbers come from the caller, and every
// outcome takes exactly one, so that a stream gives the same game everywhere.
//
// What belongs elsewhere: which agent decides (package eval), buffers for a
// network (package gym), the laws of a game (package envtest).
package drive
