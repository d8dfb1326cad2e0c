// Command arm64 lets agents play every game with the program for arm64, in an emulator,
// and with the program for this machine, and compares the recordings.
//
// What random agents record is facts alone: observations, legal actions, chance, returns.
// Every byte of it must be the same. What greedy players, experts and bots record holds
// numbers that processors may round otherwise: it prints how many of their games are the
// same, and by how much their probabilities differ at the same tables.
//
// Before that it looks at the games as the compiler translates them for arm64: where facts
// are computed, no product may be added to without being rounded, as the instruction that
// does both at once would. amd64 rounds twice.
//
// Exit status 1 when facts differ, 2 when nothing can be compared.
package main
