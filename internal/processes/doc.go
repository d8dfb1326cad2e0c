// Package processes starts a program that is ended with all that it has started, and not by
// Ctrl-C at the terminal.
//
// On Linux these are its process group, its descendants, and every process that has its mark
// in the environment: one that left the group with setsid is ended too, and one whose parent
// has ended. It stays only when it has cleared its environment and its parents have ended. A
// program ends with Ringer even when Ringer is killed. On other systems with process groups
// the group is ended, which a process can leave; elsewhere the program alone.
//
// Browse opens a page in a browser, which stays.
package processes
