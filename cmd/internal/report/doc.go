// Package report has the command that finds what dominates in a game.
package report
