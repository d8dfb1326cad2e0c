// Command calibrate trains the shipped configurations of the calibration games with
// several seeds, solves the same games by CFR+ and by external sampling, and writes the
// table of docs/calibration.md. What a folder of runs has already is not done again,
// and a run that was stopped goes on.
package main
