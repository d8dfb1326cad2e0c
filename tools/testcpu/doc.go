// Command testcpu runs the tests of each package alone and prints the CPU
// seconds that they take, the heaviest package first.
//
// CPU seconds say what a package costs on any machine, busy or not; the clock
// does not. The seconds of linking the test are shown beside the seconds of running it. A
// first run compiles too, so that only a second one shows what linking takes. Exit status 1
// when a test fails, 2 when nothing can be measured.
package main
