// Package calibration compares the calibration games (kuhn, leduc, liarsdice,
// goofspiel, tictactoe) with published results: sizes of trees, values,
// exploitability of the uniform policy. It also measures their speed.
//
// It holds tests and benchmarks only. Tests of one game stand beside that
// game.
package calibration
