// Package work is how a run has its work done on other machines, on the queues of package
// cluster: one client, one worker, one form of messages, and one count of who did how much.
//
// A Client announces a run in the table of runs (Entry) and posts its jobs; Workers take them
// and send back results. A run is of a Kind, which says how a worker makes ready for it and
// does its jobs: episodes of a training (package train/spread), or what a command hands out
// (package jobs). A worker has a table of kinds.
//
// A job of a worker that dies is done by another. A result says which job it answers, by the
// SHA-256 of the job, and who has made it. What a server has lost is posted again.
package work
