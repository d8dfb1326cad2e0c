// Command night runs what a release wants and a change does not wait for: every
// part of a table, one after the other, with one summary at the end.
//
// A part that fails does not stop the ones after it. What a part prints goes to
// a file of its own, NAME.log in the folder of logs. -only names the parts to run,
// so that a night can be taken in pieces. Exit status 1 when a part fails, 2 for
// an unknown part.
package main
