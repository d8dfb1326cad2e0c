// Package tictactoe is tic-tac-toe: three in a row on a board of three by
// three.
//
// Source: the children's game; its tree equals OpenSpiel's tic_tac_toe node for
// node (ruling CAL-5).
//
// Seat order: seat 0 plays X and begins.
//
// Deviations: none.
//
// Nothing but this one game lives here.
package tictactoe
