// Package carried has workers elsewhere do what takes a command long besides games: whole
// trainings of studies (Train), and the best responses to an agent (NewPlace). A run travels as
// the zip of its folder. A Trainer does both on a worker: it notes from time to time how far it
// has come, so that the training of a worker that dies goes on with another.
package carried
