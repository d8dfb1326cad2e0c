// Package fourdowns holds opinions about 4 Downs: the evaluation of positions for
// players that look one step ahead. The expert's own odds, which need its seat's
// view alone, are in agents/expert/fourdowns.
package fourdowns
