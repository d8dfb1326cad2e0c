// Package drive plays games that it does not know: it rolls chance and plays
// episodes. Search, matches, vectors, studies and tests share its one loop.
//
// A game never rolls its own dice. Whoever drives it draws each chance outcome,
// and does so here: Table for code that plays many steps and must not allocate,
// Roll and Copy for the rest. Random numbers come from the caller, and every
// outcome takes exactly one, so that a stream gives the same game everywhere.
//
// What belongs elsewhere: which agent decides (package eval), buffers for a
// network (package gym), the laws of a game (package envtest).
package drive
