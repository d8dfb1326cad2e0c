// Package warbands measures warbands of DUEL: how given ones fare against each
// other with the same agent on both sides (Meet), and which ones agents draft, and
// how those do (Picks). It plays games and counts; it neither prints nor writes
// files.
//
// Intervals are 95% intervals over deals: games that share their dice are one
// observation.
package warbands
