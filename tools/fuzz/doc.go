// Command fuzz runs every fuzz test of the repository for a while, one after the
// other, with all cores.
//
// It prints one line for each fuzz test, goes on after a finding, and ends with a
// table: the test, the verdict, how many inputs were tried, how many of them
// reached code that no earlier one had. A finding is written to testdata/fuzz of
// its package by the go command; commit it once it is mended. Exit status 1 when
// there is a finding, 2 when nothing can be run.
package main
