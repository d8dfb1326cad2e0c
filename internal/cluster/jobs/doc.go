// Package jobs lets a command hand out what it would compute itself, on the queue of package
// dist. A command opens a Client, which posts jobs under the name of a run of its own; workers
// take them (Serve) and send back their outcomes. A job of a worker that has died is done
// by another, and an outcome that comes twice counts once.
//
// Games are jobs of the kind Games. A Player stands where package eval asks for a place
// to play (eval.PlayedElsewhere): it writes units of work as bytes, and a worker plays them
// with the code that would have played them here, so that the answer is the same, to the
// last bit. A job names games by their rules and agents by the way in which they were built;
// files that agents were built from, such as bots, and weights travel as objects under their
// checksums. A worker opens no file that a job names, and starts no program: what cannot
// travel is played by the command.
//
// Workers of another build are turned away, because the same games need the same code.
package jobs
