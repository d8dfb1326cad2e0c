package cmd

import "ringer/cmd/internal/program"

// Main carries out the command line of this process and exits with its status. The
// program has Ringer's own games and agents, and the games and agents of the given parts;
// it goes by the name of its file in usage, examples, messages, completion and manual
// pages. Parts that cannot be added, such as a game whose name is taken, are named all at
// once, with exit status 2.
func Main(own ...Own) { program.CarryOut(func() error { return AddAll(own) }) }
