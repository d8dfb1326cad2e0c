// Package warbands measures warbands of DUEL: the results of given ones against each
// other with the same agent on both sides (Meet), and the choices of agents that draft,
// with their results (Picks). It plays games and counts; it neither prints nor writes
// files.
//
// Intervals are 95% intervals over deals: games that share their dice are one
// observation.
package warbands
