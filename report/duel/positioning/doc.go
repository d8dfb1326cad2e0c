// Package positioning measures how agents use the table of DUEL: where they stand when
// a Duel begins, how far away, in cover or not, before or after the opponent has acted,
// with which scores, and the results. It plays games, counts, and makes pictures of
// package draw; it neither prints nor writes files.
//
// Figures are ratios of counts with the number of games behind them and a 95%
// interval that treats a game, not a Duel, as one observation: Duels of one game
// depend on each other.
package positioning
