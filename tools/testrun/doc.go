// Command testrun runs go test and shows how far it is: the packages whose
// tests run, how many are left, and when the last one should end.
//
// Its arguments are the arguments of the go command. On a terminal every package that is
// over has its line, packages that fail with all the output of what failed, and the last
// line moves. Elsewhere, and where TERM is dumb, the output is go test's own. The exit
// status is go test's.
//
// -beside NAME=COMMAND runs a command of the shell at the same time, once for each flag. It counts as
// a package of that name, and all that it writes is shown together when it ends. The exit
// status is the largest of all.
//
// -seconds FILE keeps how long each package took, by which the next run foretells
// its end.
package main
