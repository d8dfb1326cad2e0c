// Package spread lets a training play on many machines, as a run of package work.
//
// The Learner stands where package train asks for a Player. It keeps the weights as
// objects and posts a job for each group of each iteration; workers (Kind) take the jobs, play
// them with the code that would have played them in the learner's process, and send the
// rows back. Nothing but the job decides what is played: the run has the same bytes as
// one on a single machine with the same configuration, whoever plays, how many there are,
// and whoever dies.
//
// A result says which job it answers, by the SHA-256 of the job: weights, opponents and
// their shares, iteration, group and rules are all in it. A result of another job, one
// that is there already, and one that cannot be read are dropped and counted. Rows and
// statistics are held to the job (train.Task) before they are used: a result that no play of
// the job gives is a fault of its worker, and the job goes to another.
//
// The learner acknowledges a result when a checkpoint on disk holds what was learned from
// it. Whatever it had not acknowledged when it was killed comes again to the process that
// goes on with the run, which learns it again from the same rows and plays nothing twice.
package spread
