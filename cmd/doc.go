// Package cmd is the command line: it trains, measures and plays agents for
// tabletop games. Package ringer/cmd/ringer is its main program.
//
// Every subcommand is one file in the folder of its group in internal, and holds flags and
// printing only: the work is done by the packages it calls. Results go to standard output, everything else
// to standard error. The exit status is 0 when the work was done, 1 when it
// failed, and 2 for bad input.
package cmd
