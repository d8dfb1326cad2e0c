// Package calibration compares the calibration games (kuhn, leduc, liarsdice,
// goofspiel, tictactoe) with what is published about them: sizes of trees,
// values, exploitability of the uniform policy. It also measures their speed.
//
// It holds tests and benchmarks only. What belongs to one game is tested beside
// that game.
package calibration
