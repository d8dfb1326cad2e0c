// Package jobs lets a command hand out what it would compute itself, as a run of package work. A
// command opens a Client, which posts jobs of several kinds under the name of a run of its own,
// and waits for their outcomes; on a worker a Doer does each kind (Kind). An outcome that comes
// twice counts once.
//
// Games are jobs of the kind Games. A Player is a place at which games are played
// (eval.NewPlace): it writes units of work as bytes, and a worker plays them
// with the code that would have played them here, so that the answer is the same, to the
// last bit. A job names games by their rules and agents by the way in which they were built;
// files that agents were built from, such as bots, and weights travel as objects under their
// checksums. A worker opens no file that a job names, and starts no program: what cannot
// travel is played by the command.
package jobs
