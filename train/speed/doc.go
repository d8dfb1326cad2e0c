// Package speed measures how fast a configuration trains on this machine, and what the
// time goes into; and how fast agents search (search.go) and small games are solved (solve.go).
//
// Measure (measure.go) plays and learns as a run does, for some seconds, under a
// processor profile. profile.go sorts the samples of the profile into phases, and says
// which of them lie in matrix products; the operations of these follow from the shapes
// of the network (package models/graph). peak.go measures what the processors could do at
// best, in the same process.
//
// Shares are of processor time, which other work on the machine does not change. Figures
// a second are by the clock, which it does.
package speed
