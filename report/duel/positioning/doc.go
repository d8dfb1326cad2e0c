// Package positioning watches agents play DUEL and says how they use the table:
// where they stand when a Duel begins, how far away, in cover or not, before or
// after the other has acted, with which scores, and what comes of it. It plays
// games, counts, and makes pictures of package draw; it neither prints nor writes
// files.
//
// Figures are ratios of counts with the number of games behind them and a 95%
// interval that treats a game, not a Duel, as one observation: Duels of one game
// depend on each other.
package positioning
